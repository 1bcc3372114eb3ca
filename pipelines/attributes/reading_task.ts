import { storedReading } from '../domain/attribute.ts';
import type { FeedColumns } from '../domain/column_key.ts';
import { readAttributes } from './read.ts';
import { listingQuantities } from './stated_quantities.ts';

/** A listing as `rows_to_read.sql` gives it: three numbers that name it, then what is read of it, and its feed's columns. */
export type ListingRow = [
  listing_key: string,
  feed_no: string,
  content_hash: string,
  title: string,
  attributes: string | null,
  description: string | null,
  mpn: string | null,
  condition: string | null,
  columns: string | null,
];

/** What the columns of a feed are, by their JSON, which many rows share. */
const known = new Map<string, FeedColumns>();

export function readColumns(json: string | null): FeedColumns | null {
  if (json === null || json === '') return null;
  const columns = known.get(json) ?? (JSON.parse(json) as FeedColumns);
  known.set(json, columns);
  return columns;
}

/** Reads listings; a line each of what names it, its readings and the amounts it states, both as JSON, parted by tabs. */
export function readListings(rows: readonly ListingRow[]): string {
  let lines = '';
  for (const [
    listingKey,
    feedNo,
    contentHash,
    title,
    attributes,
    description,
    mpn,
    condition,
    columns,
  ] of rows) {
    const declared = attributes === null ? null : (JSON.parse(attributes) as Record<string, string>);
    const listing = { title, attributes: declared, description, mpn, condition };
    const readings = readAttributes(listing, readColumns(columns));
    const said = [readings.map(storedReading), listingQuantities(listing)].map((one) => JSON.stringify(one));
    lines += `${[listingKey, feedNo, contentHash, ...said].join('\t')}\n`;
  }
  return lines;
}
