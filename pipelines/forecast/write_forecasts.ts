import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { loadSql } from '../../warehouse/database.ts';
import { finishDocumentFile } from '../../warehouse/document_file.ts';
import type { FeedState, Part } from '../../warehouse/manifest.ts';
import { readColumns } from '../../warehouse/reads/column.ts';
import { TaskThread } from '../../warehouse/task_thread.ts';
import type { Publication } from '../publication.ts';
import type { FeedSeries } from './feed_series.ts';
import type { ForecastAnswer, ForecastTask } from './forecast_task.ts';
import { FORECAST_FORMAT, type ForecastModel } from './forecaster.ts';
import type { Groups } from './peers.ts';

const DAY_SECONDS = 86_400;
/** A model is learned anew after so many days, and when so many times the series are there. */
export const LEARN_EVERY_DAYS = 28;
const LEARN_WHEN_GROWN = 2;
/** Fewer are not looked at: too little to learn from. */
const LEAST_SERIES = 50;
/** Series that a model is learned of. */
const LEARNED_SERIES = 20_000;
/** Series that are in memory at once. */
const SLICE_SERIES = 50_000;
/** As of documents: replaced rows stay a small share of the files. */
const MAX_PARTS = 8;
const MAX_REPLACED_SHARE = 0.3;

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

interface FeedCount {
  feed_no: number;
  listings: number;
  touched: number;
}

/**
 * Forecasts the prices of the feeds that told anything new, or all of them by a model that was learned anew. Reads
 * `assignments`, `all_changes` and `touched`. Returns how many listings it looked at.
 */
export async function writeForecasts(publication: Publication): Promise<number> {
  const { database } = publication;
  const rows = await database.rows<Record<keyof FeedCount, string>>(
    'count forecasts',
    sql('forecast_counts'),
  );
  const counts = rows.map((row) => ({
    feed_no: Number(row.feed_no),
    listings: Number(row.listings),
    touched: Number(row.touched),
  }));
  const known = await knownModel(publication);
  const total = counts.reduce((sum, { listings }) => sum + listings, 0);
  if (!known && total < LEAST_SERIES) return forget(publication);
  using thread = new TaskThread<ForecastTask, ForecastAnswer>(
    new URL('./forecast_worker.ts', import.meta.url),
    null,
  );
  const model = needsLearning(publication, known, total) ? await learn(publication, thread, counts) : known;
  if (!model) return forget(publication);
  const parts = publication.anew || model !== known ? [] : (publication.tables.forecasts ?? []);
  const news = counts.filter((count) => parts.length === 0 || isNew(publication, count));
  const wanted = isTooScattered(parts, news, total) ? counts : news;
  if (wanted.length === 0) return 0;
  return await writePart(publication, { thread, model, wanted, replace: wanted.length === counts.length });
}

/** Leaves forecasts and their model out of the snapshot; none were written. */
function forget({ tables }: Publication): 0 {
  delete tables.forecasts;
  delete tables.forecast_model;
  return 0;
}

const stateOf = ({ feeds }: Publication, feedNo: number): FeedState | undefined =>
  feeds.find(({ feed_no }) => feed_no === feedNo);

/** The feed was observed again, or the history of some of its listings has changed. */
function isNew(publication: Publication, { feed_no, touched }: FeedCount): boolean {
  const then = publication.before?.feeds.find((state) => state.feed_no === feed_no);
  return touched > 0 || then?.current?.as_of !== stateOf(publication, feed_no)?.current?.as_of;
}

function isTooScattered(parts: readonly Part[], news: readonly FeedCount[], total: number): boolean {
  const added = news.reduce((sum, { listings }) => sum + listings, 0);
  const later = parts.slice(1).reduce((sum, { rows }) => sum + rows, added);
  return added > 0 && (parts.length >= MAX_PARTS || later > total * MAX_REPLACED_SHARE);
}

/** The model of the snapshot before; a rebuild learns anew where its file is lost or cut off. */
async function knownModel({ tables, settings }: Publication): Promise<ForecastModel | null> {
  const [part] = tables.forecast_model ?? [];
  if (!part) return null;
  try {
    const model = JSON.parse(await readFile(await settings.store.local(part.key), 'utf8')) as ForecastModel;
    return model.format === FORECAST_FORMAT ? model : null;
  } catch (error) {
    const isUnreadable = error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (settings.rebuild && isUnreadable) return null;
    throw error;
  }
}

function needsLearning(publication: Publication, model: ForecastModel | null, listings: number): boolean {
  if (!model || publication.settings.relearn) return true;
  const newest = Math.max(...publication.feeds.map(untilOf));
  return (
    newest >= model.learned_until + LEARN_EVERY_DAYS ||
    Math.min(listings, LEARNED_SERIES) >= LEARN_WHEN_GROWN * model.series
  );
}

/** Day of a feed's newest observation. */
const untilOf = ({ current }: FeedState): number =>
  current ? Math.floor(Date.parse(current.as_of) / 1000 / DAY_SECONDS) : 0;

/** A part of a feed's listings: those of which key modulo `shares` is `share`. */
interface Slice {
  feed_no: number;
  share: number;
  shares: number;
}

