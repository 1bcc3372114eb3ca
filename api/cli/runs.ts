import { userInfo } from 'node:os';
import { Command } from 'commander';
import { currentManifest } from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import { readHeldRuns, readRun, runFiles } from '../../warehouse/runs.ts';
import { wholeNumber } from './gc.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { publishHere, publishOnTemporal } from './publication.ts';
import { publicationSummary } from './summary.ts';
import { counted, type Terminal, table } from './terminal.ts';

interface RunsOptions {
  seller?: string;
  limit: number;
}

/** Lists what was staged and what became of it; lets a suspect run pass. */
export function runsCommand(terminal: Terminal): Command {
  const runs = new Command('runs').description(
    'what was read and what became of it; `runs accept RUN` takes a suspect one',
  );
  runs
    .command('list', { isDefault: true })
    .description('published, pending, suspect and late runs, the newest first')
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
            ? await publishOnTemporal(terminal, accepted)
            : await publishHere(terminal, command, accepted),
        ),
      );
    });
  return runs;
}

async function listRuns(
  index: OpenedIndex,
  terminal: Terminal,
  { seller, limit }: RunsOptions,
): Promise<void> {
  const published = new Set((await currentManifest(index.store))?.manifest.runs.map((run) => run.run_id));
  const held = new Map((await readHeldRuns(index.folder)).map((one) => [one.run_id, one]));
  const all = await Promise.all((await runFiles(index.folder)).map((name) => readRun(index.folder, name)));
  const wanted = all.filter((run) => seller === undefined || run.seller === seller);
  wanted.sort((a, b) => (a.as_of === b.as_of ? (a.run_id < b.run_id ? -1 : 1) : a.as_of < b.as_of ? 1 : -1));
  // What needs a person comes first.
  const stateOf = (run: Run) =>
    published.has(run.run_id) ? 'published' : (held.get(run.run_id)?.why ?? 'pending');
  const ordered = [
    ...wanted.filter((run) => !published.has(run.run_id)),
    ...wanted.filter((run) => published.has(run.run_id)),
  ];
  const rows = ordered
    .slice(0, limit)
    .map((run) => [
      run.run_id,
      `${run.seller}/${run.feed}`,
      run.as_of,
      stateOf(run),
      run.rows_read,
      run.accepted,
      run.rejected,
      published.has(run.run_id) ? '' : (held.get(run.run_id)?.reason ?? ''),
    ]);
  terminal.out(table(['run', 'feed', 'as of', 'state', 'read', 'accepted', 'rejected', 'reason'], rows));
  if (ordered.length > limit) terminal.out(`and ${counted(ordered.length - limit, 'run')} more (--limit)\n`);
}
