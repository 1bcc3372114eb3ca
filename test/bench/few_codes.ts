import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import type { MatchRecord } from '../../pipelines/match/titles/read/record.ts';
import { Database } from '../../warehouse/database.ts';
import { ingestFeeds } from './ingest_feeds.ts';
import { hasMatchData } from './match_data.ts';
import { randomOf } from './other_seller.ts';
import { placementsSql } from './placements.ts';
import { publicDraws, type SmallCatalogue } from './small_catalogues.ts';

/** So many GTINs are shared by the two sellers. */
const SHARED = [0, 100, 300, 1_000];
/** Shares of the left seller's listings that the right one has too; those without a partner are drawn as often as a share says. */
const PARTNERS = [0, 0.2, 0.5];
const SELLERS = ['left', 'right'] as const;

/**
 * What is published without a person of two sellers that share few GTINs: two sellers of `FEW_CODES_LISTINGS` (default
 * 2,000) listings each, drawn from public sets, through feeds and `ingest`. Of the partners beyond those that share a
 * GTIN half have a code at the left alone and half at neither; of what has no partner half have one. With 0 % of
 * partners none but those that share their GTIN has one. FEW_CODES_SETS, FEW_CODES_SHARED and FEW_CODES_PARTNERS choose.
 */
export async function benchFewCodes(folder: string | undefined): Promise<void> {
  if (!hasMatchData(folder))
    return console.log('Few codes: skipped, MATCH_DATA names no folder with the sets');
  const listings = Number(process.env['FEW_CODES_LISTINGS'] ?? 2_000);
  const chosen = (name: string) => process.env[`FEW_CODES_${name}`]?.split(',');
  const draws = publicDraws(folder);
  for (const set of chosen('SETS') ?? draws.keys()) {
    const [draw] = draws.get(set) ?? [];
    if (!draw) throw new Error(`FEW_CODES_SETS: ${set} is none of ${[...draws.keys()].join(', ')}`);
    for (const shared of chosen('SHARED')?.map(Number) ?? SHARED)
      for (const share of chosen('PARTNERS')?.map(Number) ?? PARTNERS) {
        const drawn = draw(listings, share + shared / listings, randomOf(21));
        const sides = codedRows(share === 0 ? withPartners(drawn, shared) : drawn, shared);
        // Of a small set nobody is left who has no partner.
        const isEmpty = sides.some((rows) => rows.length === 0);
        const found = isEmpty
          ? 'skipped: the set has no listings of that kind for one side'
          : await measure(sides);
        console.log(`Few codes, ${set}, ${shared} shared GTINs, ${found}`);
      }
  }
}

interface Row {
  item: number;
  gtin: string | null;
  record: MatchRecord;
}