async function learn(
  publication: Publication,
  thread: TaskThread<ForecastTask, ForecastAnswer>,
  counts: readonly FeedCount[],
): Promise<ForecastModel | null> {
  const total = counts.reduce((sum, { listings }) => sum + listings, 0);
  const shares = Math.max(1, Math.ceil(total / LEARNED_SERIES));
  const slices = counts.map(({ feed_no }) => ({ feed_no, share: 0, shares }));
  const answer = await thread.run({ kind: 'learn', feeds: await readSeries(publication, slices) });
  if (answer === null) return null;
  const draft = await publication.draft('forecast_model.json');
  await writeFile(draft, answer);
  await publication.addPart('forecast_model', {
    draft,
    rows: 1,
    key: `tables/forecast_model/${publication.name}.json`,
    replace: true,
  });
  return JSON.parse(answer) as ForecastModel;
}

async function writePart(
  publication: Publication,
  work: {
    thread: TaskThread<ForecastTask, ForecastAnswer>;
    model: ForecastModel;
    wanted: readonly FeedCount[];
    replace: boolean;
  },
): Promise<number> {
  const { thread, model, wanted, replace } = work;
  const draft = await publication.draft('forecasts.docs');
  await writeFile(draft, '');
  for (const { feed_no, listings } of wanted) {
    const shares = Math.ceil(listings / SLICE_SERIES);
    for (let share = 0; share < shares; share++) {
      publication.settings.signal?.throwIfAborted();
      const [feed] = await readSeries(publication, [{ feed_no, share, shares }]);
      if (feed) await appendFile(draft, (await thread.run({ kind: 'forecast', model, feed })) ?? '');
    }
  }
  const rows = await finishDocumentFile(draft);
  await publication.addPart('forecasts', {
    draft,
    rows,
    key: `serving/forecasts/${publication.name}.docs`,
    replace,
  });
  return rows;
}

/** The series of these slices, a feed each; of feeds that have none nothing. */
async function readSeries(publication: Publication, slices: readonly Slice[]): Promise<FeedSeries[]> {
  const { database } = publication;
  if (slices.length === 0) return [];
  const values = slices.map(
    ({ feed_no, share, shares }) => `(${feed_no}::usmallint, ${share}::ubigint, ${shares}::ubigint)`,
  );
  await database.script(
    'define forecast feeds',
    `create or replace temp table forecast_feeds as from (values ${values.join(', ')}) as t(feed_no, share, shares)`,
  );
  const collected = new Map<number, Collected>();
  await readColumns(database.connection, sql('price_points'), (columns, count) => {
    const [feedNos, listingNos, days] = integersOf('price_points', columns.slice(0, 3));
    const prices = columns[3];
    if (!(feedNos && listingNos && days && prices instanceof Float64Array))
      throw new Error('price_points.sql does not give a double');
    for (let row = 0; row < count; row++) {
      const feedNo = feedNos[row] as number;
      const feed = collected.get(feedNo) ?? { listing_nos: [], starts: [], days: [], prices: [] };
      collected.set(feedNo, feed);
      if (feed.listing_nos.at(-1) !== listingNos[row]) {
        feed.listing_nos.push(listingNos[row] as number);
        feed.starts.push(feed.days.length);
      }
      feed.days.push(days[row] as number);
      feed.prices.push(prices[row] as number);
    }
  });
  const groups = await readGroups(publication);
  return [...collected].map(([feedNo, feed]) =>
    finished(stateOf(publication, feedNo), feedNo, { ...feed, groups }),
  );
}

function integersOf(query: string, columns: readonly ArrayBufferView[]): Int32Array[] {
  return columns.map((column) => {
    if (!(column instanceof Int32Array)) throw new Error(`${query}.sql does not give integers`);
    return column;
  });
}

/** Category and brand of each listing of `forecast_feeds`, by its number. */
async function readGroups({ database }: Publication): Promise<Map<number, Groups>> {
  const groups = new Map<number, Groups>();
  await readColumns(database.connection, sql('listing_groups'), (columns, count) => {
    const [listingNos, categories, brands] = integersOf('listing_groups', columns) as [
      Int32Array,
      Int32Array,
      Int32Array,
    ];
    for (let row = 0; row < count; row++)
      groups.set(listingNos[row] as number, {
        category: categories[row] as number,
        brand: brands[row] as number,
      });
  });
  return groups;
}

interface Collected {
  listing_nos: number[];
  starts: number[];
  days: number[];
  prices: number[];
}

function finished(
  state: FeedState | undefined,
  feed_no: number,
  feed: Collected & { groups: ReadonlyMap<number, Groups> },
): FeedSeries {
  const group = (name: keyof Groups) =>
    Int32Array.from(feed.listing_nos, (listing) => feed.groups.get(listing)?.[name] ?? -1);
  return {
    feed_no,
    until: state ? untilOf(state) : 0,
    gaps: (state?.gaps ?? []).map(({ from, to }) => ({
      from: Math.ceil(from / DAY_SECONDS),
      to: Math.floor(to / DAY_SECONDS),
    })),
    listing_nos: Int32Array.from(feed.listing_nos),
    categories: group('category'),
    brands: group('brand'),
    starts: Uint32Array.from([...feed.starts, feed.days.length]),
    days: Int32Array.from(feed.days),
    prices: Float64Array.from(feed.prices),
  };
}
