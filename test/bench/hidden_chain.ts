import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { calibrationError, reliability } from '../../pipelines/match/titles/score/calibration.ts';
import { Database, literal } from '../../warehouse/database.ts';
import { ingestFeeds } from './ingest_feeds.ts';
import { placementsSql, waitingSql } from './placements.ts';

/** By the order of their ids; what they listed on any of the days. */
const CHAINS = 7;

/**
 * What is published without a person where GTINs teach: of one chain after another, the GTINs of half of its barcodes
 * are hidden, through feeds and ingest. A placement whose true partner is not in the data counts as wrong, and is shown
 * apart; so are those with listings of which none states a GTIN (a chain's own number for it: nothing tells whether it is
 * the same), and those that bear the same title under another barcode. Then how right what is joined and what waits is beside
 * the probability that it states, where the other side states a GTIN. MATCH_CHAINS=0,3 chooses chains.
 */
export async function benchHiddenChain(folder: string): Promise<void> {
  const prices = join(folder, 'grocery-il');
  if (!existsSync(prices)) {
    console.log('Hidden chain: skipped, MATCH_DATA names no folder with grocery-il in it');
    return;
  }
  const wanted = process.env['MATCH_CHAINS']?.split(',').map(Number) ?? [...Array(CHAINS).keys()];
  const stated: Stated[] = [];
  for (const chain of wanted) stated.push(...(await measure(join(prices, 'israeli_prices_*.csv.gz'), chain)));
  if (wanted.length > 1) {
    console.log(`All ${wanted.length} hidden chains together:`);
    printCalibration(stated);
  }
}

