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
