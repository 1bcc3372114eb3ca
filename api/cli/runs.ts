import { userInfo } from 'node:os';
import { Command } from 'commander';
import { currentManifest } from '../../warehouse/manifest.ts';
import { listRuns, type RunRecord } from '../../warehouse/run_list.ts';
import type { PublicationOutcome } from '../../workflows/embedded.ts';
import type { PublishRequest } from '../../workflows/messages.ts';
import { publicationExitCode } from './exit_code.ts';
import { wholeNumber } from './gc.ts';
import { type OpenedIndex, openIndex } from './opened_index.ts';
import { addFactors } from './price_factors.ts';
import { publishHere, publishOnTemporal } from './publication.ts';
import { publicationSummary } from './summary.ts';
import { type Cell, counted, json, type Terminal, table } from './terminal.ts';

interface RunsOptions {
  seller?: string;
  limit: number;
  json?: boolean;
}

interface DecisionOptions {
  reason?: string;
  all?: boolean;
  temporal?: boolean;
}

/** Lists what was staged and what became of it; lets a suspect run pass, turns it down, takes a published one back. */
export function runsCommand(terminal: Terminal): Command {
  const runs = new Command('runs').description(
    'what was read and what became of it; `runs accept RUN` takes a suspect one, `runs reject RUN` turns it down, `runs retract RUN` takes a published one back, `runs factor FEED FACTOR` multiplies prices',
  );
  runs
    .command('list', { isDefault: true })
    .description('what waits and why, then what became of all others, the newest first')
    .option('--seller <id>', 'only this seller')
    .option('--limit <runs>', 'most lines', wholeNumber(1), 50)
    .option('--json', 'as JSON, with all that is known of each')
    .action(async (options: RunsOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      await showRuns(index, terminal, options);
    });
  addDecisions(runs, terminal);
  addFactors(runs, terminal);
  return runs;
}

function addDecisions(runs: Command, terminal: Terminal): void {
  const by = () => userInfo().username;
  const decide = async (command: Command, request: PublishRequest, temporal: boolean | undefined) => {
    const publish = temporal ? publishOnTemporal : publishHere;
    const outcome = await publish(terminal, command, request);
    terminal.exitCode = publicationExitCode(outcome);
    return outcome;
  };
  runs
    .command('accept <run>')
    .description('publish a suspect run after all, also one that a later one has passed by')
    .option('--all', 'the runs of its feed that wait behind it, too')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async (run_id: string, { all, temporal }: DecisionOptions, command: Command) => {
      const accept = [{ run_id, by: by(), ...(all && { all }) }];
      const outcome = await decide(command, { accept }, temporal);
      terminal.out(behindLine(outcome, run_id) + publicationSummary(outcome));
    });
  runs
    .command('reject <run>')
    .description('turn a waiting run down for good; its feed goes on with the next one')
    .option('--reason <text>', 'why, for who reads it later')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async (run_id: string, { reason = null, temporal }: Reasoned, command: Command) => {
      await decide(command, { reject: [{ run_id, by: by(), reason }] }, temporal);
      terminal.out(`rejected ${run_id}\n`);
    });
  runs
    .command('retract <run>')
    .description('take a published run back: history and statistics stand as if it had never been')
    .option('--reason <text>', 'why, for who reads it later')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .action(async (run_id: string, { reason = null, temporal }: Reasoned, command: Command) => {
      const outcome = await decide(command, { retract: [{ run_id, by: by(), reason }] }, temporal);
      terminal.out(`retracted ${run_id}\n${publicationSummary(outcome)}`);
    });
}

type Reasoned = Omit<DecisionOptions, 'reason'> & { reason?: string | null };

/** How many runs wait behind an accepted one, and what to do about them. */
function behindLine({ behind }: PublicationOutcome, run_id: string): string {
  const waiting = behind.find((one) => one.run_id === run_id)?.runs ?? 0;
  if (waiting === 0) return '';
  return `${counted(waiting, 'run')} of its feed waited behind it and ${waiting === 1 ? 'is' : 'are'} held against it now; \`runs accept ${run_id} --all\` would have taken all\n`;
}

async function showRuns(
  { store }: OpenedIndex,
  terminal: Terminal,
  { seller, limit, json: asJson = false }: RunsOptions,
): Promise<void> {
  // A snapshot of another format is said first, as by every command.
  await currentManifest(store);
  const runs: RunRecord[] = [];
  for await (const run of listRuns(store, { seller })) {
    runs.push(run);
    if (runs.length > limit) break;
  }
  const shown = runs.slice(0, limit);
  if (asJson) {
    terminal.out(json({ runs: shown, more: runs.length > limit }));
    return;
  }
  terminal.out(table(HEADINGS, shown.map(cellsOf)));
  for (const run of shown.filter(({ state }) => state === 'held')) terminal.out(symptomLines(run));
  if (runs.length > limit) terminal.out('and more (--limit)\n');
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

/** As the table shows each state of a run that waits. */
const SPELLED: Partial<Record<RunRecord['state'], string>> = { held: 'held: suspect', late: 'held: late' };

function cellsOf(run: RunRecord): Cell[] {
  const { run_id, seller, feed, as_of, state, tries, source, reason } = run;
  const outcome = tries === 1 ? (SPELLED[state] ?? state) : `${state} (${tries} tries)`;
  const named = state === 'failed' && source !== null && !reason?.includes(source) ? `${source}: ` : '';
  const warned =
    state === 'accepted' && run.symptoms.length > 0 ? run.symptoms.map(({ message }) => message) : [];
  return [
    run_id,
    `${seller}/${feed}`,
    as_of,
    outcome,
    run.rows_read ?? '',
    run.accepted ?? '',
    run.rejected ?? '',
    run.seconds.toFixed(1),
    run.decided_by ?? '',
    run.decided_at ?? '',
    reason === null ? warned.map((message) => `warning: ${message}`).join('; ') : named + reason,
  ];
}

/** All in which a held run strays from its feed. */
function symptomLines({ run_id, symptoms }: RunRecord): string {
  return symptoms
    .map(({ grade, message, examples }) => {
      const shown = examples.length > 0 ? `; for example ${examples.join(', ')}` : '';
      return `${run_id} ${grade}: ${message}${shown}\n`;
    })
    .join('');
}
