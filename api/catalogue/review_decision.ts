import type { MatchVerdict } from '../../pipelines/domain/match_decision.ts';
import { parseReviewId } from '../../pipelines/domain/review.ts';
import type { Review, Reviews } from '../../warehouse/reads/reviews.ts';
import type { NotedMatchDecision } from '../../warehouse/state/match_decisions.ts';
import type { State } from '../../warehouse/state/state.ts';

/** A pair cannot be decided on as it was asked for: a listing changed, or nothing about it is open. */
export class ReviewConflictError extends Error {
  readonly review: Review;

  constructor(review: Review, message: string) {
    super(message);
    this.name = 'ReviewConflictError';
    this.review = review;
  }
}

/**
 * The pair that a text names: `rev_…`, or two listings as `seller:sku=seller:sku` (in either order, and whether in the
 * queue or not). Null when there is none such.
 */
export async function findReview(reviews: Reviews, text: string): Promise<Review | null> {
  if (parseReviewId(text) !== null) return reviews.byId(text);
  // A sku may contain the sign itself, so every place where the text can be parted is tried.
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', at + 1)) {
    const [one, other] = [keyOf(reviews, text.slice(0, at)), keyOf(reviews, text.slice(at + 1))];
    if (one === null || other === null || one === other) continue;
    const review = await reviews.ofPair(one, other);
    if (review) return review;
  }
  return null;
}

function keyOf(reviews: Reviews, reference: string): bigint | null {
  const colon = reference.indexOf(':');
  return colon < 1 || colon === reference.length - 1
    ? null
    : reviews.keyOf(reference.slice(0, colon).trim(), reference.slice(colon + 1).trim());
}

export interface Saying {
  verdict: MatchVerdict;
  by: string;
  /** ISO 8601. */
  at: string;
  note: string | null;
  /** The revision that the person saw; when given, the listings must still be so. */
  revision: string | undefined;
}

/**
 * Notes what a person says of a pair; it takes effect with the next publication. Throws ReviewConflictError when a
 * listing changed since the person saw it, and when there is nothing to decide: the pair is neither in the queue nor
 * was it ever decided on, nor is it to be parted where it is one variant now.
 */
export async function decideReview(
  state: State,
  review: Review,
  { verdict, by, at, note, revision }: Saying,
): Promise<NotedMatchDecision> {
  if (revision !== undefined && revision !== review.revision)
    throw new ReviewConflictError(
      review,
      `${nameOf(review)} changed since revision ${revision}; look at it again, its revision is ${review.revision} now`,
    );
  const parts = verdict === 'different' && review.left.variant_id === review.right.variant_id;
  if (!review.queued && !review.decision && !parts)
    throw new ReviewConflictError(
      review,
      `${nameOf(review)} is not in the review queue (any more); ${
        review.left.variant_id === review.right.variant_id
          ? 'both are one variant already, which can only be rejected'
          : 'nothing suggests that they are one item'
      }`,
    );
  const [left, right] = review.pair;
  const [left_content, right_content] = review.contents;
  const decision = {
    left,
    right,
    verdict,
    left_content,
    right_content,
    note,
    decided_by: by,
    decided_at: at,
  };
  await state.decideMatch(decision);
  return decision;
}

/** `seller:sku=seller:sku`. */
export function nameOf({ left, right }: Review): string {
  return `${left.seller}:${left.sku}=${right.seller}:${right.sku}`;
}
