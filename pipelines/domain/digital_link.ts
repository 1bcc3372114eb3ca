import { type GtinReading, readGtin } from './gtin.ts';

/** What a GS1 Digital Link names. `attributes`: application identifiers of the query, such as 17 (expiry). */
export interface DigitalLink {
  gtin: GtinReading;
  /** The path's value under 01, as written. */
  value: string;
  variant: string | null;
  lot: string | null;
  serial: string | null;
  attributes: Record<string, string>;
}

/**
 * Path after the domain and any folders: GTIN, then qualifiers in the order of the GS1 syntax dictionary, 22, 10, 21
 * or 235. Eight digits that begin with 0 are no GTIN-8, and a UPC-E is not written there: that is some page's own path.
 */
const PATH =
  /\/01\/([1-9]\d{7}|\d{12,14})(?:\/235\/[^/]+|(?:\/22\/([^/]+))?(?:\/10\/([^/]+))?(?:\/21\/([^/]+))?)\/?$/;

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray percent sign is part of the value
  }
}

/** Parses a GS1 Digital Link URI on any host, or null where the text is none. Its GTIN may still be wrong: see `gtin`. */
export function parseDigitalLink(text: string): DigitalLink | null {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol)) return null;
  const match = PATH.exec(url.pathname);
  if (!match) return null;
  const [, value = '', variant, lot, serial] = match;
  const attributes = Object.fromEntries([...url.searchParams].filter(([name]) => /^\d{2,4}$/.test(name)));
  const parts = { variant: decoded(variant), lot: decoded(lot), serial: decoded(serial) };
  return { gtin: readGtin(value), value, ...parts, attributes };
}
