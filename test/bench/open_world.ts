import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { Database } from '../../warehouse/database.ts';
import { readJudgedSet } from './icecat.ts';
import { ingestFeeds } from './ingest_feeds.ts';
import { otherSellersTitle, randomOf } from './other_seller.ts';
import { placementsSql } from './placements.ts';

/** One article: no other row of its set has its title and brand. */
export interface Article {
  id: string;
  title: string;
  brand: string;
  color: string;
  price: number;
}

const SELLERS = 5;
/** Shares of articles that a second seller has too. */
const PARTNERS = [0, 0.01, 0.05, 0.2, 0.5];

/**
 * What is published without a person where nearly no listing has a partner: the articles of a set dealt over five
 * sellers without GTIN, a share of them at a second seller too under a title of its own, through feeds and `ingest`.
 * A variant of listings of two articles is wrong (a product may have several variants). OPEN_WORLD_PARTNERS=0,0.5 and OPEN_WORLD_SETS=esci choose.
 */
export async function benchOpenWorld(folder: string): Promise<void> {
  const sets = process.env['OPEN_WORLD_SETS']?.split(',') ?? ['esci', 'icecat'];
  const shares = process.env['OPEN_WORLD_PARTNERS']?.split(',').map(Number) ?? PARTNERS;
  for (const set of sets) {
    const all = set === 'esci' ? readEsci(folder) : readIcecat(folder);
    const articles = onlyOnce(all);
    console.log(
      `Open world, ${set}: ${articles.length} articles of ${SELLERS} sellers (${all.length - articles.length} left out, whose title and brand are another's too)`,
    );
    for (const share of shares) await measure(articles, share);
  }
}

export function readEsci(folder: string): Article[] {
  const path = join(folder, 'search-esci', 'products.ndjson.gz');
  if (!existsSync(path)) return [];
  const random = randomOf(7);
  return gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => {
      const { id, title, brand, color } = JSON.parse(line) as Record<string, string>;
      // The set has no prices.
      const price = Math.round(Math.exp(3 + random() * 2) * 100) / 100;
      return { id: id ?? '', title: title ?? '', brand: brand ?? '', color: color ?? '', price };
    });
}

function readIcecat(folder: string): Article[] {
  const set = readJudgedSet(join(folder, 'search-icecat'));
  const random = randomOf(8);
  return (set?.lines ?? []).map(({ product_no, title, brand }) => ({
    id: String(product_no),
    title: title ?? '',
    brand: brand ?? '',
    color: '',
    price: Math.round(Math.exp(3 + random() * 3) * 100) / 100,
  }));
}

export function onlyOnce(articles: readonly Article[]): Article[] {
  const keyOf = ({ title, brand }: Article) => `${title}\n${brand}`.toLowerCase();
  const times = new Map<string, number>();
  for (const one of articles) times.set(keyOf(one), (times.get(keyOf(one)) ?? 0) + 1);
  return articles.filter((one) => one.title !== '' && times.get(keyOf(one)) === 1);
}

async function measure(articles: readonly Article[], share: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-open-world-'));
  try {
    const started = performance.now();
    const partners = await writeFeeds(articles, share, folder);
    const data = join(folder, 'data');
    await ingestFeeds(configurationOf(folder), data);
    await using database = await Database.open({ memoryLimit: '1GiB', spill: join(folder, 'spill') });
    await database.run('place', `create temp table placed as ${await placementsSql(data)}`);
    const [found] = await database.rows<Record<string, string>>('count groups', COUNTS);
    const [listings, wrong, pairs, right] = ['listings', 'wrong', 'pairs', 'right'].map((name) =>
      Number(found?.[name]),
    ) as [number, number, number, number];
    const thousandth = (1000 * wrong) / listings;
    console.log(
      `  ${(share * 100).toFixed(0).padStart(2)} % partners: ${thousandth.toFixed(2)} of 1,000 listings grouped with another article (at most 2); ` +
        `${pairs} pairs joined, precision ${(right / Math.max(1, pairs)).toFixed(4)}, recall ${(right / Math.max(1, partners)).toFixed(3)} of ${partners}; ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    if (process.env['OPEN_WORLD_SHOW'])
      console.log(
        (await database.rows<{ line: string }>('show wrong pairs', WRONG))
          .map(({ line }) => `    ${line}`)
          .join('\n'),
      );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const COUNTS = `
  with groups as (
    select variant_key, count(distinct item) > 1 as wrong from placed group by variant_key
  ), pairs as (
    select one.item = other.item as right
    from placed as one join placed as other on one.variant_key = other.variant_key and one.listing_key < other.listing_key
  )
  select
    (select count(*) from placed) as listings,
    (select count(*) from placed join groups using (variant_key) where wrong) as wrong,
    (select count(*) from pairs) as pairs,
    (select count(*) from pairs where "right") as "right"`;
const WRONG = `
  select concat(one.confidence, ' | ', one.title, ' | ', other.title) as line
  from placed as one join placed as other
    on one.variant_key = other.variant_key and one.listing_key < other.listing_key and one.item <> other.item
  order by one.confidence desc limit 40`;

async function writeFeeds(articles: readonly Article[], share: number, folder: string): Promise<number> {
  const random = randomOf(11);
  const lines = Array.from({ length: SELLERS }, () => ['id,title,brand,color,price']);
  let partners = 0;
  const cell = (text: string) => `"${text.replaceAll('"', '""').replaceAll('\n', ' ')}"`;
  const add = (seller: number, { id, title, brand, color, price }: Article) =>
    lines[seller]?.push([id, title, brand, color].map(cell).concat(price.toFixed(2)).join(','));
  for (const article of articles) {
    const seller = Math.floor(random() * SELLERS);
    add(seller, article);
    if (random() >= share) continue;
    partners++;
    const other = (seller + 1 + Math.floor(random() * (SELLERS - 1))) % SELLERS;
    const title = otherSellersTitle(article.title, article.brand, random);
    const price = article.price * Math.exp((random() - 0.5) * 0.2);
    add(other, { ...article, title, price, brand: random() < 0.1 ? '' : article.brand });
  }
  await mkdir(folder, { recursive: true });
  for (const [seller, rows] of lines.entries())
    await writeFile(join(folder, `seller_${seller}.csv`), `${rows.join('\n')}\n`);
  return partners;
}

const configurationOf = (folder: string): Configuration => ({
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  memory_limit: '1GiB',
  sellers: Array.from({ length: SELLERS }, (_, seller) => ({
    id: `seller${seller}`,
    name: `Seller ${seller}`,
    kind: 'retailer' as const,
    access: 'merchant_feed' as const,
    feeds: [{ name: 'all', url: join(folder, `seller_${seller}.csv`), format: 'google' as const }],
  })),
});
