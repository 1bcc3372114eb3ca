import { storedReading } from '../domain/attribute.ts';
import { readAttributes } from './read.ts';

/** A listing as `rows_to_read.sql` gives it: three numbers that name it, then what is read of it. */
export type ListingRow = [
  listing_key: string,
  feed_no: string,
  content_hash: string,
  title: string,
  attributes: string | null,
  description: string | null,
  mpn: string | null,
  condition: string | null,
];

/** Reads listings; a line each of what names it and its readings as JSON, parted by tabs. */
export function readListings(rows: readonly ListingRow[]): string {
  let lines = '';
  for (const [listingKey, feedNo, contentHash, title, attributes, description, mpn, condition] of rows) {
    const declared = attributes === null ? null : (JSON.parse(attributes) as Record<string, string>);
    const readings = readAttributes({ title, attributes: declared, description, mpn, condition });
    lines += `${listingKey}\t${feedNo}\t${contentHash}\t${JSON.stringify(readings.map(storedReading))}\n`;
  }
  return lines;
}
