import type { FeedOutcome, IngestSummary, PublishSummary } from '../../workflows/embedded.ts';
import { type Cell, count, counted, table, tally } from './terminal.ts';

type FeedRun = FeedOutcome['runs'][number];

/** What an ingest came to, for a person: a row for each feed, then the publication, then what went wrong. */
export function ingestSummary(summary: IngestSummary): string {
  const runs = summary.feeds.flatMap((feed) => feed.runs);
  const parts = [
    feedTable(summary.feeds),
    totals(runs),
    summary.publication ? publicationLines(summary.publication) : '',
    secondsLine(summary),
    failureLines(summary),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** Whether all feeds and the publication went well. */
export function isClean(summary: IngestSummary): boolean {
  return summary.publicationFailure === null && summary.feeds.every((feed) => feed.failures.length === 0);
}

function feedTable(feeds: readonly FeedOutcome[]): string {
  const rows = feeds.map(({ seller, feed, runs, failures }): Cell[] => [
    `${seller}/${feed}`,
    runs.length,
    sum(runs, (run) => run.rows_read),
    sum(runs, (run) => run.accepted),
    sum(runs, (run) => run.rejected),
    failures.length,
    [tally(added(runs, 'rejected_by')), tally(added(runs, 'notes_by'))].filter(Boolean).join('; notes: '),
  ]);
  return table(['feed', 'runs', 'read', 'accepted', 'rejected', 'failed', 'rejected by reason; notes'], rows);
}

/** The sum that must hold; said so, and said loudly when it does not. */
function totals(runs: readonly FeedRun[]): string {
  const [read, accepted, rejected] = [
    sum(runs, (run) => run.rows_read),
    sum(runs, (run) => run.accepted),
    sum(runs, (run) => run.rejected),
  ];
  const holds = read === accepted + rejected;
  const reasons = tally(added(runs, 'rejected_by'));
  return [
    `rows read ${count(read)} ${holds ? '=' : '≠'} accepted ${count(accepted)} + rejected ${count(rejected)}`,
    holds ? '' : '  THIS MUST NEVER BE: rows were lost; please report it with the feed',
    reasons && `rejected: ${reasons}`,
    notesLine(runs),
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n');
}

function notesLine(runs: readonly FeedRun[]): string {
  const notes = tally(added(runs, 'notes_by'));
  return notes && `kept with a note: ${notes}`;
}

function publicationLines(publication: PublishSummary): string {
  const { moves, counts, methods, match, suspect, late } = publication;
  const lines: string[] = [];
  if (publication.snapshot_id === null) lines.push('nothing new to publish');
  else {
    lines.push(
      `listings: unchanged ${count(moves.unchanged)}, changed ${count(moves.changed)}, new ${count(moves.new)}, vanished ${count(moves.vanished)}`,
      `matched: ${tally(methods)}; for review: ${count(match?.gtin_conflicts ?? 0)} (GTIN conflicts)`,
    );
    if (counts)
      lines.push(
        `index: ${counted(counts.products, 'product')}, ${counted(counts.variants, 'variant')}, ${counted(counts.live_listings, 'live listing')}; ` +
          `${counted(publication.new_changes, 'change point')} and ${counted(publication.new_events, 'event')} added`,
      );
    lines.push(`snapshot ${publication.snapshot_id}`);
  }
  lines.push(...heldLines(suspect, late));
  return `${lines.join('\n')}\n`;
}

function heldLines(suspect: PublishSummary['suspect'], late: PublishSummary['late']): string[] {
  return [
    ...suspect.map(
      ({ run, reason }) =>
        `suspect, not published: ${run.seller}/${run.feed} of ${run.as_of} (${run.run_id}): ${reason}; \`runs accept ${run.run_id}\` takes it`,
    ),
    ...late.map(
      (run) =>
        `late, not published: ${run.seller}/${run.feed} of ${run.as_of} (${run.run_id}): a later observation is live; \`ingest --backfill\` takes it, or \`runs accept ${run.run_id}\` if it was held as suspect`,
    ),
  ];
}

function secondsLine({ steps, seconds }: IngestSummary): string {
  const parts = Object.entries(steps).map(([step, spent]) => `${step} ${spent.toFixed(1)}`);
  return `seconds: ${parts.join(', ')}; in all ${seconds.toFixed(1)}\n`;
}

function failureLines({ feeds, publicationFailure }: IngestSummary): string {
  const lines = feeds.flatMap(({ seller, feed, failures }) =>
    failures.map(
      ({ source, message }) =>
        `failed: ${seller}/${feed}${source === null || message.includes(source) ? '' : ` ${source}`}: ${message}`,
    ),
  );
  if (publicationFailure !== null) lines.push(`failed: publication: ${publicationFailure}`);
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** Adds up a tally of all runs. A file with several observation times stages them all, so its runs add up too. */
function added(runs: readonly FeedRun[], field: 'rejected_by' | 'notes_by'): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const run of runs)
    for (const [code, times] of Object.entries(run[field])) counts[code] = (counts[code] ?? 0) + times;
  return counts;
}

function sum(runs: readonly FeedRun[], value: (run: FeedRun) => number): number {
  return runs.reduce((total, run) => total + value(run), 0);
}