async function measure(file: string, hidden: number): Promise<Stated[]> {
  const scratch = await mkdtemp(join(tmpdir(), 'commerce-index-hidden-chain-'));
  try {
    await using database = await Database.open({ memoryLimit: '1GiB', spill: join(scratch, 'spill') });
    await database.run('read chains', CHAIN_ROWS, { file });
    await database.run('hide codes', HIDE, { hidden });
    for (let chain = 0; chain < CHAINS; chain++)
      await database.run(
        'write a feed',
        `copy (select sku, gtin, title, brand, price, quantity, unit from feed_rows where chain = ${chain}) to ${literal(join(scratch, `${chain}.csv`))}`,
      );
    const data = join(scratch, 'data');
    await ingestFeeds(configurationOf(scratch), data);
    await database.run('place', `create temp table placed as ${await placementsSql(data)}`);
    const [found] = await database.rows<Record<string, string>>('count placements', COUNTS, { hidden });
    const names = ['asked', 'placed', 'correct', 'absent', 'uncoded', 'equal'];
    const counts = names.map((name) => Number(found?.[name]));
    const [asked, placed, right, absent, uncoded, equal] = counts as Six;
    console.log(
      `Hidden chain ${hidden}: ${placed} placed by title, precision ${(right / Math.max(1, placed)).toFixed(4)} (bar ≥ 0.98), ` +
        `of ${placed - right} wrong ${absent} have no partner, ${uncoded} are with listings of no GTIN, ${equal} bear an equal title; recall ${(right / asked).toFixed(3)} of ${asked} that have one (bar ≥ 0.20)`,
    );
    await database.run('wait', `create temp table waiting as ${await waitingSql(data)}`);
    const stated = await database.rows<Stated>('judge probabilities', STATED, { hidden });
    printCalibration(stated);
    if (process.env['HIDDEN_SHOW'])
      for (const { line } of await database.rows<{ line: string }>('show wrong ones', WRONG))
        console.log(`    ${line}`);
    return stated;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type Stated = Record<'probability' | 'is_right' | 'is_joined', string>;

/** Of pairs with a stated probability, how far that is from how often they are right. */
function printCalibration(rows: readonly Stated[]): void {
  const of = (kind: string, some: readonly Stated[]) => {
    const bins = reliability(
      some.map(({ probability }) => Number(probability)),
      some.map(({ is_right }) => Number(is_right)),
    );
    const error = `calibration error ${calibrationError(bins).toFixed(3)} of ${some.length} ${kind}`;
    return { bins, error };
  };
  const all = of('pairs with a known GTIN (bar ≤ 0.04)', rows);
  const shown = all.bins
    .filter(({ count }) => count > 0)
    .map(({ count, probability, matched }) => `${count}: ${probability.toFixed(2)} → ${matched.toFixed(2)}`);
  const joined = rows.filter(({ is_joined }) => is_joined === '1');
  const waiting = rows.filter(({ is_joined }) => is_joined === '0');
  console.log(
    `  ${all.error}, ${of('joined', joined).error}, ${of('that wait', waiting).error}; ${shown.join('; ')}`,
  );
}

type Six = [number, number, number, number, number, number];

const configurationOf = (scratch: string): Configuration => ({
  market: { country: 'IL', currency: 'ILS', locale: 'he-IL' },
  memory_limit: '1GiB',
  sellers: Array.from({ length: CHAINS }, (_, chain) => ({
    id: `chain_${chain}`,
    name: `Chain ${chain}`,
    kind: 'retailer' as const,
    access: 'merchant_feed' as const,
    feeds: [
      {
        name: 'prices',
        url: join(scratch, `${chain}.csv`),
        format: 'csv' as const,
        mapping: { 'attributes.grocery.quantity': 'quantity', 'attributes.grocery.unit': 'unit' },
      },
    ],
  })),
});

/** One row per chain and barcode. */
/** One row of a barcode that was listed on several days, the same in every run: other titles are other evidence. */
const LISTED = '"שם מוצר", "מחיר (₪)", "יצרן", "כמות", "יחידת כמות"';
const CHAIN_ROWS = `create temp table chain_rows as
  select
    dense_rank() over (order by "מזהה רשת") - 1 as chain,
    "ברקוד" as barcode,
    first("שם מוצר" order by ${LISTED}) as title,
    first("יצרן" order by ${LISTED}) as brand,
    first("מחיר (₪)" order by ${LISTED}) as price,
    first("כמות" order by ${LISTED}) as quantity,
    first("יחידת כמות" order by ${LISTED}) as unit
  from read_csv($file, all_varchar = true, union_by_name = true)
  where "ברקוד" is not null
  group by "מזהה רשת", "ברקוד"`;
/** A sku tells nothing of the barcode. */
const HIDE = `create temp table feed_rows as
  select
    *,
    hash(barcode, 3) % 2 = 0 and chain = $hidden as hides,
    md5(concat(chain, '/', barcode)) as sku,
    case when hash(barcode, 3) % 2 = 0 and chain = $hidden then null else barcode end as gtin
  from chain_rows`;
const TRUTH = `
  with truth as (
    select placed.*, feed_rows.chain, feed_rows.barcode, feed_rows.hides
    from placed join feed_rows on feed_rows.sku = placed.item
  ), codes as (
    select distinct barcode from truth where gtin is not null
  ), asked as (
    select truth.*, codes.barcode is not null as has_partner
    from truth left join codes using (barcode)
    where hides and length(ltrim(barcode, '0')) >= 8
  ), judged as (
    select
      asked.*,
      exists (
        from truth where truth.variant_key = asked.variant_key and truth.barcode = asked.barcode and truth.chain <> asked.chain
      ) as correct,
      exists (
        from truth where truth.variant_key = asked.variant_key and truth.chain <> asked.chain
      ) as joined,
      exists (
        from truth
        where truth.variant_key = asked.variant_key and truth.chain <> asked.chain and truth.title = asked.title
      ) as is_equal,
      exists (
        from truth
        where truth.variant_key = asked.variant_key and truth.chain <> asked.chain
          and truth.gtin is not null
      ) as is_coded
    from asked
  )`;
const COUNTS = `${TRUTH}
  select
    count(*) filter (has_partner) as asked,
    count(*) filter (joined) as placed,
    count(*) filter (joined and correct) as correct,
    count(*) filter (joined and not correct and not has_partner) as absent,
    count(*) filter (joined and not correct and not is_coded) as uncoded,
    count(*) filter (joined and not correct and is_coded and is_equal) as equal
  from judged where $hidden is not null`;
const WRONG = `${TRUTH}
  select concat(judged.confidence, ' | ', judged.has_partner, ' | ', judged.title, ' | ', any_value(truth.title)) as line
  from judged join truth on truth.variant_key = judged.variant_key and truth.chain <> judged.chain
  where judged.joined and not judged.correct
  group by judged.confidence, judged.has_partner, judged.title, judged.item
  order by judged.confidence desc limit 40`;
const STATED = `${TRUTH}, stated as (
    select confidence as probability, correct as is_right, true as is_joined
    from judged where joined and is_coded
    union all
    select waiting.probability, one.barcode = other.barcode, false
    from waiting
    join truth as one on one.listing_key in (waiting.left_listing_key, waiting.right_listing_key)
    join truth as other
      on other.listing_key in (waiting.left_listing_key, waiting.right_listing_key) and other.listing_key <> one.listing_key
    where one.hides and length(ltrim(one.barcode, '0')) >= 8 and other.gtin is not null
  )
  select probability, is_right::integer::varchar as is_right, is_joined::integer::varchar as is_joined
  from stated where $hidden is not null`;
