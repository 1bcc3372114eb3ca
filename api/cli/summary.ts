import type { FeedOutcome, IngestSummary, PublicationOutcome } from '../../workflows/embedded.ts';
import { columnText } from './column_text.ts';
import { type Cell, count, counted, table, tally } from './terminal.ts';

/** What an ingest came to, for a person: a row for each feed, then the publication, then what went wrong. */
export function ingestSummary(summary: IngestSummary): string {
  const parts = [
    feedTable(summary.feeds),
    totals(summary.feeds),
    summary.publication ? publicationSummary(summary.publication) : '',
    secondsLine(summary),
    failureLines(summary),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function feedTable(feeds: readonly FeedOutcome[]): string {
  const lines = feeds.map(({ seller, feed, runs, rows, failures }): Cell[] => [
    `${seller}/${feed}`,
    runs.length,
    rows.read,
    rows.accepted,
    rows.rejected,
    failures.length,
    [tally(rows.rejected_by), tally(rows.notes_by)].filter(Boolean).join('; notes: '),
  ]);
  return table(
    ['feed', 'runs', 'read', 'accepted', 'rejected', 'failed', 'rejected by reason; notes'],
    lines,
  );
}

/** The sum that must hold; said so, and said loudly when it does not. */
function totals(feeds: readonly FeedOutcome[]): string {
  const [read, accepted, rejected] = [
    sum(feeds, ({ rows }) => rows.read),
    sum(feeds, ({ rows }) => rows.accepted),
    sum(feeds, ({ rows }) => rows.rejected),
  ];
  const holds = read === accepted + rejected;
  const reasons = tally(added(feeds, 'rejected_by'));
  return [
    `rows read ${count(read)} ${holds ? '=' : '≠'} accepted ${count(accepted)} + rejected ${count(rejected)}`,
    holds ? '' : '  THIS MUST NEVER BE: rows were lost; please report it with the feed',
    reasons && `rejected: ${reasons}`,
    notesLine(feeds),
    '',
  ]
    .filter((line, index, all) => line !== '' || index === all.length - 1)
    .join('\n');
}

function notesLine(feeds: readonly FeedOutcome[]): string {
  const notes = tally(added(feeds, 'notes_by'));
  return notes && `kept with a note: ${notes}`;
}

/** What a publication came to, for a person. */
export function publicationSummary(publication: PublicationOutcome): string {
  const { moves, counts, methods, match } = publication;
  const lines: string[] = [];
  if (publication.snapshot_id === null) lines.push('nothing new to publish');
  else {
    lines.push(
      `listings: unchanged ${count(moves.unchanged)}, changed ${count(moves.changed)}, new ${count(moves.new)}, vanished ${count(moves.vanished)}`,
      `matched: ${tally(methods)}; for review: ${counted(match?.titles.reviews ?? 0, 'pair')} alike by title, ${counted(match?.gtin_conflicts ?? 0, 'GTIN conflict')}`,
    );
    if (counts)
      lines.push(
        `index: ${counted(counts.products, 'product')}, ${counted(counts.variants, 'variant')}, ${counted(counts.live_listings, 'live listing')}; ` +
          `${counted(publication.new_changes, 'change point')} and ${counted(publication.new_events, 'event')} added`,
      );
    if (publication.corrected_events > 0)
      lines.push(
        `${counted(publication.corrected_events, 'earlier event')} taken back, each by one of the same type that corrects it`,
      );
    const foreign = tally(publication.foreign_currencies);
    if (foreign !== '')
      lines.push(`in another currency than the market’s, compared with nothing: ${foreign}`);
    if (publication.reused_skus > 0)
      lines.push(
        `${counted(publication.reused_skus, 'sku')} given to another article (title and brand or GTIN are others): a new offer each, the events say which`,
      );
    for (const column of publication.columns_found)
      lines.push(`found: ${columnText(column)}; attribute_keys of the feed sets it by hand`);
    if (publication.vectors_missing !== null)
      lines.push(
        `published without vectors, so words alone rank until the next publication (\`rebuild\` tries at once): ${publication.vectors_missing}`,
      );
    lines.push(`snapshot ${publication.snapshot_id}`);
  }
  lines.push(...heldLines(publication));
  return `${lines.join('\n')}\n`;
}

function heldLines({ suspect, late, passed, warned }: PublicationOutcome): string[] {
  return [
    ...warned.map(
      ({ run, warnings }) =>
        `published with a warning: ${run.seller}/${run.feed} of ${run.as_of} (${run.run_id}): ${warnings.join('; ')}`,
    ),
    ...passed.map(
      ({ run, reason }) =>
        `suspect, not published: ${run.seller}/${run.feed} of ${run.as_of} (${run.run_id}), and passed by a later run: ${reason}; \`runs accept ${run.run_id}\` takes it after all`,
    ),
    ...suspect.map(
      ({ run, reason }) =>
        `suspect, not published: ${run.seller}/${run.feed} of ${run.as_of} (${run.run_id}): ${reason}; \`runs accept ${run.run_id}\` takes it, \`runs reject ${run.run_id}\` turns it down`,
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

/** Adds up a tally of all feeds. */
function added(feeds: readonly FeedOutcome[], field: 'rejected_by' | 'notes_by'): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { rows } of feeds)
    for (const [code, times] of Object.entries(rows[field])) counts[code] = (counts[code] ?? 0) + times;
  return counts;
}

function sum(feeds: readonly FeedOutcome[], value: (feed: FeedOutcome) => number): number {
  return feeds.reduce((total, feed) => total + value(feed), 0);
}
