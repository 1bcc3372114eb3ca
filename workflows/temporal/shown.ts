import { setCurrentDetails, upsertMemo, upsertSearchAttributes, workflowInfo } from '@temporalio/workflow';
import type { FeedProgress } from '../ingest_feed.ts';
import type { FeedOutcome, FeedRequest, PublicationOutcome } from '../messages.ts';
import { SEARCH_ATTRIBUTES } from './protocol.ts';

/** What the Web UI shows of a workflow: memo, details, and attributes to search by. */

/** Whoever started this workflow knew that the server has our search attributes. */
export function isSearchable(): boolean {
  return workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.outcome) !== undefined;
}

export function feedAttributes({ seller, feed }: FeedRequest) {
  return [
    { key: SEARCH_ATTRIBUTES.seller, value: seller },
    { key: SEARCH_ATTRIBUTES.feed, value: feed },
    { key: SEARCH_ATTRIBUTES.outcome, value: 'reading' },
  ];
}

export function showRequest({ seller, feed }: FeedRequest): void {
  upsertMemo({ seller, feed, outcome: 'reading' });
}

export function showOutcome({ runs, rows, failures }: FeedOutcome): void {
  const outcome = failures.length > 0 ? 'failed' : runs.length === 0 ? 'nothing new' : 'staged';
  upsertMemo({ rows, runs: runs.length, outcome, failures: failures.length });
  if (isSearchable())
    upsertSearchAttributes([
      { key: SEARCH_ATTRIBUTES.rows, value: rows.read },
      { key: SEARCH_ATTRIBUTES.outcome, value: outcome },
    ]);
}

export function showPublication({ snapshot_id, accepted, suspect, late, counts }: PublicationOutcome): void {
  const outcome =
    snapshot_id === null ? 'nothing new' : suspect.length > 0 ? 'suspect runs held' : 'published';
  upsertMemo({ snapshot_id, runs: accepted.length, suspect, late: late.length, counts, outcome });
  setCurrentDetails(
    [
      `**${outcome}** ${snapshot_id ?? ''}: ${accepted.length} runs taken in, ${late.length} late`,
      ...suspect.map(({ run, reason }) => `- suspect: ${run.run_id} of ${run.seller}/${run.feed}: ${reason}`),
    ].join('\n'),
  );
  if (isSearchable()) upsertSearchAttributes([{ key: SEARCH_ATTRIBUTES.outcome, value: outcome }]);
}

export function feedDetails({ step, observations, outcome }: FeedProgress): string {
  const { rows, runs, failures } = outcome;
  return [
    `**${outcome.seller}/${outcome.feed}**: ${step}`,
    `- observations: ${runs.length + failures.length} of ${observations ?? '?'}`,
    `- rows: ${rows.read} read, ${rows.accepted} accepted, ${rows.rejected} rejected`,
    ...failures.map(({ source, message }) => `- failed: ${source ?? ''} ${message}`),
  ].join('\n');
}
