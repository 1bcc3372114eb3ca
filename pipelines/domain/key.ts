import { createHash } from 'node:crypto';
import { murmur64 } from './murmur.ts';

/**
 * 64-bit keys. Everything the index can be asked for has one, made from the text that first identified it, so
 * an id is the same on every machine and after every rebuild. A public id is its prefix and the key as 16
 * hexadecimal digits. The SQL twin is the macro `key64` in warehouse/sql/macros.sql.
 */
export type Key = bigint;

const SEPARATOR = '\u001f';

/** The last eight bytes of the MD5 of the parts joined by U+001F, read little-endian (`md5_number_lower` in DuckDB). */
export function key64(...parts: string[]): Key {
  return createHash('md5').update(parts.join(SEPARATOR)).digest().readBigUInt64LE(8);
}

/**
 * Key of one row of one seller's feed; also of its offer, and of its variant and product while it stands alone. A sku
 * that a seller gave to another article begins a new `generation` (pipelines/domain/reused_sku.ts); the first is 0.
 */
export function listingKey(seller: string, sku: string, generation = 0): Key {
  return generation === 0 ? key64('listing', seller, sku) : key64('listing', seller, sku, String(generation));
}

/** The key of the newest generation of a seller's sku; `exists` tells whether a key is a listing's. */
export function newestListingKey(seller: string, sku: string, exists: (key: Key) => boolean): Key {
  let newest = listingKey(seller, sku);
  for (let generation = 1; ; generation++) {
    const next = listingKey(seller, sku, generation);
    if (!exists(next)) return newest;
    newest = next;
  }
}

/** Odd, so multiplying by it is a bijection of 64-bit numbers: the golden ratio's fraction, as in Fibonacci hashing. */
const GTIN_SPREAD = 0x9e3779b97f4a7c15n;

/** Key of the trade item that a 14-digit GTIN names: no digest is needed, for a GTIN is a number of 47 bits already. */
export function gtinKey(gtin14: string): Key {
  return BigInt.asUintN(64, BigInt(gtin14) * GTIN_SPREAD);
}

/** Key of the trade item that a manufacturer's part number names; both parts already folded by `foldKey`. */
export function brandMpnKey(brandFolded: string, mpnFolded: string): Key {
  return murmur64(`brand_mpn${SEPARATOR}${brandFolded}${SEPARATOR}${mpnFolded}`);
}

/** Key of a seller's item group, which ties variants into a product. */
export function itemGroupKey(seller: string, itemGroupId: string): Key {
  return murmur64(`item_group${SEPARATOR}${seller}${SEPARATOR}${itemGroupId}`);
}

/** Key of a product link, already normalised by `normaliseLink`. */
export function linkKey(link: string): Key {
  return murmur64(`link${SEPARATOR}${link}`);
}

/** Key of an Amazon Standard Identification Number, upper case. */
export function asinKey(asin: string): Key {
  return murmur64(`asin${SEPARATOR}${asin}`);
}

const ID_PREFIXES = { product: 'prd_', variant: 'var_', offer: 'off_' } as const;
export type IdKind = keyof typeof ID_PREFIXES;

const ALIASES = { product: 0x7072645f616c6961n, variant: 0x7661725f616c6961n } as const;

/**
 * The key that a product or variant is found by where its own one is a listing's or variant's of another product too:
 * ids are inherited, so a product may have that of a GTIN which another product carries now. SQL twin: `alias_key`.
 */
export function aliasKey(kind: keyof typeof ALIASES, key: Key): Key {
  return key ^ ALIASES[kind];
}

/** `prd_0123456789abcdef` from a key. */
export function formatId(kind: IdKind, key: Key): string {
  return ID_PREFIXES[kind] + key.toString(16).padStart(16, '0');
}

/** The kind and key of an id of ours, or null when the text is none. */
export function parseId(text: string): { kind: IdKind; key: Key } | null {
  const match = /^(prd|var|off)_([0-9a-f]{16})$/.exec(text);
  if (!match) return null;
  const kind = match[1] === 'prd' ? 'product' : match[1] === 'var' ? 'variant' : 'offer';
  return { kind, key: BigInt(`0x${match[2]}`) };
}
