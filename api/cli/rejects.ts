import { Command } from 'commander';
import { Database } from '../../warehouse/database.ts';
import { KnownRuns } from '../../warehouse/known_runs.ts';
import { type Reject, readRejects } from '../../warehouse/rejects.ts';
import type { Run } from '../../warehouse/run.ts';
import { openRun } from '../../warehouse/runs.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { wholeNumber } from './gc.ts';
import { openIndex } from './opened_index.ts';
import { type Cell, counted, json, type Terminal, table } from './terminal.ts';

interface RejectsOptions {
  feed?: string;
  run?: string;
  limit: number;
  json?: boolean;
}

interface RunRejects {
  run: Run;
  rows: Reject[];
  total: number;
}

/** Shows which rows of a run were left out or kept without a value, and why. */
export function rejectsCommand(terminal: Terminal): Command {
  return new Command('rejects')
    .description('rows that a run left out, or kept without a value, and why')
    .argument('<seller>')
    .option('--feed <name>', 'only this feed')
    .option('--run <id>', 'this run instead of the newest of each feed')
    .option('--limit <rows>', 'most lines for each run', wholeNumber(1), 50)
    .option('--json', 'as JSON')
    .action(async (seller: string, options: RejectsOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      const runs = await chosenRuns(index.store, seller, options);
      await using database = await Database.open({
        memoryLimit: '256MiB',
        spill: index.folder.ownScratch('rejects'),
      });
      const found: RunRejects[] = [];
      for (const run of runs) {
        const path = index.folder.stagedRejects(run.laid?.stage_id ?? run.stage_id);
        found.push({ run, ...(await readRejects(database, path, { limit: options.limit })) });
      }
      if (options.json) terminal.out(json({ runs: found.map(rejectRecord) }));
      else for (const one of found) terminal.out(rejectTable(one));
    });
}

async function chosenRuns(
  store: BlobStore,
  seller: string,
  { feed, run: runId }: RejectsOptions,
): Promise<Run[]> {
  const known = await KnownRuns.open(store);
  const mine =
    runId === undefined ? await known.newest(seller) : [await namedRun(store, known, runId)].flat();
  const chosen = mine.filter((run) => run.seller === seller && (feed ?? run.feed) === run.feed);
  if (chosen.length > 0) return chosen;
  throw new Error(
    `there is no run ${[seller, feed, runId].filter((part) => part !== undefined).join(' ')}; \`runs\` shows them`,
  );
}

async function namedRun(store: BlobStore, known: KnownRuns, runId: string): Promise<Run | []> {
  const run = (await openRun(store, runId)) ?? (await known.log.byId(runId)) ?? [];
  return 'stage_id' in run ? run : [];
}

function rejectRecord({ run, rows, total }: RunRejects) {
  const { run_id, seller, feed, as_of, source } = run;
  return { run_id, seller, feed, as_of, source: source.name, total, rejects: rows };
}

function rejectTable({ run, rows, total }: RunRejects): string {
  const { run_id, seller, feed, as_of, source } = run;
  const cells = rows.map((row): Cell[] => [
    row.severity,
    row.file ?? source.name,
    row.line,
    row.field,
    row.code,
    short(row.value),
    row.detail,
  ]);
  return [
    `${seller}/${feed} of ${as_of} (${run_id}), ${source.name}\n`,
    total === 0
      ? 'no row was left out, none kept without a value\n'
      : table(['kind', 'file', 'line', 'field', 'code', 'value', 'detail'], cells),
    total > rows.length ? `and ${counted(total - rows.length, 'line')} more (--limit)\n` : '',
  ].join('');
}

/** One line of at most 60 characters. */
function short(value: string | null): string | null {
  if (value === null) return null;
  const line = value.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
