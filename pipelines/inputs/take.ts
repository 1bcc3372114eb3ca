import { fileList, identifier, literal } from '../../warehouse/database.ts';
import { timestampLiteral } from '../../warehouse/listing_rows.ts';
import type { InputState } from '../../warehouse/manifest.ts';
import { byAsOf, type Run } from '../../warehouse/run.ts';
import { inputColumns } from '../domain/inputs/input.ts';
import { inputOf, TABLED_KINDS, type TabledKind } from '../domain/inputs/kinds.ts';
import type { SuspectRun } from '../history/fold.ts';
import type { Publication } from '../publication.ts';

/** What became of the runs of inputs other than offers. */
export interface InputsTaken {
  accepted: Run[];
  suspect: SuspectRun[];
  /** Older than what their feed already has; of a feed whose newest file is the whole list. */
  late: Run[];
}

/** A list that holds fewer than this share of the rows before it is held; so is a file of which more rows are refused than taken. */
const LEAST_SHARE = 0.5;
/** Below this many rows shares say nothing. */
const FEW_ROWS = 20;

/**
 * Takes in the pending runs of other inputs: writes the table of each kind that moved, and moves its feeds on. What a
 * feed brought that the configuration no longer has is dropped.
 */
export async function takeInputs(publication: Publication, pending: readonly Run[]): Promise<InputsTaken> {
  const taken: InputsTaken = { accepted: [], suspect: [], late: [] };
  for (const kind of TABLED_KINDS) {
    const mine = pending.filter((run) => run.kind === kind).toSorted(byAsOf);
    if (
      mine.length > 0 ||
      publication.inputs.some((state) => state.kind === kind && !isConfigured(publication, state))
    )
      await takeKind(publication, kind, mine, taken);
  }
  return taken;
}

async function takeKind(
  publication: Publication,
  kind: TabledKind,
  pending: readonly Run[],
  taken: InputsTaken,
): Promise<void> {
  const before = publication.inputs.filter((state) => state.kind === kind);
  const states = new Map(
    before.filter((state) => isConfigured(publication, state)).map((state) => [feedOf(state), state]),
  );
  const accepted: Run[] = [];
  for (const run of pending) {
    const state = states.get(feedOf(run));
    const byHand = publication.settings.acceptedByHand.has(run.run_id);
    const reason = byHand ? null : doubt(run, state, kind);
    if (isLate(run, state, kind) && publication.settings.backfill !== true) taken.late.push(run);
    else if (reason !== null) taken.suspect.push({ run, reason, symptoms: [] });
    else {
      accepted.push(run);
      states.set(feedOf(run), stateOf(run, kind, state));
    }
  }
  taken.accepted.push(...accepted);
  if (accepted.length === 0 && states.size === before.length) return;
  // By name, since which of two runs of one moment comes first says nothing.
  const inOrder = [...states].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, state]) => state);
  const rows = await writeTable(publication, kind, accepted, inOrder);
  publication.inputs = [
    ...publication.inputs.filter((state) => state.kind !== kind),
    ...inOrder.map((state) => ({
      ...state,
      current: { ...state.current, rows: rows.get(feedOf(state)) ?? 0 },
    })),
  ];
}

/** Why a run is not taken without a person, or null. */
function doubt(run: Run, state: InputState | undefined, kind: TabledKind): string | null {
  if (run.rows_read >= FEW_ROWS && run.rejected > run.accepted)
    return `${run.rejected} of ${run.rows_read} rows were refused`;
  const rows = state?.current.rows ?? 0;
  if (inputOf(kind).keeps === 'newest' && rows >= FEW_ROWS && run.accepted < rows * LEAST_SHARE)
    return `the list has ${run.accepted} rows, the one before it had ${rows}`;
  return null;
}

function isLate(run: Run, state: InputState | undefined, kind: TabledKind): boolean {
  return inputOf(kind).keeps === 'newest' && state !== undefined && run.as_of <= state.current.as_of;
}

function stateOf(run: Run, kind: TabledKind, state: InputState | undefined): InputState {
  const { seller, feed, run_id, as_of, accepted } = run;
  if (state && state.current.as_of > as_of) return state;
  return { seller, feed, kind, current: { run_id, as_of, rows: accepted } };
}

