import { tmpdir } from 'node:os';
import {
  FORECAST_HORIZONS,
  INTERVAL_LEVEL,
  type NoSignal,
  type PriceForecast,
  peerOutlookAt,
} from '../../pipelines/domain/forecast.ts';
import { seededRandom } from '../../pipelines/domain/seeded_random.ts';
import { dailySeries, waited, waitedDays } from '../../pipelines/forecast/daily_series.ts';
import { type Subject, WINDOW_DAYS } from '../../pipelines/forecast/features.ts';
import { type FeedSeries, subjectsOf } from '../../pipelines/forecast/feed_series.ts';
import { forecastSeries } from '../../pipelines/forecast/forecast_series.ts';
import { type ForecastModel, learnForecasts } from '../../pipelines/forecast/forecaster.ts';
import { type Peers, peersOf } from '../../pipelines/forecast/peers.ts';
import { LEARN_EVERY_DAYS } from '../../pipelines/forecast/write_forecasts.ts';
import { Database } from '../../warehouse/database.ts';
import { type Case, tellCases } from './forecast/cases.ts';
import { type ChainItem, readChain } from './forecast/price_chain.ts';

const FIRST_ORIGIN = Date.parse('2025-08-01T00:00:00Z') / 86_400_000;
const ORIGINS = 14;
const EVERY_DAYS = 7;

/**
 * Buy now or wait on real prices: `chain_{a,b}.parquet` and `…_seen.parquet` in `folder` (PRICE_HISTORY). At each of 14
 * Fridays what the pipeline makes of the past alone is held against what came, learning anew as often as it does.
 * Before that, how long 100,000 series of 120 days take. FORECAST_CHAINS: a or b alone, and not that. FORECAST_HALF: `even` (default) or `odd` items, by which the method was chosen and held back; `all`.
 */
export async function benchForecast(folder: string): Promise<void> {
  if (folder === '') return console.log('forecast: PRICE_HISTORY names no folder; left out');
  const half = process.env['FORECAST_HALF'] ?? 'even';
  await using database = await Database.open({ memoryLimit: '512MiB', spill: tmpdir() });
  const chains = process.env['FORECAST_CHAINS'];
  if (chains === undefined) tellSpeed();
  for (const chain of (chains ?? 'a,b').split(',')) {
    const started = performance.now();
    const items = (await readChain(database, folder, chain)).filter(
      ({ item }) => half === 'all' || isOdd(item) === (half === 'odd'),
    );
    const cases = casesOf(items);
    console.log(
      `forecast: chain ${chain}, ${half} items (${items.length}), ${cases.length} decisions, ${((performance.now() - started) / 1000).toFixed(0)} s`,
    );
    tellCases(cases);
  }
}

/** Half of the items, by a hash of their number. */
const isOdd = (item: number): boolean => (Math.imul(item, 2_654_435_761) >>> 16) % 2 === 1;

const SPEED_SERIES = 100_000;
const SPEED_DAYS = 120;
const SPEED_CATEGORIES = 500;
const SPEED_BRANDS = 1999;
/** Series that the pipeline has in memory at once. */
const AT_ONCE = 10_000;

/** Learns of 20,000 made-up series, whose promotions return as those of shops do, and forecasts 100,000. */
function tellSpeed(): void {
  const random = seededRandom(1);
  const cpu = process.cpuUsage();
  const seconds = () => (({ user, system }) => (user + system) / 1e6)(process.cpuUsage(cpu));
  const feed = (series: number): FeedSeries => {
    const days: number[] = [];
    const prices: number[] = [];
    const starts = [0];
    for (let index = 0; index < series; index++) {
      const price = 100 + Math.floor(random() * 9000);
      const every = 20 + Math.floor(random() * 30);
      for (let day = Math.floor(random() * 20); day < SPEED_DAYS; day += every) {
        const offer = 3 + Math.floor(random() * 10);
        days.push(day, day + offer);
        prices.push(price, Math.round(price * (0.7 + 0.2 * random())));
      }
      starts.push(days.length);
    }
    return {
      feed_no: 0,
      until: SPEED_DAYS - 1,
      gaps: [],
      listing_nos: Int32Array.from({ length: series }, (_, index) => index),
      categories: Int32Array.from({ length: series }, (_, index) => index % SPEED_CATEGORIES),
      brands: Int32Array.from({ length: series }, (_, index) => index % SPEED_BRANDS),
      starts: Uint32Array.from(starts),
      days: Int32Array.from(days),
      prices: Float64Array.from(prices),
    };
  };
  const learnedOf = subjectsOf(feed(20_000));
  const begun = seconds();
  const model = learnForecasts(learnedOf, SPEED_DAYS - 1);
  const learned = seconds();
  if (!model) throw new Error('too little to learn from');
  for (let done = 0; done < SPEED_SERIES; done += AT_ONCE) forecastSeries(model, subjectsOf(feed(AT_ONCE)));
  console.log(
    `forecast: ${SPEED_SERIES} series of ${SPEED_DAYS} days: learned in ${(learned - begun).toFixed(1)} s, forecast in ${(seconds() - learned).toFixed(1)} s of one processor (bar ≤ 60); ${model.outlooks.method}`,
  );
}

