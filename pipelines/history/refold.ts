import { existsSync } from 'node:fs';
import { type StagedRows, stagedRowsAt, timestampLiteral } from '../../warehouse/listing_rows.ts';
import type { FeedState } from '../../warehouse/manifest.ts';
import { byAsOf, type ClosedRun, isStaged, type Run } from '../../warehouse/run.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import { firstDifference } from '../domain/price_factor.ts';
import type { Publication } from '../publication.ts';
import { advance, relearned } from './series.ts';
import { type SeriesStart, SupplementedSeries, supplementsOf } from './supplemented.ts';

/**
 * Feeds whose published runs are folded again, by `seller/feed`, and from which observation on (ISO 8601; null: all of
 * them). What their series say until then stands.
 */
export type Refolds = ReadonlyMap<string, string | null>;

/** A feed where it is folded again from. */
export interface RefoldedSeries {
  before: StagedRows | null;
  profile?: FeedProfile;
  /** Its published runs from there on, oldest first; those of its supplements among them. */
  published: Run[];
  /** Of a feed that has supplements, as it stood then. */
  supplemented?: SupplementedSeries;
}

export function feedOf(run: { seller: string; feed: string }): string {
  return `${run.seller}/${run.feed}`;
}

/**
 * The feeds of late runs, from their beginning, and those whose prices people have said something else of, from there on
 * where that was published already; those of `moved`, from the observation that it names on (ISO 8601; null: all); each with those that listings moved to or from, for these have one series in all.
 */
export function refoldsOf(
  publication: Publication,
  late: readonly Run[],
  moved: Refolds = new Map(),
): Refolds {
  const { feeds } = publication;
  const refolds = new Map<string, string | null>(late.map((run) => [feedOf(run), null]));
  for (const [feed, since] of moved) if (refolds.get(feed) !== null) refolds.set(feed, since);
  for (const state of feeds) {
    const since = pricesMovedAt(publication, state);
    const known = refolds.get(feedOf(state));
    if (since !== null && known !== null && (known === undefined || since < known))
      refolds.set(feedOf(state), since);
  }
  const queue = feeds.filter((state) => refolds.has(feedOf(state)));
  for (const state of queue) {
    const since = refolds.get(feedOf(state)) ?? null;
    for (const other of feeds.filter(({ feed_no }) => state.moved_with?.includes(feed_no))) {
      const known = refolds.get(feedOf(other));
      if (known === null || (known !== undefined && since !== null && known <= since)) continue;
      refolds.set(feedOf(other), since);
      queue.push(other);
    }
  }
  return refolds;
}

/** From which published observation on a feed's prices are to be read otherwise than they were; null where none is. */
function pricesMovedAt({ before }: Pick<Publication, 'before'>, state: FeedState): string | null {
  const earlier = before?.feeds.find(({ feed_no }) => feed_no === state.feed_no);
  const since = firstDifference(earlier?.prices?.factors ?? [], state.prices?.factors ?? []);
  return since !== null && state.current !== null && state.current.as_of >= since ? since : null;
}

/** Defines `rebuilt_feeds` and `rebuilt_keys`, still empty, and drops what vanished by what is folded again: it vanishes again. */
export async function openRefolds({ database, feeds }: Publication, refolds: Refolds): Promise<void> {
  const rows = feeds
    .filter((state) => refolds.has(feedOf(state)))
    .map((state) => {
      const since = refolds.get(feedOf(state)) ?? null;
      return `(${state.feed_no}, ${since === null ? "'-infinity'" : timestampLiteral(since)})`;
    });
  await database.script(
    'define rebuilt feeds',
    `create or replace temp table rebuilt_feeds (feed_no usmallint, since timestamp);
     create or replace temp table rebuilt_keys (listing_key ubigint);`,
  );
  if (rows.length === 0) return;
  await database.script(
    'name rebuilt feeds',
    `insert into rebuilt_feeds values ${rows.join(', ')};
     delete from vanished using rebuilt_feeds
       where vanished.feed_no = rebuilt_feeds.feed_no and vanished.gone_at >= rebuilt_feeds.since;`,
  );
}

