import { inTurn } from '../pipelines/snapshot/summary.ts';
import { nameOf } from './feed_selection.ts';
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

/** A round and the one for what had failed in it, as one: each feed as it ended, rows of both. */
export function bothRounds(first: IngestSummary, again: IngestSummary): IngestSummary {
  const later = new Map(again.feeds.map((feed) => [nameOf(feed), feed]));
  const steps = { ...first.steps };
  for (const [step, spent] of Object.entries(again.steps)) steps[step] = (steps[step] ?? 0) + spent;
  const both = first.publication && again.publication;
  return {
    feeds: first.feeds.map((feed) => later.get(nameOf(feed)) ?? feed),
    publication: both
      ? inTurn(first.publication as PublicationOutcome, again.publication as PublicationOutcome)
      : (again.publication ?? first.publication),
    publicationFailure: again.publication ? null : (again.publicationFailure ?? first.publicationFailure),
    seconds: first.seconds + again.seconds,
    steps,
  };
}
