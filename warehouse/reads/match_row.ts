import { type GtinReading, readGtin } from '../../pipelines/domain/gtin.ts';
import { brandMpnKey, gtinKey } from '../../pipelines/domain/key.ts';
import type { Product } from '../../pipelines/domain/listing.ts';
import { foldKey } from '../../pipelines/domain/title.ts';
import type { Match } from './reference.ts';
import type { Found, Snapshot } from './snapshot.ts';

/** A caller's row: what it knows of one item, as text. */
export interface MatchRow {
  id: string;
  gtin?: string;
  brand?: string;
  mpn?: string;
  title?: string;
}

export const UNMATCHED_REASONS = [
  'gtin_checksum',
  'gtin_malformed',
  'gtin_restricted',
  'gtin_unknown',
  'brand_mpn_unknown',
  'title_only',
  'nothing_to_match',
] as const;
export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];

/** A product that may be meant. `packaging_level`: the row's GTIN is a pack of it. */
export interface Candidate {
  product_id: string;
  basis: 'packaging_level' | 'brand_mpn';
  confidence?: number;
}

export type RowMatch =
  | ({ id: string; product_id: string } & Match)
  | { id: string; reason: UnmatchedReason; detail?: string; candidate?: Candidate };

/** Products read at once to see whether their GTIN contradicts a row's. */
const PRODUCTS_PER_READ = 1_000;

/**
 * Which products these rows are, in their order. Key lookups alone, but for rows whose GTIN nobody has while
 * their brand and part number are known: those products are read, because two GTINs are never one item.
 */
export async function matchRows(
  snapshot: Snapshot,
  rows: readonly MatchRow[],
  signal?: AbortSignal,
): Promise<RowMatch[]> {
  const doubtful: Doubt[] = [];
  const matches = rows.map((row, index): RowMatch => {
    const reading = readGtin(row.gtin);
    const byGtin = reading.status === 'valid' ? snapshot.find(gtinKey(reading.gtin14)) : null;
    if (byGtin) return matched(row, byGtin, 'gtin_exact', snapshot);
    const byMpn = findMpn(snapshot, row);
    if (!byMpn) return unmatched(snapshot, row, reading);
    if (reading.status === 'valid') doubtful.push({ index, row, reading, hit: byMpn });
    return matched(row, byMpn, 'brand_mpn', snapshot);
  });
  for (let from = 0; from < doubtful.length; from += PRODUCTS_PER_READ) {
    const doubts = doubtful.slice(from, from + PRODUCTS_PER_READ);
    const products = await snapshot.products(
      doubts.map(({ hit }) => hit.product_no),
      signal,
    );
    for (const [position, doubt] of doubts.entries())
      if (hasOtherGtin(products[position], doubt.row)) matches[doubt.index] = contradicted(snapshot, doubt);
  }
  return matches;
}

interface Doubt {
  index: number;
  row: MatchRow;
  reading: GtinReading & { status: 'valid' };
  hit: Found;
}

function findMpn(snapshot: Snapshot, { brand, mpn }: MatchRow): Found | null {
  if (!brand || !mpn) return null;
  return snapshot.find(brandMpnKey(foldKey(brand), foldKey(mpn)));
}

function matched(
  { id }: MatchRow,
  { product_id }: Found,
  method: 'gtin_exact' | 'brand_mpn',
  snapshot: Snapshot,
): RowMatch {
  return { id, product_id, method, confidence: snapshot.calibration[method] };
}

/** Whether a listing of this brand and part number has a GTIN; the row's own is not among them, or it would have been found. */
function hasOtherGtin(product: Product | undefined, { brand = '', mpn = '' }: MatchRow): boolean {
  const [wantedBrand, wantedMpn] = [foldKey(brand), foldKey(mpn)];
  return (product?.listings ?? []).some(
    (listing) =>
      listing.gtin !== null &&
      foldKey(listing.mpn ?? '') === wantedMpn &&
      foldKey(listing.brand ?? '') === wantedBrand,
  );
}

function contradicted(snapshot: Snapshot, { row, reading, hit }: Doubt): RowMatch {
  return {
    id: row.id,
    reason: 'gtin_unknown',
    detail: `no product has the GTIN ${reading.gtin14}; what has this brand and part number has another GTIN`,
    candidate: {
      product_id: hit.product_id,
      basis: 'brand_mpn',
      confidence: snapshot.calibration.brand_mpn,
    },
  };
}

function unmatched(snapshot: Snapshot, row: MatchRow, reading: GtinReading): RowMatch {
  const { id } = row;
  switch (reading.status) {
    case 'valid': {
      const inner = reading.base === undefined ? null : snapshot.find(gtinKey(reading.base));
      const candidate = inner && { product_id: inner.product_id, basis: 'packaging_level' as const };
      return { id, reason: 'gtin_unknown', ...(candidate ? { candidate } : {}) };
    }
    case 'restricted':
      return { id, reason: 'gtin_restricted', detail: `${reading.code} is a seller’s own code` };
    case 'checksum':
      return { id, reason: 'gtin_checksum', detail: `the last digit would be ${reading.expected}` };
    case 'malformed':
      return { id, reason: 'gtin_malformed', detail: MALFORMED[reading.reason] };
    default:
  }
  if (row.brand && row.mpn) return { id, reason: 'brand_mpn_unknown' };
  return row.title
    ? { id, reason: 'title_only', detail: 'a title is not matched by itself; give gtin, or brand and mpn' }
    : { id, reason: 'nothing_to_match', detail: 'give gtin, or brand and mpn' };
}

const MALFORMED = {
  characters: 'has characters other than digits',
  length: 'has not 8, 12, 13 or 14 digits',
  all_zero: 'has no digit other than 0',
} as const;
