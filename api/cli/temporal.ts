import { join } from 'node:path';
import { Command } from 'commander';
import { wholeNumber } from './gc.ts';
import { configOf, makeFolder } from './opened_index.ts';
import { untilStopped } from './stop.ts';
import type { Terminal } from './terminal.ts';

interface TemporalOptions {
  port: number;
  uiPort: number;
  host: string;
  namespace: string;
}

/** A Temporal server for a laptop: one process, one file, with its Web UI. */
export function temporalCommand(terminal: Terminal): Command {
  return new Command('temporal')
    .description('run a Temporal development server with its Web UI')
    .option('--port <port>', 'port of the server', wholeNumber(1), 7233)
    .option('--ui-port <port>', 'port of the Web UI', wholeNumber(1), 8233)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--namespace <name>', 'namespace made at the start', 'default')
    .action(async (options: TemporalOptions, command: Command) => {
      const stopped = untilStopped();
      const config = configOf(terminal, command);
      await makeFolder(config.data);
      // Loaded only here: the SDK takes a second that no other command should wait for.
      const { findTemporalProgram } = await import('../../workflows/temporal/program.ts');
      const { startDevServer } = await import('../../workflows/temporal/dev_server.ts');
      const program = await findTemporalProgram({
        env: terminal.env,
        onProgress: (line) => terminal.err(`${line}\n`),
      });
      const file = join(config.data, 'temporal.sqlite');
      await using server = await startDevServer({ program, file, ...options });
      terminal.out(
        `Temporal  ${server.address}, namespace ${options.namespace}\nWeb UI    ${server.uiUrl}\nkept in   ${file}\n\n` +
          'next: `npx commerce-index worker`, then `npx commerce-index schedules apply` or `npx commerce-index ingest --temporal`\n',
      );
      const code = await Promise.race([stopped.then(() => 'asked' as const), server.ended]);
      if (code !== 'asked') throw new Error(`the Temporal server stopped by itself with exit code ${code}`);
    });
}
