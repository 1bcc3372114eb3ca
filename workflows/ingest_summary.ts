import { inTurn } from '../pipelines/snapshot/summary.ts';
import { nameOf } from './feed_selection.ts';
import { sumOfRows } from './ingest_feed.ts';
import type { FeedOutcome, PublicationOutcome } from './messages.ts';

export interface IngestSummary {
  feeds: FeedOutcome[];
  /** Null when nothing was there to publish. */
  publication: PublicationOutcome | null;
  /** Why the publication failed. */
  publicationFailure: string | null;
  seconds: number;
  /** Seconds by step; feeds read side by side add up. */
  steps: Record<string, number>;
}

/** A round and the one for what had failed in it, as one: each feed as it ended, and its rows of both. */
export function bothRounds(first: IngestSummary, again: IngestSummary): IngestSummary {
  const later = new Map(again.feeds.map((feed) => [nameOf(feed), feed]));
  const steps = { ...first.steps };
  for (const [step, spent] of Object.entries(again.steps)) steps[step] = (steps[step] ?? 0) + spent;
  const both = first.publication && again.publication;
  return {
    feeds: first.feeds.map((feed) => bothTries(feed, later.get(nameOf(feed)))),
    publication: both
      ? inTurn(first.publication as PublicationOutcome, again.publication as PublicationOutcome)
      : (again.publication ?? first.publication),
    publicationFailure: again.publication ? null : (again.publicationFailure ?? first.publicationFailure),
    seconds: first.seconds + again.seconds,
    steps,
  };
}

/** What a feed came to in two tries. One that looks at all its files again tells the runs of the first try again, too. */
function bothTries(first: FeedOutcome, again: FeedOutcome | undefined): FeedOutcome {
  if (!again) return first;
  if (first.runs.every((run) => again.runs.includes(run))) return again;
  return { ...again, runs: [...first.runs, ...again.runs], rows: sumOfRows(first.rows, again.rows) };
}

/**
 * Feeds as their publication left them: staging takes a supplement's row for good, and only laying it over its listings
 * shows that there is none. A feed of which only some runs were laid stays as it was staged.
 */
export function asLaid(
  feeds: readonly FeedOutcome[],
  publication: Pick<PublicationOutcome, 'laid'> | null,
): FeedOutcome[] {
  const laid = new Map((publication?.laid ?? []).map((run) => [run.run_id, run]));
  return feeds.map((feed) => {
    const runs = feed.runs.flatMap((run) => laid.get(run) ?? []);
    if (runs.length === 0 || runs.length < feed.runs.length) return feed;
    const rows = runs
      .map(({ rows_read: read, accepted, rejected, rejected_by, notes_by }) => ({
        read,
        accepted,
        rejected,
        rejected_by,
        notes_by,
      }))
      .reduce(sumOfRows);
    return { ...feed, rows };
  });
}