async function measure(sides: readonly [Row[], Row[]]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-few-codes-'));
  try {
    const started = performance.now();
    await writeFeeds(sides, folder);
    const data = join(folder, 'data');
    await ingestFeeds(configurationOf(folder), data);
    await using database = await Database.open({ memoryLimit: '1GiB', spill: join(folder, 'spill') });
    await database.run('place', `create temp table placed as ${await placementsSql(data)}`);
    const [found] = await database.rows<Record<string, string>>('count pairs', COUNTS);
    const [pairs, right, by_code] = ['pairs', 'right', 'by_code'].map((name) =>
      Number(found?.[name]),
    ) as Three;
    const [left, other] = sides.map((rows) => new Set(rows.map(({ item }) => item))) as [
      Set<number>,
      Set<number>,
    ];
    const partners = left.intersection(other).size - by_code;
    if (process.env['FEW_CODES_SHOW'])
      for (const { line } of await database.rows<{ line: string }>('show wrong pairs', WRONG))
        console.log(`    ${line}`);
    return (
      `${partners} more partners among ${sides.map((rows) => rows.length).join(' and ')} listings: ${pairs} pairs joined by title, ${pairs - right} wrong ` +
      `(at most 2 of 100), recall ${(right / Math.max(1, partners)).toFixed(3)}; ${((performance.now() - started) / 1000).toFixed(0)} s`
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Three = [number, number, number];

/** The first `count` partners alone. */
function withPartners({ left, right, partnerOf }: SmallCatalogue, count: number): SmallCatalogue {
  const kept = new Map([...partnerOf].slice(0, count));
  const dropped = new Set([...partnerOf].slice(count).map(([, j]) => j));
  const places = [...right.keys()].filter((j) => !dropped.has(j));
  const placeOf = new Map(places.map((j, at) => [j, at]));
  return {
    left,
    right: places.map((j) => right[j] as MatchRecord),
    partnerOf: new Map([...kept].map(([i, j]) => [i, placeOf.get(j) as number])),
  };
}

/** The listings of both sellers, each with the number of its item, and the codes that they state. */
function codedRows({ left, right, partnerOf }: SmallCatalogue, shared: number): [Row[], Row[]] {
  const random = randomOf(22);
  const itemOf = new Map([...partnerOf].map(([i, j]) => [j, i]));
  const both = new Set([...partnerOf.keys()].slice(0, shared));
  const rowOf = (record: MatchRecord, item: number, isCoded: boolean): Row => ({
    item,
    gtin: isCoded ? gtinOf(item) : null,
    record,
  });
  const lefts = left.map((record, i) => rowOf(record, i, both.has(i) || random() < 0.5));
  const rights = right.map((record, j) => {
    const item = itemOf.get(j);
    if (item === undefined) return rowOf(record, left.length + j, random() < 0.5);
    return rowOf(record, item, both.has(item));
  });
  // No two sellers share a code: then none is stated.
  return shared === 0 ? [lefts.map(bare), rights.map(bare)] : [lefts, rights];
}

const bare = (row: Row): Row => ({ ...row, gtin: null });

/** A GTIN-13 with its check digit. */
function gtinOf(item: number): string {
  const digits = `40${String(item * 7_919 + 1_000_003).padStart(10, '0')}`;
  const sum = Array.from(digits, Number).reduce(
    (total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

async function writeFeeds(sides: readonly Row[][], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const cell = (text: string | null | undefined) =>
    `"${(text ?? '').replaceAll('"', '""').replaceAll('\n', ' ')}"`;
  for (const [at, rows] of sides.entries()) {
    const lines = rows.map(({ item, gtin, record }) => {
      const { title, brand, mpn, price_minor, quantity, attributes } = record;
      const price = price_minor ? (price_minor / 100).toFixed(2) : '10.00';
      return [String(item), gtin, title, brand, mpn, price, quantity, attributes?.['color']]
        .map(cell)
        .join(',');
    });
    const header = 'id,gtin,title,brand,mpn,price,unit_pricing_measure,color';
    await writeFile(join(folder, `${SELLERS[at]}.csv`), `${[header, ...lines].join('\n')}\n`);
  }
}

const PAIRS = `
  select one.item = other.item as "right", one.confidence, one.title as one, other.title as other,
    'title_fuzzy' in (one.method, other.method) as by_title
  from placed as one join placed as other
    on one.variant_key = other.variant_key and one.listing_key < other.listing_key
`;
const COUNTS = `
  select
    count(*) filter (by_title) as pairs,
    count(*) filter (by_title and "right") as "right",
    count(*) filter (not by_title and "right") as by_code
  from (${PAIRS})`;
const WRONG = `
  select concat(confidence, ' | ', one, ' | ', other) as line from (${PAIRS}) where by_title and not "right" order by confidence desc limit 40`;

const configurationOf = (folder: string): Configuration => ({
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  memory_limit: '1GiB',
  sellers: SELLERS.map((id) => ({
    id,
    name: id,
    kind: 'retailer' as const,
    access: 'merchant_feed' as const,
    feeds: [{ name: 'all', url: join(folder, `${id}.csv`), format: 'google' as const }],
  })),
});