/** Where a feed is folded again from. Throws when staged rows that this needs have been collected. */
export async function refoldedSeries(
  publication: Publication,
  state: FeedState,
  since: string | null,
): Promise<RefoldedSeries> {
  const gone = await collectedSince(publication, state, since);
  if (gone)
    throw new Error(
      `${feedOf(state)} cannot be rebuilt${since === null ? '' : ` from ${since} on`}: the staged rows of ${gone.as_of} (${gone.run_id}) have been collected; ${
        since === null
          ? 'publish without backfill, the late run stays pending'
          : 'let the price factor begin later, behind them'
      }`,
    );
  const { base, earlier, published, supplements } = partedAt(await seriesRuns(publication, state), since);
  const profile = base && { profile: relearned(earlier) };
  if (supplementsOf(publication.settings, state).length === 0)
    return { before: base ? stagedRowsAt(state, base) : null, ...profile, published };
  const last_at = [...earlier, ...supplements].map(momentOf).sort().at(-1) ?? null;
  const start: SeriesStart = { base: base ? advance(state, base).current : null, supplements, last_at };
  const supplemented = new SupplementedSeries(publication, state, start);
  const before = last_at === null ? null : await supplemented.rowsAt(last_at);
  return { before, ...profile, published, supplemented };
}

/** When a published run moved its series, ISO 8601. */
function momentOf({ laid, as_of }: ClosedRun): string {
  return laid?.at ?? as_of;
}

/**
 * The feed's own run that it stood on before `since`, its own up to that one, the newest until then of each supplement,
 * and all from there on, oldest first.
 */
function partedAt(runs: readonly ClosedRun[], since: string | null) {
  const sorted = runs.toSorted(byAsOf);
  const published = sorted.filter((run) => since === null || momentOf(run) >= since);
  const before = sorted.filter((run) => !published.includes(run));
  const earlier = before.filter(({ kind }) => kind === undefined);
  const supplements = [...Map.groupBy(before, ({ kind, feed }) => (kind === undefined ? '' : feed))].flatMap(
    ([feed, all]) => (feed === '' ? [] : all.slice(-1)),
  );
  return { base: earlier.at(-1), earlier, published, supplements };
}

/** The published runs of a feed and its supplements. */
export async function seriesRuns(
  publication: Parameters<typeof acceptedRuns>[0] & { settings?: Pick<Publication['settings'], 'inputs'> },
  feed: { seller: string; feed: string },
): Promise<ClosedRun[]> {
  const runs = await acceptedRuns(publication, feed);
  for (const name of supplementsOf(publication.settings ?? {}, feed))
    runs.push(...(await acceptedRuns(publication, { seller: feed.seller, feed: name })));
  return runs;
}

/** The first run that folding a feed again from `since` on needs and whose staged rows have been collected, or undefined. */
export async function collectedSince(
  publication: Pick<Publication, 'folder' | 'log'> & {
    settings?: Pick<Publication['settings'], 'retract' | 'inputs'>;
  },
  feed: { seller: string; feed: string },
  since: string | null,
): Promise<ClosedRun | undefined> {
  const { base, published, supplements } = partedAt(await seriesRuns(publication, feed), since);
  if (published.length === 0) return undefined;
  return [...(base ? [base] : []), ...supplements, ...published].find(
    ({ stage_id }) => !existsSync(publication.folder.stagedRows(stage_id)),
  );
}

/** The published runs of a feed, oldest first, with where their rows lie now, without those that are being retracted. */
export async function acceptedRuns(
  { log, settings }: Pick<Publication, 'log'> & { settings?: Pick<Publication['settings'], 'retract'> },
  feed: { seller: string; feed: string },
): Promise<ClosedRun[]> {
  const retracted = new Set(settings?.retract?.map(({ run }) => run.run_id));
  const staged = (await log.all(feed)).filter((run) => isStaged(run));
  return staged.filter(({ outcome, run_id }) => outcome.state === 'accepted' && !retracted.has(run_id));
}
