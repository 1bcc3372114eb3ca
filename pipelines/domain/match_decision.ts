/**
 * What a person said of two listings: whether they are the same real-world item. `left` and `right` are listing keys,
 * `left` the smaller; the content hashes are those of both listings when the person decided, so that a listing that
 * changed since voids the decision (`decisionHolds`).
 */
export interface MatchDecision {
  readonly left: bigint;
  readonly right: bigint;
  readonly verdict: MatchVerdict;
  readonly left_content: bigint;
  readonly right_content: bigint;
  readonly decided_by: string;
  /** ISO 8601, UTC. */
  readonly decided_at: string;
}

/** `same`: one item, to be sold as one variant; `different`: never in one variant. */
export type MatchVerdict = (typeof MATCH_VERDICTS)[number];

export const MATCH_VERDICTS = ['same', 'different'] as const;

/** Whether a decision still speaks of the listings as they are: neither changed since the person saw it. */
export function decisionHolds(
  decision: Pick<MatchDecision, 'left_content' | 'right_content'>,
  leftContent: bigint | null,
  rightContent: bigint | null,
): boolean {
  return decision.left_content === leftContent && decision.right_content === rightContent;
}
