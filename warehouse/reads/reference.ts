import { readGtin } from '../../pipelines/domain/gtin.ts';
import {
  aliasKey,
  asinKey,
  formatId,
  gtinKey,
  type Key,
  linkKey,
  newestListingKey,
} from '../../pipelines/domain/key.ts';
import { normaliseLink } from '../../pipelines/domain/link.ts';
import type { Listing, MatchMethod, Product } from '../../pipelines/domain/listing.ts';
import { classifyReference, type Reference } from '../../pipelines/domain/reference.ts';
import type { Found, Snapshot } from './snapshot.ts';

/** How a reference was resolved; `confidence` is the probability that the product is the one meant. */
export interface Match {
  method: MatchMethod;
  confidence: number;
}

/** A product that a reference leads to. */
export interface ResolvedReference extends Found {
  outcome: 'found';
  kind: Reference['kind'];
  match: Match;
  /** Which listings the reference names itself; null where it names the product as a whole. */
  names: ((listing: Listing) => boolean) | null;
}

/** Something close to a reference that leads nowhere. */
export interface Suggestion {
  /** A reference that does lead to the product. */
  ref: string;
  product_id: string;
  /** Of a product that was found by words. */
  title?: string;
}

export interface UnresolvedReference {
  outcome: 'invalid_identifier' | 'not_found';
  /** What is wrong, with the value, and what to do. */
  detail: string;
  suggestions: Suggestion[];
}

export type Resolution = ResolvedReference | UnresolvedReference;

/** What a reference names in this index: read as UPC-E where that leads to something known, else as it stands. */
export function readReference(snapshot: Snapshot, text: string): Reference {
  const reference = classifyReference(text);
  const upcE = 'upc_e' in reference ? reference.upc_e : undefined;
  return upcE !== undefined && snapshot.find(gtinKey(upcE))
    ? { kind: 'gtin', gtin14: upcE, form: 'upc_e' }
    : reference;
}

/**
 * From an identifier to its product: keys only, nothing is read (`resolveAnyReference` takes plain language too). An
 * id that became another leads to what it became; a code that fails its checksum and a seller's own code without the
 * seller lead nowhere.
 */
export function resolveReference(snapshot: Snapshot, text: string): Resolution {
  const reference = readReference(snapshot, text);
  switch (reference.kind) {
    case 'id':
      return resolveId(snapshot, reference);
    case 'gtin':
      return resolveGtin(snapshot, reference);
    case 'asin':
      return resolveAsin(snapshot, reference);
    case 'link':
      return resolveLink(snapshot, reference.link);
    case 'seller_sku':
      return resolveSellerSku(snapshot, reference);
    case 'restricted':
      return unresolvedRestricted(snapshot, reference);
    case 'invalid_identifier':
      return invalidIdentifier(reference);
    default:
      return missing(
        `"${shortened(reference.text)}" is plain language, which is not resolved here; give a GTIN, UPC, EAN, ISBN, ASIN, <seller>:<sku>, product link or id`,
      );
  }
}

/** The listings that a resolved reference is about: those of the variant it names, or all. */
export function namedListings(product: Product, { names }: Pick<ResolvedReference, 'names'>): Listing[] {
  const named = names ? product.listings.filter(names) : [];
  if (named.length === 0) return product.listings;
  const variants = new Set(named.map((listing) => listing.variant_id));
  return product.listings.filter((listing) => variants.has(listing.variant_id));
}

/** As resolved; a reference that names one listing is as sure as that listing's place in the product. */
export function matchOf(
  product: Product,
  { match, names }: Pick<ResolvedReference, 'match' | 'names'>,
): Match {
  const named = match.method === 'reference' && names ? product.listings.find(names) : undefined;
  return named ? { method: 'reference', confidence: named.confidence } : match;
}

function found(
  hit: Found,
  kind: Reference['kind'],
  match: Match,
  names: ResolvedReference['names'],
): ResolvedReference {
  return { outcome: 'found', ...hit, kind, match, names };
}

const BY_REFERENCE: Match = { method: 'reference', confidence: 1 };

function resolveId(snapshot: Snapshot, { id, key }: Extract<Reference, { kind: 'id' }>): Resolution {
  const hit = (id === 'offer' ? null : snapshot.find(aliasKey(id, key))) ?? snapshot.find(key);
  const text = formatId(id, key);
  if (!hit) return missing(`there is no ${id} ${text}`);
  if (id === 'product') return found(hit, 'id', BY_REFERENCE, null);
  if (id === 'offer') return found(hit, 'id', BY_REFERENCE, (listing) => listing.offer_id === text);
  return found(hit, 'id', BY_REFERENCE, (listing) => listing.variant_id === text);
}

