import { Command, CommanderError } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { settingsHelp, wantsStack } from './config.ts';
import { USAGE } from './exit_code.ts';
import type { Terminal } from './terminal.ts';

/** Each command's module, in the order of the help. A module is read when its command is asked for. */
const COMMANDS: Record<string, (terminal: Terminal) => Promise<Command>> = {
  start: async (terminal) => (await import('./start.ts')).startCommand(terminal),
  ingest: async (terminal) => (await import('./ingest.ts')).ingestCommand(terminal),
  api: async (terminal) => (await import('./api.ts')).apiCommand(terminal),
  temporal: async (terminal) => (await import('./temporal.ts')).temporalCommand(terminal),
  worker: async (terminal) => (await import('./worker.ts')).workerCommand(terminal),
  schedules: async (terminal) => (await import('./schedules.ts')).schedulesCommand(terminal),
  match: async (terminal) => (await import('./match.ts')).matchCommand(terminal),
  export: async (terminal) => (await import('./export.ts')).exportCommand(terminal),
  media: async (terminal) => (await import('./media.ts')).mediaCommand(terminal),
  rejects: async (terminal) => (await import('./rejects.ts')).rejectsCommand(terminal),
  runs: async (terminal) => (await import('./runs.ts')).runsCommand(terminal),
  review: async (terminal) => (await import('./review.ts')).reviewCommand(terminal),
  keys: async (terminal) => (await import('./keys.ts')).keysCommand(terminal),
  watches: async (terminal) => (await import('./watches.ts')).watchesCommand(terminal),
  state: async (terminal) => (await import('./state.ts')).stateCommand(terminal),
  rebuild: async (terminal) => (await import('./rebuild.ts')).rebuildCommand(terminal),
  gc: async (terminal) => (await import('./gc.ts')).gcCommand(terminal),
  doctor: async (terminal) => (await import('./doctor.ts')).doctorCommand(terminal),
};

/** Runs the command that the arguments name and gives the exit code; what goes wrong is told at the terminal, too. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('commerce-index')
    .description(packageFile.description)
    .version(packageFile.version)
    .option('-c, --config <file>', 'the configuration file (default ./commerce-index.yaml, else the demo)')
    .addHelpText('after', `\n${settingsHelp()}`);
  for (const command of commandsFor(args)) program.addCommand(await command(terminal));
  speakAt(terminal, program);
  try {
    await program.parseAsync(args, { from: 'user' });
    return terminal.exitCode ?? 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE;
    terminal.err(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    if (wantsStack(terminal.env) && error instanceof Error) terminal.err(`${error.stack}\n`);
    return 1;
  }
}

/** The commands that the arguments name; all of them where the help or a suggestion for a mistyped one needs them. */
function commandsFor(args: readonly string[]) {
  if (args.length === 1 && /^(-V|--version)$/.test(args[0] ?? '')) return [];
  const named = Object.entries(COMMANDS).filter(([name]) => args.includes(name));
  const isHelp = args.length === 0 || args[0] === 'help';
  return (named.length > 0 && !isHelp ? named : Object.entries(COMMANDS)).map(([, command]) => command);
}

/** Help and mistakes in the command line are told at the terminal; such a mistake ends with a code of its own. */
function speakAt(terminal: Terminal, command: Command): void {
  command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  for (const one of command.commands) speakAt(terminal, one);
}
