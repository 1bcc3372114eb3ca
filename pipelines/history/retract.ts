import { existsSync } from 'node:fs';
import { changePointsSql } from '../../warehouse/change_points.ts';
import { loadSql } from '../../warehouse/database.ts';
import { stagedRowsAt, stagedRowsSql, timestampLiteral } from '../../warehouse/listing_rows.ts';
import type { FeedState } from '../../warehouse/manifest.ts';
import { byAsOf, type ClosedRun, isStaged, STAGED_COLUMNS, type StagedColumn } from '../../warehouse/run.ts';
import type { Publication } from '../publication.ts';
import { acceptedRuns, feedOf, type Refolds, seriesRuns } from './refold.ts';
import { openEvents, writeRetold } from './retold_events.ts';
import { advance, gapsOf, relearned } from './series.ts';
import { seriesName, supplementsOf } from './supplemented.ts';

/** A published run that a person takes back, who, when and why. */
export interface Retraction {
  run: ClosedRun;
  by: string;
  reason: string | null;
  /** ISO 8601. */
  at: string;
}

const plain = (iso: string) => iso.replace('T', ' ').replace('Z', '');
const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);
const COLUMNS = Object.keys(STAGED_COLUMNS) as StagedColumn[];

/**
 * Takes published runs out of the history before anything new is folded into it: change points, what vanished, gaps and
 * profile of their feeds stand as if they had never been. A feed that stood on one goes back to the run before, whose
 * staged rows must still be there. Their events stay, marked with `retracted_by`, and the opposite of each, with
 * `corrects`, is told behind them. Makes `retracted_keys`, the listings that are another way now. Needs no staged row but
 * those, so it works however old a series is. Returns the feeds that must be folded again, and since when: of those with
 * supplements what later files were laid over, or lay over them, is another.
 */
export async function retractRuns(
  publication: Publication,
  retractions: readonly Retraction[],
): Promise<Refolds> {
  const { database } = publication;
  await database.run(
    'define retracted keys',
    'create or replace temp table retracted_keys (listing_key ubigint)',
  );
  const sorted = retractions.toSorted((a, b) => byAsOf(a.run, b.run));
  const gone = new Set(sorted.map(({ run }) => run.run_id));
  const moved = new Map<string, string | null>();
  for (const retraction of sorted) {
    const series = seriesName(publication.settings, retraction.run);
    if (supplementsOf(publication.settings, series).length === 0) {
      await retractRun(publication, retraction, gone);
      continue;
    }
    const since = await retractLaid(publication, retraction, series);
    const known = moved.get(feedOf(series));
    if (known === undefined || (known !== null && (since === null || since < known)))
      moved.set(feedOf(series), since);
  }
  return moved;
}

/**
 * Takes back what a run of a feed with supplements told, and says since when its series is to be folded again: from the
 * observation before it on, so that there is one to stand on.
 */
async function retractLaid(
  publication: Publication,
  { run, at }: Retraction,
  series: { seller: string; feed: string },
): Promise<string | null> {
  const { database, feeds } = publication;
  const state = feeds.find((one) => feedOf(one) === feedOf(series));
  if (!state) throw new Error(`the feed ${feedOf(series)} of ${run.run_id} is not known`);
  const others = await seriesRuns(publication, series);
  if (others.every(({ kind }) => kind !== undefined))
    throw new Error(
      `${run.run_id} is the only run of ${feedOf(series)}; publish a better one first, or take the feed out of the configuration`,
    );
  const momentOf = ({ laid, as_of }: ClosedRun) => laid?.at ?? as_of;
  await database.run(
    'open what is retracted',
    `create or replace temp view stored_changes as ${changePointsSql(await publication.paths('changes'))}`,
  );
  await database.run('find what it said', sql('retracted_points'), {
    feed_no: state.feed_no,
    at: plain(momentOf(run)),
  });
  await database.run(
    'name what is retracted',
    'insert into retracted_keys select listing_key from retracted_points',
  );
  await retractEvents(publication, run.run_id, plain(at));
  const before = await acceptedRuns(publication, run);
  publication.inputs = publication.inputs.flatMap((input) => {
    if (run.kind === undefined || feedOf(input) !== feedOf(run) || input.current.run_id !== run.run_id)
      return input;
    const last = before.toSorted(byAsOf).at(-1);
    if (!last) return [];
    const { run_id, as_of, stage_id, by_as_of, rows_read: rows } = last;
    return { ...input, current: { run_id, as_of, rows, stage_id, by_as_of } };
  });
  return (
    others
      .map(momentOf)
      .filter((moment) => moment < momentOf(run))
      .sort()
      .at(-1) ?? null
  );
}