function hasGtin(gtin14: string): (listing: Listing) => boolean {
  return (listing) => listing.gtin === gtin14 && !listing.gtin_conflict;
}

function resolveGtin(snapshot: Snapshot, { gtin14, base }: Extract<Reference, { kind: 'gtin' }>): Resolution {
  const hit = snapshot.find(gtinKey(gtin14));
  if (hit) {
    const match: Match = { method: 'gtin_exact', confidence: snapshot.calibration.gtin_exact };
    return found(hit, 'gtin', match, hasGtin(gtin14));
  }
  const inner = base === undefined ? null : snapshot.find(gtinKey(base));
  if (!inner || base === undefined) return missing(`no product has the GTIN ${gtin14}`);
  return missing(`no product has the GTIN ${gtin14}; it is a packaging level of ${base}, which is known`, [
    { ref: base, product_id: inner.product_id },
  ]);
}

function resolveAsin(snapshot: Snapshot, { asin, gtin14 }: Extract<Reference, { kind: 'asin' }>): Resolution {
  const hit = snapshot.find(asinKey(asin));
  if (hit) return found(hit, 'asin', BY_REFERENCE, null);
  return gtin14 === undefined
    ? missing(`no product has the ASIN ${asin}`)
    : resolveGtin(snapshot, { kind: 'gtin', gtin14, form: 'isbn10' });
}

function resolveLink(snapshot: Snapshot, link: string): Resolution {
  const hit = snapshot.find(linkKey(link));
  if (!hit) return missing(`no listing has the link ${shortened(link)}, or several products share it`);
  return found(
    hit,
    'link',
    BY_REFERENCE,
    (listing) => listing.url !== null && normaliseLink(listing.url) === link,
  );
}

function newestKey(snapshot: Snapshot, seller: string, sku: string): Key {
  return newestListingKey(seller, sku, (key) => snapshot.find(key) !== null);
}

function resolveSellerSku(
  snapshot: Snapshot,
  { seller, sku }: Extract<Reference, { kind: 'seller_sku' }>,
): Resolution {
  const key = newestKey(snapshot, seller, sku);
  const hit = snapshot.find(key);
  const isListing = (listing: Listing) => listing.offer_id === formatId('offer', key);
  if (hit) return found(hit, 'seller_sku', BY_REFERENCE, isListing);
  const reading = readGtin(sku);
  const byCode =
    reading.status === 'restricted' ? snapshot.find(newestKey(snapshot, seller, reading.code)) : null;
  if (byCode) return found(byCode, 'seller_sku', BY_REFERENCE, null);
  return snapshot.sellers().some(({ id }) => id === seller)
    ? missing(`seller ${seller} has no listing ${shortened(sku)}`)
    : missing(`there is no seller ${seller}; GET /v1/sellers lists them`);
}

/** The sellers that use the code are named, for only with one of them it means something. */
function unresolvedRestricted(
  snapshot: Snapshot,
  { code, upc_e }: Extract<Reference, { kind: 'restricted' }>,
): UnresolvedReference {
  const suggestions = snapshot.sellers().flatMap(({ id }) => {
    const hit = snapshot.find(newestKey(snapshot, id, code));
    return hit ? [{ ref: `${id}:${code}`, product_id: hit.product_id }] : [];
  });
  const asUpcE = upc_e === undefined ? '' : ` (read as UPC-E it is ${upc_e}, which no product has)`;
  return missing(
    `${code} is a restricted code, which each seller gives its own meaning${asUpcE}; give it as <seller>:${code}`,
    suggestions,
  );
}

function invalidIdentifier({
  value,
  expected,
}: Extract<Reference, { kind: 'invalid_identifier' }>): UnresolvedReference {
  const detail =
    expected === null
      ? `${shortened(value)} cannot be a GTIN: it has no digit other than 0`
      : `${shortened(value)} fails its checksum: with these digits the last one would be ${expected}; check it for a typing error`;
  return { outcome: 'invalid_identifier', detail, suggestions: [] };
}

function missing(detail: string, suggestions: Suggestion[] = []): UnresolvedReference {
  return { outcome: 'not_found', detail, suggestions };
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
