import { Command } from 'commander';
import { Database, literal } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { KnownRuns } from '../../warehouse/known_runs.ts';
import type { Run } from '../../warehouse/run.ts';
import { openRun } from '../../warehouse/runs.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { wholeNumber } from './gc.ts';
import { openIndex } from './opened_index.ts';
import { type Cell, counted, type Terminal, table } from './terminal.ts';

interface RejectsOptions {
  feed?: string;
  run?: string;
  limit: number;
}

type RejectRow = Record<'severity' | 'line' | 'field' | 'code' | 'value' | 'detail', string | null>;

/** Shows which rows of a run were left out or kept without a value, and why. */
export function rejectsCommand(terminal: Terminal): Command {
  return new Command('rejects')
    .description('rows that a run left out, or kept without a value, and why')
    .argument('<seller>')
    .option('--feed <name>', 'only this feed')
    .option('--run <id>', 'this run instead of the newest of each feed')
    .option('--limit <rows>', 'most lines for each run', wholeNumber(1), 50)
    .action(async (seller: string, options: RejectsOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      const runs = await chosenRuns(index.store, seller, options);
      await using database = await Database.open({
        memoryLimit: '256MiB',
        spill: index.folder.scratch(`rejects-${process.pid}`),
      });
      for (const run of runs)
        await showRejects({ terminal, database, folder: index.folder, run, limit: options.limit });
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

async function showRejects(options: {
  terminal: Terminal;
  database: Database;
  folder: DataFolder;
  run: Run;
  limit: number;
}): Promise<void> {
  const { terminal, database, folder, run, limit } = options;
  const file = `read_parquet(${literal(folder.stagedRejects(run.stage_id))})`;
  const rows = await database.rows<RejectRow>(
    'read rejects',
    `select severity, line, field, code, value, detail from ${file} order by severity desc, line, field limit $limit`,
    { limit },
  );
  const total = await database.count('count rejects', `select count(*) from ${file}`);
  terminal.out(`${run.seller}/${run.feed} of ${run.as_of} (${run.run_id}), ${run.source.name}\n`);
  const cells = rows.map((row): Cell[] => [
    row.severity,
    Number(row.line),
    row.field,
    row.code,
    short(row.value),
    row.detail,
  ]);
  terminal.out(table(['kind', 'line', 'field', 'code', 'value', 'detail'], cells));
  if (total > rows.length) terminal.out(`and ${counted(total - rows.length, 'line')} more (--limit)\n`);
}

/** One line of at most 60 characters. */
function short(value: string | null): string | null {
  if (value === null) return null;
  const line = value.replaceAll(/\s+/g, ' ');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
