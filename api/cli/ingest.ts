import { Command } from 'commander';
import { givenFolderId } from '../../warehouse/folder_id.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { FolderStore } from '../../warehouse/store.ts';
import type { IngestSummary } from '../../workflows/embedded.ts';
import { selectFeeds } from '../../workflows/embedded.ts';
import type { FeedRequest, PublishRequest } from '../../workflows/messages.ts';
import { ingestExitCode } from './exit_code.ts';
import { isoTime } from './iso_time.ts';
import { configOf, openIndex } from './opened_index.ts';
import { progressDisplay } from './progress.ts';
import { ingestSummary } from './summary.ts';
import { json, type Terminal } from './terminal.ts';

interface IngestOptions {
  asOf?: string;
  backfill?: boolean;
  temporal?: boolean;
  json?: boolean;
}

/** Reads feeds now, due or not, and publishes. */
export function ingestCommand(terminal: Terminal): Command {
  return new Command('ingest')
    .description('read feeds now and publish one snapshot')
    .argument('[seller[/feed]]', 'only this seller, or this feed of it')
    .option('--as-of <time>', 'observation time of what is read, ISO 8601', isoTime)
    .option('--backfill', 'take in files older than what is live, and rebuild their series')
    .option('--temporal', 'let the workers of a Temporal server do it')
    .option('--json', 'what it came to as JSON')
    .action(async (selection: string | undefined, options: IngestOptions, command: Command) => {
      const [seller, feed] = selection?.split('/') ?? [];
      const { configuration } = configOf(terminal, command);
      const asOf = options.asOf === undefined ? {} : { as_of: options.asOf };
      const requests = selectFeeds(configuration, seller === undefined ? undefined : { seller, feed }).map(
        (request) => ({ ...request, ...asOf, all: true }),
      );
      const publication = { backfill: options.backfill ?? false };
      const summary = options.temporal
        ? await ingestOnTemporal(terminal, command, requests, publication)
        : await ingestHere(terminal, command, requests, publication);
      terminal.out(options.json ? json(summary) : ingestSummary(summary));
      terminal.exitCode = ingestExitCode(summary);
    });
}

async function ingestHere(
  terminal: Terminal,
  command: Command,
  requests: FeedRequest[],
  publication: PublishRequest,
): Promise<IngestSummary> {
  await using index = await openIndex(terminal, command);
  // What could not be published need not be read.
  await currentManifest(index.store);
  const display = progressDisplay(terminal, 1);
  await using engine = await index.engine(display.listener);
  const summary = await engine.ingest(requests, publication);
  display.end();
  return summary;
}

async function ingestOnTemporal(
  terminal: Terminal,
  command: Command,
  feeds: FeedRequest[],
  publication: PublishRequest,
): Promise<IngestSummary> {
  const folder = await givenFolderId(new FolderStore(configOf(terminal, command).data));
  const requests = feeds.map((one) => (folder === null ? one : { ...one, folder }));
  const { TemporalClient } = await import('../../workflows/temporal/client.ts');
  await using temporal = await TemporalClient.open(terminal.env);
  const display = progressDisplay(terminal, requests.length);
  const summary = await temporal.ingest(requests, publication, {
    ...display.listener,
    onNoWorker: (queue) =>
      terminal.err(`no worker asks for work of the task queue ${queue}: start one with \`worker\`\n`),
  });
  display.end();
  return { ...summary, steps: summary.publication?.seconds ?? {} };
}
