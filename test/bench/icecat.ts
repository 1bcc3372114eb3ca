import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import type { TextLine } from '../../warehouse/text/text_line.ts';

/** Electronics and office products of Icecat with queries judged by people (querqy/chorus). */
export interface JudgedSet {
  lines: TextLine[];
  /** Of each query with a relevant product: the ratings, 0 to 3, by product number. */
  queries: { q: string; ratings: Map<number, number> }[];
}

export type Record_ = Record<string, string | number | boolean | string[]>;

/** The set in a folder, or null where it is not there. */
export function readJudgedSet(folder: string): JudgedSet | null {
  const ratingsFile = join(folder, 'Broad_Query_Set_rated.csv');
  if (!existsSync(ratingsFile)) return null;
  const products = readProducts(folder);
  const numbers = new Map(products.map((product, no) => [String(product['id']), no]));
  const byQuery = new Map<string, Map<number, number>>();
  for (const row of readFileSync(ratingsFile, 'utf8').trim().split('\n').slice(1)) {
    const [, q = '', id = '', rating = '0'] = /^(.*),([^,]*),([^,]*)$/.exec(row.trim()) ?? [];
    const no = numbers.get(id);
    const ratings = byQuery.get(q) ?? new Map<number, number>();
    byQuery.set(q, ratings);
    if (no !== undefined) ratings.set(no, Number(rating));
  }
  return {
    lines: products.map(lineOf),
    queries: [...byQuery]
      .map(([q, ratings]) => ({ q: q.replace(/^"|"$/g, ''), ratings }))
      .filter(({ ratings }) => [...ratings.values()].some((rating) => rating > 0)),
  };
}

/** The products alone, with their specifications `attr_…`, or null where the set is not there. */
export function readSpecified(folder: string): Record_[] | null {
  return existsSync(join(folder, 'products-1.json.zip')) ? readProducts(folder) : null;
}

function readProducts(folder: string): Record_[] {
  return [1, 2, 3, 4].flatMap(
    (part) => JSON.parse(readZip(join(folder, `products-${part}.json.zip`))) as Record_[],
  );
}

function lineOf(product: Record_, product_no: number): TextLine {
  const attributes = Object.entries(product).filter(([name]) => name.startsWith('attr_'));
  return {
    product_no,
    rank: 0,
    brand: String(product['supplier'] ?? ''),
    mpn: String(product['name'] ?? ''),
    title: String(product['title'] ?? ''),
    attributes: Object.fromEntries(
      attributes.map(([name, value]) => [`general.${name.slice(7)}`, String(value)]),
    ),
    description: String(product['short_description'] ?? ''),
  };
}

/** The only file of a zip archive. */
function readZip(path: string): string {
  const bytes = readFileSync(path);
  const directory = bytes.readUInt32LE(bytes.lastIndexOf(Buffer.from('PK\u0005\u0006')) + 16);
  const length = bytes.readUInt32LE(directory + 20);
  const local = bytes.readUInt32LE(directory + 42);
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  return inflateRawSync(bytes.subarray(start, start + length)).toString('utf8');
}

/** Normalised discounted cumulative gain of the first ten, gain 2^rating - 1; what nobody rated counts nothing. */
export function ndcg(ranked: readonly number[], ratings: ReadonlyMap<number, number>): number {
  const gain = (rating: number, place: number) => (2 ** rating - 1) / Math.log2(place + 2);
  const ideal = [...ratings.values()].sort((a, b) => b - a).slice(0, 10);
  const best = ideal.reduce((sum, rating, place) => sum + gain(rating, place), 0);
  return ranked.slice(0, 10).reduce((sum, no, place) => sum + gain(ratings.get(no) ?? 0, place), 0) / best;
}
