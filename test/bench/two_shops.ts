import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { Database, literal } from '../../warehouse/database.ts';
import { ingestFeeds } from './ingest_feeds.ts';
import { placementsSql } from './placements.ts';

/** What the title step may take for 1,000,000 listings, in seconds. */
const SECONDS = 60;

/**
 * That caution is no blindness: two shops without GTIN that share six of ten items (TWO_SHOPS names the folder with
 * syn_a_N.parquet, syn_b_N.parquet and syn_gold_N.parquet, LISTINGS is N), through feeds and ingest. Prints precision
 * and recall of what is published without a person, beside Splink's at p >= .9.
 */
export async function benchTwoShops(folder: string, listings: number): Promise<void> {
  const fileOf = (name: string) => join(folder, `syn_${name}_${listings}.parquet`);
  if (!existsSync(fileOf('a'))) {
    console.log(`Two shops: ${fileOf('a')} is not there; TWO_SHOPS names its folder`);
    return;
  }
  const scratch = await mkdtemp(join(tmpdir(), 'commerce-index-two-shops-'));
  try {
    const data = join(scratch, 'data');
    const steps = await ingestFeeds(configurationOf([fileOf('a'), fileOf('b')]), data);
    await using database = await Database.open({ memoryLimit: '2GiB', spill: join(scratch, 'spill') });
    await database.run(
      'place',
      `create temp table placed as select item::bigint as item, feed_no, variant_key from (${await placementsSql(data)})`,
    );
    const [found] = await database.rows<{ pairs: string; correct: string; partners: string }>(
      'count pairs',
      `with pairs as (
         select a.item as a, b.item as b from placed as a join placed as b using (variant_key)
         where a.feed_no = 0 and b.feed_no = 1
       )
       select
         (select count(*) from pairs) as pairs,
         (select count(*) from pairs semi join ${literal(fileOf('gold'))} using (a, b)) as correct,
         (select count(*) from ${literal(fileOf('gold'))}) as partners`,
    );
    const [pairs, correct, partners] = [found?.pairs, found?.correct, found?.partners].map(Number) as [
      number,
      number,
      number,
    ];
    console.log(
      `Two shops of ${listings / 2} listings: ${pairs} pairs joined, precision ${(correct / Math.max(1, pairs)).toFixed(4)} (bar ≥ 0.998; Splink at p ≥ .9: 0.9998), ` +
        `recall ${(correct / partners).toFixed(3)} (bar ≥ 0.90; Splink 0.953); titles ${steps['titles']?.toFixed(1)} s (bar ≤ ${SECONDS} s for 1,000,000)`,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

const configurationOf = (paths: readonly string[]): Configuration => ({
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  memory_limit: '2GiB',
  sellers: paths.map((url, at) => ({
    id: 'ab'[at] as string,
    name: `Shop ${'ab'[at]}`,
    kind: 'retailer' as const,
    access: 'merchant_feed' as const,
    feeds: [{ name: 'all', url, format: 'parquet' as const, mapping: { sku: 'unique_id' } }],
  })),
});
