import { parseDigitalLink } from './digital_link.ts';
import {
  type GtinForm,
  type GtinReading,
  normaliseGtin,
  type RestrictedReason,
  readGtin,
  readUpcE,
} from './gtin.ts';
import { isbn10ToGtin13, issnToGtin13 } from './isbn.ts';
import { type IdKind, type Key, parseId } from './key.ts';
import { normaliseLink } from './link.ts';

/**
 * What a caller's reference names, before anything is looked up. `gtin14` and `code` are 14 digits, `link` is
 * normalised, `asin` upper case (with the GTIN of its ISBN-10 where it is one). `expected` is the right check
 * digit, null where the digits cannot be a GTIN at all (zeros only). `upc_e`: the GTIN that digits would be if they
 * were meant as UPC-E, which counts only where it leads to something known (warehouse/reads/reference.ts
 * `readReference`).
 */
export type Reference =
  | { kind: 'id'; id: IdKind; key: Key }
  | { kind: 'gtin'; gtin14: string; form: GtinForm | 'isbn10' | 'issn'; base?: string }
  | { kind: 'restricted'; code: string; reason: RestrictedReason; upc_e?: string }
  | { kind: 'invalid_identifier'; value: string; expected: number | null }
  | { kind: 'link'; link: string }
  | { kind: 'asin'; asin: string; gtin14?: string }
  | { kind: 'seller_sku'; seller: string; sku: string }
  | { kind: 'text'; text: string; upc_e?: string };

function fromReading(reading: GtinReading, value: string): Reference {
  switch (reading.status) {
    case 'valid':
      return {
        kind: 'gtin',
        gtin14: reading.gtin14,
        form: reading.form,
        ...(reading.base ? { base: reading.base } : {}),
      };
    case 'restricted':
      return { kind: 'restricted', code: reading.code, reason: reading.reason };
    case 'checksum':
      return { kind: 'invalid_identifier', value, expected: reading.expected };
    default:
      return { kind: 'invalid_identifier', value, expected: null };
  }
}

function fromAsin(text: string): Reference {
  const asin = text.toUpperCase();
  const isbn = isbn10ToGtin13(asin);
  return { kind: 'asin', asin, ...(isbn ? { gtin14: `0${isbn}` } : {}) };
}

const AMAZON_HOST = /(?:^|\.)amazon\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/;
const AMAZON_PATH =
  /\/(?:dp|gp\/product|gp\/aw\/d|gp\/offer-listing|product|d)\/([Bb][0-9A-Za-z]{9}|\d{9}[\dXx])(?:\/|$)/;

/**
 * A URL: a Digital Link names its GTIN, an Amazon page its ASIN, any other page itself. A wrong check digit is
 * a mistake only in a full 14-digit Digital Link; `/2024/01/20240115` is somebody's ordinary path.
 */
function fromUrl(text: string): Reference | null {
  const link = normaliseLink(text);
  if (link === null) return null;
  const digital = parseDigitalLink(text);
  if (digital && (digital.value.length === 14 || ['valid', 'restricted'].includes(digital.gtin.status)))
    return fromReading(digital.gtin, digital.value);
  const url = URL.parse(text);
  const asin = url && AMAZON_HOST.test(url.hostname) ? AMAZON_PATH.exec(url.pathname)?.[1] : undefined;
  return asin ? fromAsin(asin) : { kind: 'link', link };
}

/** Digits of the length of a GTIN, spaces and dashes aside. An ISSN is written with its dash and fails as a GTIN-8. */
function fromDigits(text: string): Reference | null {
  const digits = normaliseGtin(text);
  const issn = /^\d{4}-\d{3}[\dXx]$/.test(text) ? issnToGtin13(text) : null;
  const isGtinLength = /^(?:\d{8}|\d{12,14})$/.test(digits);
  const reading = isGtinLength ? readGtin(digits) : null;
  if (issn && reading?.status !== 'valid') return { kind: 'gtin', gtin14: `0${issn}`, form: 'issn' };
  if (!reading) return null;
  const reference = fromReading(reading, text);
  const upcE = /^0\d{7}$/.test(digits) ? readUpcE(digits) : null;
  // What a person types is a UPC-E rather than a shop's number, so that is the check digit to tell.
  if (reading.status === 'checksum' && upcE?.status === 'checksum') return fromReading(upcE, text);
  if (reference.kind === 'restricted' && upcE?.status === 'valid')
    return { ...reference, upc_e: upcE.gtin14 };
  return reference;
}

/** An ASIN begins with B0, or with B or BT and has digits, so that words such as BOOKSHELFS stay words. */
const ASIN = /^(?:B\d[0-9A-Z]{8}|BT(?=[A-Z]*\d)[0-9A-Z]{8})$/i;
const LABEL = /^(?:gtin|ean|upc|isbn|issn|asin)(?:-?(?:\d{1,2}|[ae]))?\s*[:#]\s*/i;
const SELLER_SKU = /^([a-z0-9][a-z0-9._-]*):(\S.*)$/s;

/**
 * Reads a reference, first match first: our own id, URL, `<seller>:<sku>`, GTIN digits, ASIN, ISBN-10, plain
 * language. Digits of a GTIN's length that fail the check digit are `invalid_identifier`, never text; a restricted
 * code is one seller's own and names nothing by itself. Six or seven digits may be a UPC-E without its check digit.
 */
export function classifyReference(given: string): Reference {
  const text = given.trim().replace(LABEL, '');
  const id = parseId(text);
  if (id) return { kind: 'id', id: id.kind, key: id.key };
  const url = fromUrl(text);
  if (url) return url;
  const [, seller, sku] = SELLER_SKU.exec(text) ?? [];
  if (seller !== undefined && sku !== undefined) return { kind: 'seller_sku', seller, sku };
  const digits = fromDigits(text);
  if (digits) return digits;
  if (ASIN.test(text)) return fromAsin(text);
  const isbn = isbn10ToGtin13(text);
  if (isbn) return { kind: 'gtin', gtin14: `0${isbn}`, form: 'isbn10' };
  const upcE = /^\d{6,7}$/.test(text) ? readUpcE(text) : null;
  return { kind: 'text', text, ...(upcE?.status === 'valid' && { upc_e: upcE.gtin14 }) };
}
