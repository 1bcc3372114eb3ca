import { Command } from 'commander';
import { publishersOf } from '../../pipelines/domain/settings/publisher_settings.ts';
import type { EmbeddedEngine, EngineListener, IngestSummary } from '../../workflows/embedded.ts';
import { curlLines, keyToShow } from './first_steps.ts';
import { mediaLine } from './media.ts';
import { deliveryEngine, type OpenedIndex, openIndex } from './opened_index.ts';
import { type ProgressDisplay, progressDisplay } from './progress.ts';
import { type Served, serve } from './server.ts';
import { untilStopped } from './stop.ts';
import { ingestSummary } from './summary.ts';
import { count, type Terminal } from './terminal.ts';

interface Started {
  terminal: Terminal;
  index: OpenedIndex;
  served: Served;
  engine: EmbeddedEngine;
}

/** Everything in one process: ingests what is due, serves, and ingests again on schedule. */
export function startCommand(terminal: Terminal): Command {
  return new Command('start')
    .description('ingest what is due, serve the API, and ingest again on schedule')
    .action(async (_: object, command: Command) => {
      const stopped = untilStopped();
      await using index = await openIndex(terminal, command);
      // Listening comes first: a port that is taken is said at once, and /healthz answers during a first ingest.
      await using served = await serve(index);
      const isFirst = !served.catalogue.ready;
      const display = isFirst ? progressDisplay(terminal, feedCount(index)) : undefined;
      await using engine = await index.engine({ ...display?.listener, ...scheduleListener(index) });
      const started = { terminal, index, served, engine };
      if (isFirst && (await Promise.race([firstIngest(started, display), stopped])) !== 'ingested') return;
      await announce(started);
      engine.followSchedule();
      await using _deliveries = await deliveryEngine(index);
      void (isFirst ? Promise.resolve() : catchUp(started)).then(() => firstMedia(started));
      await stopped;
      terminal.err('stopping: requests that are running are finished first\n');
    });
}

/** Ingests with a person watching. Throws when nothing came of it that could be served. */
async function firstIngest(
  { terminal, index, served, engine }: Started,
  display?: ProgressDisplay,
): Promise<'ingested'> {
  terminal.err(`nothing is published in ${index.config.data} yet: ingesting ${index.config.file}\n`);
  const summary = await engine.ingestDue();
  display?.end();
  terminal.out(`\n${ingestSummary(summary)}\n`);
  await served.catalogue.refresh();
  if (!served.catalogue.ready)
    throw new Error(
      'no feed could be published, so there is nothing to serve; mend what is named above and start again',
    );
  return 'ingested';
}

/** Ingests in the background what became due while nothing ran, and what a process that was killed left staged. */
async function catchUp({ terminal, index, engine }: Started): Promise<void> {
  try {
    const summary = await engine.ingestDue();
    if (summary.feeds.length > 0 || summary.publicationFailure !== null)
      terminal.out(`${ingestSummary(summary)}\n`);
  } catch (error) {
    index.log.error({ err: error }, 'ingest failed');
  }
}

/** Fetches in the background what the listings show; the first time takes as long as there are pictures. */
async function firstMedia({ terminal, index, engine }: Started): Promise<void> {
  try {
    const summary = await engine.refreshMedia();
    if (summary.asked > 0) terminal.out(`${mediaLine(summary)}\n`);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') index.log.error({ err: error }, 'media could not be fetched');
  }
}

async function announce({ terminal, index, served }: Started): Promise<void> {
  const key = await keyToShow(index);
  const held = served.catalogue.acquire();
  const { snapshot } = held;
  const holds = `${count(snapshot.product_count)} products of ${count(snapshot.sellers().length)} sellers`;
  held.release();
  const lines = [
    `ready: ${holds} at ${served.url}`,
    `  reference  ${served.url}/docs`,
    `  health     ${served.url}/healthz  ${served.url}/readyz`,
  ];
  if (key === null)
    lines.push('  API key    as shown at the first start; `npx commerce-index keys create` makes another');
  else {
    lines.push(
      key.startsWith('$')
        ? '  API key    the one in API_KEY'
        : `  API key    ${key}  (shown only now: keep it)`,
      '',
      'Try:',
      ...(await curlLines(served.catalogue, served.url, key)).map((line) => `  ${line}`),
    );
  }
  terminal.out(`${lines.join('\n')}\n\n`);
}

/** What the schedule does goes to the log. */
function scheduleListener({ log }: OpenedIndex): EngineListener {
  return {
    onScheduled: (summary) => logIngest(log, summary),
    onGarbage: ({ snapshots, deleted, bytes }) =>
      log.info({ snapshots: snapshots.length, deleted: deleted.length, bytes }, 'garbage collected'),
    onMedia: ({ asked, taken, items, rejected_by, seconds, snapshot_id }) => {
      if (asked > 0) log.info({ asked, taken, items, rejected_by, snapshot_id, seconds }, 'media fetched');
    },
    onError: (error) => log.error({ err: error }, 'scheduled work failed'),
  };
}

function logIngest(
  log: OpenedIndex['log'],
  { feeds, publication, publicationFailure, seconds }: IngestSummary,
): void {
  for (const { seller, feed, failures } of feeds)
    for (const { source, message } of failures) log.warn({ seller, feed, source }, message);
  for (const { run, reason } of publication?.suspect ?? [])
    log.warn(
      { seller: run.seller, feed: run.feed, run_id: run.run_id },
      `suspect run not published: ${reason}`,
    );
  if (publication?.vectors_missing)
    log.warn({ reason: publication.vectors_missing }, 'published without vectors: words alone rank');
  if (publicationFailure !== null) log.error({ reason: publicationFailure }, 'publication failed');
  log.info(
    { feeds: feeds.length, snapshot_id: publication?.snapshot_id ?? null, seconds },
    'scheduled ingest done',
  );
}

function feedCount({ config }: OpenedIndex): number {
  return publishersOf(config.configuration).reduce((sum, seller) => sum + seller.feeds.length, 0);
}
