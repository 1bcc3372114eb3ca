import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { Database } from '../../warehouse/database.ts';
import { OPEN_MARKETS } from '../pipelines/equivalence/labelled_pairs.ts';
import { ingestFeeds } from './ingest_feeds.ts';
import { placementsSql } from './placements.ts';

const MARKETS = join(import.meta.dirname, '../../fixtures/equivalence/open_markets');

/** A listing of a made-up market, and which article it is of. */
interface Listed {
  ref: string;
  title: string;
  item: string;
  price_minor: number;
  brand?: string;
  gtin?: string | undefined;
  mpn?: string | undefined;
  condition?: string;
  category?: string;
  attributes?: Record<string, string>;
}

/**
 * What is published without a person of made-up markets whose authors said which listing is of which article: of some
 * five sellers of 200 listings each, through feeds and `ingest`. Pairs of listings of one variant are right where they
 * are one article. OPEN_MARKETS=first,wide chooses, OPEN_MARKETS_CODES=none takes all codes and part numbers away.
 */
export async function benchOpenMarkets(): Promise<void> {
  const sums = { right: 0, wrong: 0, by_code: 0, of: 0 };
  for (const name of process.env['OPEN_MARKETS']?.split(',') ?? OPEN_MARKETS) {
    const rows = readMarket(name);
    const found = await measure(rows);
    const of = pairsOf(rows);
    console.log(
      `Open market ${name}: ${found.pairs} pairs joined by title, ${found.pairs - found.right} wrong; recall of all pairs ${((found.right + found.by_code) / of).toFixed(3)} of ${of}`,
    );
    sums.right += found.right;
    sums.wrong += found.pairs - found.right;
    sums.by_code += found.by_code;
    sums.of += of;
  }
  console.log(
    `All open markets: ${sums.right} pairs joined by title right, ${sums.wrong} wrong, recall of all pairs ${((sums.right + sums.by_code) / sums.of).toFixed(3)}`,
  );
}

function readMarket(name: string): Listed[] {
  const rows = readFileSync(join(MARKETS, `${name}.ndjson`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Listed);
  if (process.env['OPEN_MARKETS_CODES'] !== 'none') return rows;
  return rows.map((row) => ({ ...row, gtin: undefined, mpn: undefined }));
}

const sellerOf = ({ ref }: Listed): string => ref.split(':', 1)[0] as string;

/** Pairs of listings of different sellers that are one article. */
function pairsOf(rows: readonly Listed[]): number {
  let pairs = 0;
  for (const listed of Map.groupBy(rows, ({ item }) => item).values())
    listed.forEach((one, at) => {
      pairs += listed.slice(0, at).filter((other) => sellerOf(other) !== sellerOf(one)).length;
    });
  return pairs;
}

async function measure(rows: readonly Listed[]): Promise<Record<'pairs' | 'right' | 'by_code', number>> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-open-markets-'));
  try {
    const sellers = [...Map.groupBy(rows, sellerOf)];
    for (const [seller, listed] of sellers) await writeFile(join(folder, `${seller}.csv`), feedOf(listed));
    const data = join(folder, 'data');
    await ingestFeeds(
      configurationOf(
        folder,
        sellers.map(([seller]) => seller),
      ),
      data,
    );
    await using database = await Database.open({ memoryLimit: '1GiB', spill: join(folder, 'spill') });
    await database.run('place', `create temp table placed as ${await placementsSql(data)}`);
    if (process.env['OPEN_MARKETS_SHOW'])
      for (const { line } of await database.rows<{ line: string }>('show wrong pairs', WRONG))
        console.log(`    ${line}`);
    const [found] = await database.rows<Record<string, string>>('count pairs', COUNTS);
    const [pairs, right, by_code] = ['pairs', 'right', 'by_code'].map((count) =>
      Number(found?.[count]),
    ) as Three;
    return { pairs, right, by_code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Three = [number, number, number];

/** A feed whose sku is the article and the listing. */
function feedOf(listed: readonly Listed[]): string {
  const cell = (text: string | undefined) => `"${(text ?? '').replaceAll('"', '""').replaceAll('\n', ' ')}"`;
  const lines = listed.map(({ ref, item, title, price_minor, attributes, ...row }) =>
    [
      `${item}@${ref}`,
      row.gtin,
      title,
      row.brand,
      row.mpn,
      (price_minor / 100).toFixed(2),
      row.condition,
      row.category?.replaceAll('.', ' > '),
      ...['color', 'size', 'material', 'gender'].map((name) => attributes?.[`general.${name}`]),
    ]
      .map(cell)
      .join(','),
  );
  return `id,gtin,title,brand,mpn,price,condition,product_type,color,size,material,gender\n${lines.join('\n')}\n`;
}

const PAIRS = `
  select split_part(one.item, '@', 1) = split_part(other.item, '@', 1) as "right", one.confidence,
    one.title as one, other.title as other, 'title_fuzzy' in (one.method, other.method) as by_title
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
  select concat(round(confidence, 3), case when by_title then ' | ' else ' code | ' end, one, ' | ', other) as line
  from (${PAIRS}) where not "right" order by confidence desc limit 40`;

const configurationOf = (folder: string, sellers: readonly string[]): Configuration => ({
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  memory_limit: '1GiB',
  sellers: sellers.map((id) => ({
    id,
    name: id,
    kind: 'retailer' as const,
    access: 'merchant_feed' as const,
    feeds: [{ name: 'all', url: join(folder, `${id}.csv`), format: 'google' as const }],
  })),
});
