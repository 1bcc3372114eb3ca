import { userInfo } from 'node:os';
import { Command } from 'commander';
import { openFailures } from '../../warehouse/failed_runs.ts';
import { KnownRuns } from '../../warehouse/known_runs.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import {
  byAsOf,
  type FailedRun,
  type FeedName,
  type LoggedRun,
  type Run,
  THE_PROGRAM,
} from '../../warehouse/run.ts';
import type { RunLog } from '../../warehouse/run_log.ts';
import { type HeldRun, readHeldRuns } from '../../warehouse/runs.ts';
import { wholeNumber } from './gc.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { publishHere, publishOnTemporal } from './publication.ts';
import { publicationSummary } from './summary.ts';
import { type Cell, type Terminal, table } from './terminal.ts';

interface RunsOptions {
  seller?: string;
  limit: number;
}

/** Lists what was staged and what became of it; lets a suspect run pass. */
export function runsCommand(terminal: Terminal): Command {
  const runs = new Command('runs').description(
    'what was read and what became of it; `runs accept RUN` takes a suspect one, `runs reject RUN` turns it down',
  );
  runs
    .command('list', { isDefault: true })
    .description('what waits and why, then what became of all others, the newest first')
    .option('--seller <id>', 'only this seller')
    .option('--limit <runs>', 'most lines', wholeNumber(1), 50)
    .action(async (options: RunsOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      await listRuns(index, terminal, options);
    });
  runs
    .command('accept <run>')
    .description('publish a suspect run after all')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async (runId: string, { temporal }: { temporal?: boolean }, command: Command) => {
      const accepted = { accept: [{ run_id: runId, by: userInfo().username }] };
      terminal.out(
        publicationSummary(
          temporal
            ? await publishOnTemporal(terminal, command, accepted)
            : await publishHere(terminal, command, accepted),
        ),
      );
    });
  runs
    .command('reject <run>')
    .description('turn a waiting run down for good; its feed goes on with the next one')
    .option('--reason <text>', 'why, for who reads it later')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async (runId: string, options: { reason?: string; temporal?: boolean }, command: Command) => {
      const { reason = null, temporal } = options;
      const request = { reject: [{ run_id: runId, by: userInfo().username, reason }] };
      await (temporal
        ? publishOnTemporal(terminal, command, request)
        : publishHere(terminal, command, request));
      terminal.out(`rejected ${runId}\n`);
    });
  return runs;
}

async function listRuns(
  { store }: OpenedIndex,
  terminal: Terminal,
  { seller, limit }: RunsOptions,
): Promise<void> {
  // A snapshot of another format is said first, as by every command.
  await currentManifest(store);
  const known = await KnownRuns.open(store);
  const held = new Map((await readHeldRuns(store)).map((one) => [one.run_id, one]));
  const failures = [...(await openFailures(store)).values()];
  const isWanted = (run: FeedName) => (seller ?? run.seller) === run.seller;
  const waiting = (await known.waiting()).filter(isWanted).sort(byAsOf).reverse();
  // What needs a person comes first.
  const lines = waiting.map((run) => waitingLine(run, held.get(run.run_id)));
  for await (const run of newestFirst(failures.filter(isWanted), known.log, seller)) {
    if (lines.length > limit) break;
    lines.push(loggedLine(run));
  }
  terminal.out(table(HEADINGS, lines.slice(0, limit)));
  if (lines.length > limit) terminal.out('and more (--limit)\n');
}

const HEADINGS = [
  'run',
  'feed',
  'as of',
  'outcome',
  'read',
  'accepted',
  'rejected',
  'seconds',
  'by',
  'decided at',
  'reason',
];

/** What the log holds, with what failed since the last publication in its place. */
async function* newestFirst(
  failures: FailedRun[],
  log: RunLog,
  seller: string | undefined,
): AsyncGenerator<LoggedRun> {
  const fresh = failures.sort(byAsOf);
  const isFresh = new Set(fresh.map((run) => run.run_id));
  for await (const run of log.newestFirst(seller === undefined ? {} : { seller })) {
    for (let next = fresh.at(-1); next && next.as_of >= run.as_of; next = fresh.at(-1)) {
      yield next;
      fresh.pop();
    }
    if (!isFresh.has(run.run_id)) yield run;
  }
  yield* fresh.reverse();
}

function waitingLine(run: Run, held: HeldRun | undefined): Cell[] {
  const outcome = held ? `held: ${held.why}` : 'waiting';
  return [...countedCells(run, outcome), held ? THE_PROGRAM : '', held?.at ?? '', held?.reason ?? ''];
}

function loggedLine(run: LoggedRun): Cell[] {
  const { state, reason, by, at } = run.outcome;
  if ('stage_id' in run) return [...countedCells(run, state), by, at, reason ?? ''];
  const outcome = run.tries === 1 ? state : `${state} (${run.tries} tries)`;
  const said = run.source === null || reason?.includes(run.source.name) ? '' : `${run.source.name}: `;
  const { run_id, seller, feed, as_of, seconds } = run;
  const cells = [run_id, `${seller}/${feed}`, as_of, outcome, '', '', '', spent(seconds)];
  return [...cells, by, at, `${said}${reason ?? ''}`];
}

function countedCells(run: Run, outcome: string): Cell[] {
  const { run_id, seller, feed, as_of, rows_read, accepted, rejected, seconds } = run;
  const { land, stage } = seconds;
  return [run_id, `${seller}/${feed}`, as_of, outcome, rows_read, accepted, rejected, spent({ land, stage })];
}

/** Seconds that the feed itself took; its publication is shared with others. */
function spent(seconds: { land?: number; stage?: number }): string {
  return ((seconds.land ?? 0) + (seconds.stage ?? 0)).toFixed(1);
}