function casesOf(items: readonly ChainItem[]): Case[] {
  const cases: Case[] = [];
  let model: ForecastModel | null = null;
  for (let number = 0; number < ORIGINS; number++) {
    const origin = FIRST_ORIGIN + number * EVERY_DAYS;
    const listed = items.filter(
      ({ points, last }) => (points[0]?.day ?? Infinity) <= origin && last >= origin,
    );
    const subjects = ofOneShop(listed.map((item) => subjectAt(item, origin)));
    if (!model || origin >= model.learned_until + LEARN_EVERY_DAYS) {
      // What is no longer listed has a past, too.
      const left = items.filter(
        ({ points, last }) => (points[0]?.day ?? Infinity) <= origin && last < origin,
      );
      const all = [
        ...listed.map((item) => subjectAt(item, origin)),
        ...left.map((item) => subjectAt(item, item.last)),
      ];
      model = learnForecasts(ofOneShop(all), origin);
      if (!model) throw new Error('too little was known to learn from');
      console.log(`  learned: ${methodsOf(model)}`);
    }
    for (const [index, forecast] of forecastSeries(model, subjects).entries()) {
      const item = listed[index] as ChainItem;
      if (item.last >= origin + WINDOW_DAYS) cases.push(caseOf(item, origin, forecast));
    }
  }
  return cases;
}

function subjectAt({ points }: ChainItem, until: number): Subject {
  const series = dailySeries(points, until);
  if (!series) throw new Error('an item without a price');
  return { series, waited: waitedDays(series, WINDOW_DAYS) };
}

/** Peers of each other, of no known category or brand. */
function ofOneShop(subjects: readonly Subject[]): Subject[] {
  const peers = peersOf(subjects, []);
  return subjects.map((subject, index) => ({ ...subject, peers: peers[index] as Peers }));
}

/** What was said on a day and what came. Where no signal was told the price is expected to stay, and
 * its chance is what the answer tells of its peers. */
function caseOf(item: ChainItem, origin: number, forecast: PriceForecast | NoSignal): Case {
  const { first, prices } = dailySeries(item.points, item.last) as NonNullable<
    ReturnType<typeof dailySeries>
  >;
  const at = origin - first;
  const today = prices[at] as number;
  const outcome = waited(prices, at, WINDOW_DAYS);
  if (!outcome) throw new Error('a window without an end');
  const outlooks = 'reason' in forecast ? null : forecast.outlooks;
  const outlookAt = (days: number) => outlooks?.[FORECAST_HORIZONS.indexOf(days as 7)];
  return {
    origin,
    ...outcome,
    oracle: (today - Math.min(...prices.subarray(at, at + WINDOW_DAYS + 1))) / today,
    chance:
      ('reason' in forecast ? peerOutlookAt(forecast.peers, WINDOW_DAYS) : outlookAt(WINDOW_DAYS))?.fall ??
      null,
    isRefused: 'reason' in forecast,
    waits: outlookAt(WINDOW_DAYS)?.wait ?? false,
    intervals: [7, 14, 28].map((days) => ({
      days,
      low: outlookAt(days)?.low ?? 1,
      high: outlookAt(days)?.high ?? 1,
      ratio: (prices[at + days] as number) / today,
    })),
  };
}

const methodsOf = ({ judged, outlooks, wait_ratio, widening }: ForecastModel): string =>
  `${outlooks.method}, wait from ${wait_ratio}, intervals ${(100 * widening).toFixed(2)} % wider for ${INTERVAL_LEVEL}; Brier ${Object.entries(
    judged,
  )
    .map(([method, { brier }]) => `${method} ${brier.toFixed(4)}`)
    .join(', ')}`;
