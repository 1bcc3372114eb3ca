import type { ClusterPairs } from '../titles/decide/clusters.ts';
import { pairName } from '../titles/decide/clusters.ts';
import { DEFAULT_DECISION, type Review } from '../titles/decide/decide.ts';
import { contradictedProbability } from '../titles/learn/learn_contradicted.ts';
import type { RecordPairs } from './likelihoods.ts';
import type { TitlePairs } from './pairs.ts';
import type { TitleRecords } from './records.ts';
import type { Views } from './views.ts';

/** What people are asked, and what they see beside it. */
export interface Asked {
  asked: readonly Review[];
  /** Of two records the titles that are most alike. */
  likest: (left: number, right: number) => [left: number, right: number];
  rivals: ReadonlyMap<Review, number>;
}

/**
 * The pairs for people where those that state something differently are as likely as `shift` says (learn_contradicted.ts),
 * and say why they wait. Who would not be asked of a pair so likely is not.
 */
export function doubtContradicted(
  reviews: readonly Review[],
  shift: number | undefined,
  contradicts: (left: number, right: number) => boolean,
): Review[] {
  return reviews.flatMap((review) => {
    if (!contradicts(review.left, review.right)) return [review];
    const probability = contradictedProbability(review.probability, shift);
    if (probability < DEFAULT_DECISION.ask) return [];
    const reason = review.reason === 'below_threshold' ? 'stated_differently' : review.reason;
    return [{ ...review, probability, reason }];
  });
}

/** A person is asked once for each listing that looks for a place: about its best pair. The listing comes first. */
export function bestOfEach(reviews: readonly Review[], records: Pick<TitleRecords, 'untied'>): Review[] {
  const asked = new Set<number>();
  const best: Review[] = [];
  for (const review of reviews.toSorted((a, b) => b.probability - a.probability)) {
    const turned =
      records.untied[review.left] === 1 ? review : { ...review, left: review.right, right: review.left };
    if (asked.has(turned.left)) continue;
    asked.add(turned.left);
    best.push(turned);
  }
  return best;
}

/** Of two records by their first places, the places of the titles that were found to be most alike. */
export function likestOf(
  { left, right, found }: RecordPairs,
  pairs: TitlePairs,
  { heads }: Views,
): Asked['likest'] {
  const places = new Map(
    Array.from(found, (k, at) => [pairName(left[at] as number, right[at] as number), k]),
  );
  return (one, other) => {
    const k = places.get(pairName(one, other));
    // Of what people alone told no titles were found.
    if (k === undefined || k >= pairs.left.length) return [one, other];
    const [asker, answer] = [pairs.left[k] as number, pairs.right[k] as number];
    return heads[asker] === one ? [asker, answer] : [answer, asker];
  };
}

/**
 * The record that each listing most likely is instead of the one it is asked about, which cannot be one with that too
 * (`excludes`); none where nothing is like it.
 */
export function rivalsOf(
  reviews: readonly Review[],
  { left, right, probability }: ClusterPairs,
  excludes: (one: number, other: number) => boolean,
): Map<Review, number> {
  const asked = new Map(reviews.map((review) => [review.left, review]));
  const best = new Map<Review, { place: number; probability: number }>();
  for (let k = 0; k < left.length; k++) {
    const [x, y] = [left[k] as number, right[k] as number];
    for (const [own, other] of [
      [x, y],
      [y, x],
    ] as const) {
      const review = asked.get(own);
      const isRival = other !== review?.right && (probability[k] as number) > 0;
      if (!review || !isRival || !excludes(review.right, other)) continue;
      const known = best.get(review);
      if (!known || (probability[k] as number) > known.probability)
        best.set(review, { place: other, probability: probability[k] as number });
    }
  }
  return new Map([...best].map(([review, { place }]) => [review, place]));
}
