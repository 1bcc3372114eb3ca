import { Command } from 'commander';
import { openIndex } from './opened_index.ts';
import { serve } from './server.ts';
import { untilStopped } from './stop.ts';
import type { Terminal } from './terminal.ts';

/** Serves what is published; something else ingests. */
export function apiCommand(terminal: Terminal): Command {
  return new Command('api')
    .description('serve the API only, following what another process publishes')
    .action(async (_: object, command: Command) => {
      const stopped = untilStopped();
      await using index = await openIndex(terminal, command);
      await using served = await serve(index);
      terminal.out(`API       ${served.url}/v1\nready?    ${served.url}/readyz\n`);
      await stopped;
      terminal.err('stopping: running requests are finished first\n');
    });
}
