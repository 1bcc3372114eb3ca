import { aspectMentions } from './aspect_sentiment.ts';
import type { DistinctReview } from './distinct_reviews.ts';
import { isEnglish, starsOf } from './review.ts';

/** What is taken for the mean where nothing was reviewed: the middle of five stars. */
export const NO_PRIOR = 3;
/** So many reviews of the usual rating stand behind each product's own. */
const PRIOR_REVIEWS = 5;
/** So many mentions without an opinion stand behind each attribute's own. */
const PRIOR_MENTIONS = 2;
/** Of so many reviews, the newest, the words are read. */
export const READ_TEXTS = 2000;
/** Mentions below which a note says so. */
const FEW_MENTIONS = 5;
/** Opinions differ where both sides have at least this share. */
const MINORITY = 0.3;

export interface ReviewAggregate {
  /** 0 to 5, shrunk towards the usual rating; null without a usable rating. */
  score: number | null;
  /** The plain mean. */
  mean: number | null;
  /** Distinct reviews with a usable rating. */
  count: number;
  /** Of them, those that several sellers publish. */
  shared: number;
  /** Sellers that publish any of them. */
  sellers: number;
  /** Distinct reviews whose rating is not on its scale. */
  left_out: number;
}

/**
 * The rating of a product: the mean of its distinct reviews, shrunk towards the usual rating of all products by the
 * weight of five reviews, so that one review of five stars is no five.
 */
export function aggregateReviews(reviews: readonly DistinctReview[], usual: number): ReviewAggregate {
  const rated = reviews.flatMap((review) => {
    const stars = starsOf(review);
    return stars === null ? [] : [{ ...review, stars }];
  });
  const count = rated.length;
  const sum = rated.reduce((total, { stars }) => total + stars, 0);
  return {
    score: count === 0 ? null : (PRIOR_REVIEWS * usual + sum) / (PRIOR_REVIEWS + count),
    mean: count === 0 ? null : sum / count,
    count,
    shared: rated.filter(({ sellers }) => sellers.length > 1).length,
    sellers: new Set(rated.flatMap(({ sellers }) => sellers)).size,
    left_out: reviews.length - count,
  };
}

export interface AttributeOpinion {
  attribute: string;
  /** -1 to 1, shrunk towards 0. */
  sentiment: number;
  mentions: number;
  note: string | null;
}

/**
 * What reviews say of each attribute of the product's category: one opinion a review, the mean of what it says of it;
 * the mean of those, shrunk towards 0 by the weight of two without an opinion. Most mentioned first.
 */
export function opinionsByAttribute(
  reviews: readonly DistinctReview[],
  category: string | null,
): AttributeOpinion[] {
  const newest = reviews
    .filter((review) => isEnglish(review))
    .toSorted((a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0))
    .slice(0, READ_TEXTS);
  const opinions = new Map<string, number[]>();
  for (const { title, text } of newest) {
    const mentions = aspectMentions(`${title ?? ''}.\n${text ?? ''}`, category);
    for (const [attribute, own] of Map.groupBy(mentions, (mention) => mention.attribute)) {
      const polarity = own.reduce((sum, mention) => sum + mention.polarity, 0) / own.length;
      opinions.set(attribute, [...(opinions.get(attribute) ?? []), polarity]);
    }
  }
  return [...opinions]
    .map(([attribute, polarities]) => ({
      attribute,
      sentiment: polarities.reduce((sum, one) => sum + one, 0) / (polarities.length + PRIOR_MENTIONS),
      mentions: polarities.length,
      note: noteOn(polarities),
    }))
    .toSorted((a, b) => b.mentions - a.mentions || (a.attribute < b.attribute ? -1 : 1));
}

function noteOn(polarities: readonly number[]): string | null {
  if (polarities.length < FEW_MENTIONS) return 'Few mentions.';
  const good = polarities.filter((one) => one > 0).length / polarities.length;
  return good >= MINORITY && good <= 1 - MINORITY
    ? `Opinions differ: ${Math.round(good * 100)} % speak well of it.`
    : null;
}
