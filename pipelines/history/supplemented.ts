import { type StagedRows, stagedRowsAt } from '../../warehouse/listing_rows.ts';
import {
  type BaseRun,
  type CurrentRun,
  type FeedState,
  type InputState,
  ownRun,
} from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import type { Symptom } from '../domain/symptom.ts';
import { deliveryTier } from '../feeds/stage_parameters.ts';
import type { Publication, PublishSettings } from '../publication.ts';
import { accounted, type Laying, laidShape, layRows, type SupplementRun } from './laid_rows.ts';
import { advance } from './series.ts';

/** The supplemental feeds of a feed of offers, in the order of the configuration. */
export function supplementsOf(
  { inputs = [] }: Pick<PublishSettings, 'inputs'>,
  { seller, feed }: { seller: string; feed: string },
): string[] {
  return inputs.filter((one) => one.publisher === seller && one.supplements === feed).map((one) => one.feed);
}

/** The feed that a run's prices and stock end in: of a supplement the one that it supplements. */
export function seriesName(
  { inputs = [] }: Pick<PublishSettings, 'inputs'>,
  { seller, feed, kind }: Pick<Run, 'seller' | 'feed' | 'kind'>,
): { seller: string; feed: string } {
  const about = kind && inputs.find((one) => one.publisher === seller && one.feed === feed);
  return { seller, feed: about?.supplements ?? feed };
}

/** A feed and its supplements as they stand; undefined where it has none. */
export function openSeries(publication: Publication, state: FeedState): SupplementedSeries | undefined {
  const feeds = supplementsOf(publication.settings, state);
  if (feeds.length === 0) return undefined;
  const supplements = publication.inputs.flatMap(({ seller, feed, current }): SupplementRun[] => {
    const { stage_id, by_as_of = false } = current;
    const isMine = seller === state.seller && feeds.includes(feed);
    return isMine && stage_id !== undefined ? [{ ...current, feed, stage_id, by_as_of }] : [];
  });
  const { current } = state;
  return new SupplementedSeries(publication, state, {
    base: current && ownRun(current),
    supplements,
    last_at: current?.as_of ?? null,
  });
}

/** True of a run that is older than what other feeds of its series have brought already, and newer than its own feed's. */
export function isOutOfTurn({ current }: FeedState, run: Run): boolean {
  if (!current || run.as_of >= current.as_of) return false;
  return run.kind !== undefined || current.base !== undefined;
}

/** A run as it moves the series that it belongs to. */
export interface Observed {
  rows: StagedRows;
  /** Where the feed stands once the run is accepted. */
  current: CurrentRun;
  /** The run with the counts that its laying came to. */
  run: Run;
}

/** Where a series begins. */
export interface SeriesStart {
  base: BaseRun | null;
  supplements: readonly SupplementRun[];
  /** ISO 8601: its last observation; null before the first. */
  last_at: string | null;
}

/** A list that holds fewer than this share of the rows before it is held. */
const LEAST_SHARE = 0.5;
/** Below this many rows shares say nothing. */
const FEW_ROWS = 20;

/**
 * A feed of offers and its supplements as one series: an observation is a file of either. The feed's own newest rows
 * stand below, the newest file of each supplement is laid over them; a row that a supplement no longer has lays nothing.
 */
export class SupplementedSeries {
  readonly #publication: Publication;
  readonly #state: FeedState;
  readonly #feeds: readonly string[];
  readonly #profiles = new Map<string, FeedProfile>();
  readonly #moments = new Map<string, string>();
  readonly #newest = new Map<string, SupplementRun & { rows?: number }>();
  #base: BaseRun | null;

