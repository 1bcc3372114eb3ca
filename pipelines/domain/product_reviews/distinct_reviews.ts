import { foldedParts, foldText } from '../../text/fold.ts';
import type { ProductReview } from './review.ts';

/** A review, and every seller that publishes it. */
export interface DistinctReview extends ProductReview {
  /** In the order of their ids; the first is `seller` where only one publishes it. */
  sellers: readonly string[];
}

/** So many words are one person's; fewer (`Great product!`) are anybody's. */
const OWN_WORDS = 6;

/**
 * What names a review wherever it is published: its words where there are six or more of them, whoever signs it and
 * whatever the seller's scale; else its words with author and day; null where it has no author either, for then it may
 * be another person's. Marks, capitals and white space do not count.
 */
function reviewIdentity({ title, text, author, created_at }: ProductReview): string | null {
  const words = foldedParts(`${title ?? ''} ${text ?? ''}`);
  if (words.length >= OWN_WORDS) return words.join(' ');
  const signed = foldText(author ?? '').trim();
  return signed === '' || /^(?:anonymous|guest|customer|verified (?:buyer|customer|purchase))$/.test(signed)
    ? null
    : [signed, created_at.slice(0, 10), ...words].join(' ');
}

/**
 * Every review once, however many sellers publish it, and however often one does. Of the same one the oldest stands for
 * all. Neither order nor repetition of the reviews given changes the outcome.
 */
export function distinctReviews(reviews: readonly ProductReview[]): DistinctReview[] {
  const groups = new Map<string, ProductReview[]>();
  for (const review of reviews) {
    const identity = reviewIdentity(review);
    const key = identity === null ? `id ${review.seller} ${review.review_id}` : `words ${identity}`;
    groups.set(key, [...(groups.get(key) ?? []), review]);
  }
  return [...groups.values()].map((same) => {
    const [oldest] = same.toSorted(byAge);
    if (!oldest) throw new Error('a group of reviews is empty');
    return { ...oldest, sellers: [...new Set(same.map(({ seller }) => seller))].toSorted() };
  });
}

function byAge(a: ProductReview, b: ProductReview): number {
  const [left, right] = [a, b].map(({ created_at, seller, review_id }) => [created_at, seller, review_id]);
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}
