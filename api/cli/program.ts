import { Command, CommanderError } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { apiCommand } from './api.ts';
import { settingsHelp, wantsStack } from './config.ts';
import { doctorCommand } from './doctor.ts';
import { USAGE } from './exit_code.ts';
import { exportCommand } from './export.ts';
import { gcCommand } from './gc.ts';
import { ingestCommand } from './ingest.ts';
import { keysCommand } from './keys.ts';
import { matchCommand } from './match.ts';
import { mediaCommand } from './media.ts';
import { rebuildCommand } from './rebuild.ts';
import { rejectsCommand } from './rejects.ts';
import { reviewCommand } from './review.ts';
import { runsCommand } from './runs.ts';
import { schedulesCommand } from './schedules.ts';
import { startCommand } from './start.ts';
import { stateCommand } from './state.ts';
import { temporalCommand } from './temporal.ts';
import type { Terminal } from './terminal.ts';
import { watchesCommand } from './watches.ts';
import { workerCommand } from './worker.ts';

const COMMANDS = [
  startCommand,
  ingestCommand,
  apiCommand,
  temporalCommand,
  workerCommand,
  schedulesCommand,
  matchCommand,
  exportCommand,
  mediaCommand,
  rejectsCommand,
  runsCommand,
  reviewCommand,
  keysCommand,
  watchesCommand,
  stateCommand,
  rebuildCommand,
  gcCommand,
  doctorCommand,
];

/** Runs the command that the arguments name; what goes wrong is told at the terminal and in the exit code. */
export async function runProgram(terminal: Terminal): Promise<void> {
  const program = new Command('commerce-index')
    .description(packageFile.description)
    .version(packageFile.version)
    .option('-c, --config <file>', 'the configuration file (default ./commerce-index.yaml, else the demo)')
    .addHelpText('after', `\n${settingsHelp()}`);
  for (const command of COMMANDS) program.addCommand(command(terminal));
  endUsageWith(program);
  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : USAGE;
    else {
      terminal.err(`error: ${error instanceof Error ? error.message : String(error)}\n`);
      if (wantsStack(terminal.env) && error instanceof Error) terminal.err(`${error.stack}\n`);
      process.exitCode = 1;
    }
  }
}

/** A mistake in the command line ends with a code of its own; commander has said already what it is. */
function endUsageWith(command: Command): void {
  command.exitOverride();
  for (const one of command.commands) endUsageWith(one);
}