/** Writes a kind's table and says how many rows it has of each feed. */
async function writeTable(
  publication: Publication,
  kind: TabledKind,
  accepted: readonly Run[],
  states: readonly InputState[],
): Promise<Map<string, number>> {
  const { database } = publication;
  const table = `input_${kind}` as const;
  const relations = [
    ...(await rowsBefore(publication, kind, accepted, states)),
    ...accepted.filter((run) => isTaken(run, kind, states)).map((run) => runRows(publication, run, kind)),
  ];
  const columns = Object.entries(inputColumns(inputOf(kind)));
  const none = `select ${[...HEAD, ...columns].map(([name, type]) => `null::${type} as ${identifier(name)}`).join(', ')}, null::integer as turn where false`;
  // Of two files of one moment the one that came later counts: it corrects the other.
  const latest =
    'qualify row_number() over (partition by input_key order by as_of desc, feed, turn desc) = 1';
  const inTurn = relations.map((relation, turn) => `select *, ${turn} as turn from (${relation})`);
  await database.run(
    `take ${kind}`,
    `create or replace temp table ${table} as select * exclude (turn) from (${[none, ...inTurn].join(' union all by name ')}) ${latest}`,
  );
  await publication.writePart(table, `(from ${table} order by publisher, input_key)`, {
    folder: `tables/${table}`,
    replace: true,
  });
  const counts = await database.rows<{ seller: string; feed: string; rows: string }>(
    `count ${kind}`,
    `select publisher as seller, feed, count(*) as rows from ${table} group by all`,
  );
  return new Map(counts.map((row) => [feedOf(row), Number(row.rows)]));
}

/** The columns of every kind's table. */
const HEAD = [
  ['publisher', 'VARCHAR'],
  ['feed', 'VARCHAR'],
  ['as_of', 'TIMESTAMP'],
  ['input_key', 'UBIGINT'],
] as const;

/** The rows of the table before that still hold: of feeds that add up, and of those that brought nothing new. */
async function rowsBefore(
  publication: Publication,
  kind: TabledKind,
  accepted: readonly Run[],
  states: readonly InputState[],
): Promise<string[]> {
  const paths = await publication.paths(`input_${kind}`);
  const replaced = new Set(inputOf(kind).keeps === 'newest' ? accepted.map(feedOf) : []);
  const kept = states.filter((state) => !replaced.has(feedOf(state)));
  if (paths.length === 0 || kept.length === 0) return [];
  const names = kept.map(({ seller, feed }) => `(${literal(seller)}, ${literal(feed)})`).join(', ');
  return [`select * from read_parquet(${fileList(paths)}) where (publisher, feed) in (${names})`];
}

/** Of a feed whose newest file is the whole list only that one counts. */
function isTaken(run: Run, kind: TabledKind, states: readonly InputState[]): boolean {
  return inputOf(kind).keeps === 'all' || states.some(({ current }) => current.run_id === run.run_id);
}

function runRows({ folder, settings }: Publication, run: Run, kind: TabledKind): string {
  const publisher = (settings.inputs ?? []).find((one) => one.publisher === run.seller);
  // A brand's list need not say whose it is.
  const own = (column: string) =>
    inputOf(kind).by === 'brand' && column === 'brand' && publisher
      ? `coalesce(brand, ${literal(publisher.name)}) as brand`
      : identifier(column);
  const columns = Object.keys(inputColumns(inputOf(kind)))
    .map(own)
    .join(', ');
  const only = run.by_as_of ? ` where as_of = ${timestampLiteral(run.as_of)}` : '';
  return `select ${literal(run.seller)} as publisher, ${literal(run.feed)} as feed, ${timestampLiteral(run.as_of)} as as_of, listing_key as input_key, ${columns} from read_parquet(${literal(folder.stagedRows(run.stage_id))})${only}`;
}

function isConfigured({ settings }: Publication, state: InputState): boolean {
  return (settings.inputs ?? []).some(
    ({ publisher, feed, kind }) => publisher === state.seller && feed === state.feed && kind === state.kind,
  );
}

function feedOf({ seller, feed }: { seller: string; feed: string }): string {
  return `${seller}/${feed}`;
}