  constructor(publication: Publication, state: FeedState, start: SeriesStart) {
    this.#publication = publication;
    this.#state = state;
    this.#feeds = supplementsOf(publication.settings, state);
    this.#base = start.base;
    for (const run of start.supplements) this.#newest.set(run.feed, run);
    for (const { seller, feed, profile, current } of publication.inputs) {
      if (seller !== state.seller || !this.#feeds.includes(feed)) continue;
      if (profile) this.#profiles.set(feed, profile);
      const newest = this.#newest.get(feed);
      if (newest?.run_id === current.run_id) newest.rows = current.rows;
    }
  }

  /** The rows that the series stands on now, at `asOf`; null before its first. */
  async rowsAt(asOf: string): Promise<StagedRows | null> {
    if (!this.#base) return null;
    const laying = this.#laying(this.#base, this.#newest, asOf);
    return laying
      ? laidRows(this.#state, await layRows(laying), asOf)
      : stagedRowsAt(this.#state, this.#base);
  }

  /**
   * The runs in the order in which they are laid over one another, each at a moment of its own: a supplement for the
   * moment of another observation is laid a second after it, one from before the feed's first file right behind that.
   */
  inOrder(runs: readonly Run[], lastAt: string | null): Run[] {
    const own = runs.filter(({ kind }) => kind === undefined);
    const first = own.map(({ as_of }) => as_of).sort()[0];
    const begin = this.#base === null ? first : undefined;
    const taken = new Set([...own.map(({ as_of }) => as_of), ...(lastAt === null ? [] : [lastAt])]);
    const others = runs
      .filter(({ kind }) => kind !== undefined)
      .toSorted((a, b) => (a.as_of < b.as_of ? -1 : a.as_of > b.as_of ? 1 : this.#place(a) - this.#place(b)));
    for (const run of others) {
      const earliest = begin !== undefined && run.as_of < begin ? begin : run.as_of;
      let moment = earliest;
      while (taken.has(moment)) moment = new Date(Date.parse(moment) + 1000).toISOString();
      taken.add(moment);
      this.#moments.set(run.run_id, moment);
    }
    return runs.toSorted((a, b) => (this.momentOf(a) < this.momentOf(b) ? -1 : 1));
  }

  /** When a run moves the series, ISO 8601. */
  momentOf(run: Run): string {
    return this.#moments.get(run.run_id) ?? run.as_of;
  }

  /** What the series comes to with this run; null for a supplement while there is nothing to lay it over. */
  async observe(run: Run): Promise<Observed | null> {
    const isOwn = run.kind === undefined;
    const own = advance(this.#state, run).current as BaseRun;
    const base = isOwn ? own : this.#base;
    if (!base) return null;
    const newest = isOwn ? this.#newest : new Map(this.#newest).set(run.feed, run);
    const as_of = this.momentOf(run);
    const laying = this.#laying(base, newest, as_of);
    if (!laying) return { rows: stagedRowsAt(this.#state, run), current: own, run };
    const stage_id = await layRows(laying, isOwn ? undefined : run);
    const current: CurrentRun = { ...base, run_id: run.run_id, stage_id, as_of, by_as_of: false, base };
    const told = isOwn
      ? run
      : { ...(await accounted(laying, run, as_of, stage_id)), shape: await laidShape(laying, stage_id) };
    return { rows: laidRows(this.#state, stage_id, as_of), current, run: told };
  }

  /** What speaks against a supplement's file as such. */
  doubts(run: Run): Symptom[] {
    if (run.kind === undefined) return [];
    const name = `${this.#state.seller}/${this.#state.feed}`;
    const rows = this.#newest.get(run.feed)?.rows ?? 0;
    const unlike = (): Pick<Symptom, 'grade' | 'usual' | 'examples'> => ({
      grade: 'hold',
      usual: null,
      examples: [],
    });
    const doubts: Symptom[] = [];
    const missing = run.rejected_by['missing_primary'] ?? 0;
    const isHeld = run.rows_read >= FEW_ROWS && run.rejected > run.accepted;
    const taken = { measure: 'accepted', value: run.accepted / run.rows_read, limit: LEAST_SHARE } as const;
    if (isHeld)
      doubts.push({
        ...unlike(),
        ...taken,
        message: `${run.rejected} of ${run.rows_read} rows were refused${missing > 0 ? `, ${missing} because no listing of ${name} has their sku` : ''}`,
      });
    else if (missing > 0)
      doubts.push({
        ...unlike(),
        ...taken,
        grade: 'warning',
        message: `${missing} of ${run.rows_read} rows name no listing of ${name} (\`rejects\` lists them)`,
      });
    if (rows >= FEW_ROWS && run.rows_read < rows * LEAST_SHARE)
      doubts.push({
        ...unlike(),
        measure: 'shrunk',
        message: `the list has ${run.rows_read} rows, the one before it had ${rows}`,
        value: run.rows_read / rows,
        limit: LEAST_SHARE,
      });
    return doubts;
  }

  /** What is usual of what a supplement does; before its first file, of the feed that it supplements. */
  profileOf(run: Run, feed: FeedProfile | undefined): FeedProfile | undefined {
    return run.kind === undefined ? feed : (this.#profiles.get(run.feed) ?? feed);
  }

  /** The profile that a supplement's next run is learned into. */
  ownProfile(run: Run): FeedProfile | undefined {
    return this.#profiles.get(run.feed);
  }

  /** Moves the series on. */
  accept({ run, current }: Observed, profile: FeedProfile): void {
    this.#base = current.base ?? current;
    if (run.kind === undefined) return;
    this.#newest.set(run.feed, { ...run, rows: run.rows_read });
    this.#profiles.set(run.feed, profile);
  }

  /** Where its supplements stand. */
  states(): InputState[] {
    return this.#feeds.flatMap((feed): InputState[] => {
      const run = this.#newest.get(feed);
      const profile = this.#profiles.get(feed);
      if (!run) return [];
      const { run_id, as_of, stage_id, by_as_of, rows = 0 } = run;
      const current = { run_id, as_of, rows, stage_id, by_as_of };
      return [
        { seller: this.#state.seller, feed, kind: 'supplements', current, ...(profile && { profile }) },
      ];
    });
  }

  #place({ feed }: Run): number {
    return this.#feeds.indexOf(feed);
  }

  #laying(base: BaseRun, newest: ReadonlyMap<string, SupplementRun>, as_of: string): Laying | null {
    const supplements = this.#feeds.flatMap((feed) => newest.get(feed) ?? []);
    if (supplements.length === 0) return null;
    const { database, folder, settings } = this.#publication;
    const { seller, feed } = this.#state;
    const shipping = settings.sellers.find(({ id }) => id === seller)?.shipping;
    return {
      database,
      folder,
      name: `${seller}/${feed}`,
      base,
      correction: stagedRowsAt(this.#state, base).correction,
      tier: shipping && deliveryTier(shipping, settings.market.currency),
      supplements,
      as_of,
    };
  }
}

function laidRows({ feed_no }: FeedState, stage_id: string, as_of: string): StagedRows {
  return { feed_no, stage_id, as_of, by_as_of: false };
}
