import { Command } from 'commander';
import { isoTime } from './iso_time.ts';
import { openIndex } from './opened_index.ts';
import { progressDisplay } from './progress.ts';
import { ingestSummary, isClean } from './summary.ts';
import type { Terminal } from './terminal.ts';

interface IngestOptions {
  asOf?: string;
  backfill?: boolean;
}

/** Reads feeds now, due or not, and publishes. */
export function ingestCommand(terminal: Terminal): Command {
  return new Command('ingest')
    .description('read feeds now and publish one snapshot')
    .argument('[seller[/feed]]', 'only this seller, or this feed of it')
    .option('--as-of <time>', 'observation time of what is read, ISO 8601', isoTime)
    .option('--backfill', 'take in files older than what is live, and rebuild their series')
    .action(async (selection: string | undefined, options: IngestOptions, command: Command) => {
      await using index = await openIndex(terminal, command);
      const [seller, feed] = selection?.split('/') ?? [];
      const display = progressDisplay(terminal, 1);
      await using engine = index.engine(display.listener);
      const requests = engine.feeds(seller === undefined ? undefined : { seller, feed });
      const asOf = options.asOf === undefined ? {} : { as_of: options.asOf };
      const summary = await engine.ingest(
        requests.map((request) => ({ ...request, ...asOf, all: true })),
        { backfill: options.backfill ?? false },
      );
      display.end();
      terminal.out(ingestSummary(summary));
      if (!isClean(summary)) process.exitCode = 1;
    });
}