async function retractRun(
  publication: Publication,
  { run, at }: Retraction,
  gone: ReadonlySet<string>,
): Promise<void> {
  const { database, folder, feeds } = publication;
  const index = feeds.findIndex((feed) => feed.seller === run.seller && feed.feed === run.feed);
  const state = feeds[index];
  if (!state) throw new Error(`the feed ${run.seller}/${run.feed} of ${run.run_id} is not known`);
  const others = await otherRuns(publication, run, gone);
  const next = others.find((other) => other.as_of > run.as_of) ?? null;
  feeds[index] = withoutRun(publication, state, run, others);
  await database.script(
    'open what is retracted',
    `create or replace temp view stored_changes as ${changePointsSql(await publication.paths('changes'))};
     create or replace temp table retraction as select ${next ? timestampLiteral(next.as_of) : 'null::timestamp'} as next_at;
     create or replace temp view retracted_rows as ${
       existsSync(folder.stagedRows(run.stage_id))
         ? stagedRowsSql(
             (id) => folder.stagedRows(id),
             [stagedRowsAt(state, run)],
             COLUMNS,
             publication.generations,
           )
         : 'select * exclude (gone_at) from vanished where false'
     };`,
  );
  await database.run('find what it said', sql('retracted_points'), {
    feed_no: state.feed_no,
    at: plain(run.as_of),
  });
  await database.run('retract change points', sql('retracted_changes'), {
    next: next ? plain(next.as_of) : null,
  });
  await publication.writePart('changes', 'changes_retracted', {
    folder: `facts/changes/without-${run.run_id}`,
    replace: true,
  });
  await database.script('retract what vanished', sql('retracted_vanished'));
  await retractEvents(publication, run.run_id, plain(at));
  if (!next && publication.generations)
    await database.run(
      'retract generations',
      `delete from generations where feed_no = ${state.feed_no} and from_at = ${timestampLiteral(run.as_of)}`,
    );
}

async function retractEvents(publication: Publication, part: string, told_at: string): Promise<void> {
  if (!(await openEvents(publication))) return;
  await publication.database.run('retract events', sql('retracted_events'), { told_at });
  await writeRetold(publication, 'events_retracted', `facts/events/without-${part}`);
}

/** The other accepted runs of a run's feed, oldest first. */
async function otherRuns(
  { log }: Publication,
  run: ClosedRun,
  gone: ReadonlySet<string>,
): Promise<ClosedRun[]> {
  const all = (await log.all(run)).filter((one) => isStaged(one));
  return all.filter(({ outcome, run_id }) => outcome.state === 'accepted' && !gone.has(run_id)).sort(byAsOf);
}

/** The feed as it stands without this run. Throws where it would stand on rows that are gone. */
function withoutRun(
  { folder }: Publication,
  state: FeedState,
  run: ClosedRun,
  others: readonly ClosedRun[],
): FeedState {
  const times = [...new Set(others.map((other) => other.as_of))].sort();
  const gaps = [...(state.inherited_gaps ?? []), ...gapsOf(times, state.interval_minutes)];
  const without = { ...state, gaps, profile: relearned(others) };
  if (state.current?.run_id !== run.run_id) return without;
  const last = others.at(-1);
  if (!last)
    throw new Error(
      `${run.run_id} is the only run of ${run.seller}/${run.feed}; publish a better one first, or take the feed out of the configuration`,
    );
  if (!existsSync(folder.stagedRows(last.stage_id)))
    throw new Error(
      `${run.run_id} cannot be retracted: the rows of ${last.as_of} (${last.run_id}), which ${run.seller}/${run.feed} would stand on, have been collected; publish a newer run first`,
    );
  return advance(without, last);
}
