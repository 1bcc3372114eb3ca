import { median } from '../median.ts';
import type { DistinctReview } from './distinct_reviews.ts';
import { starsOf } from './review.ts';

/** A seller whose reviews disagree with the rest. Means in stars. */
export interface Divergence {
  seller: string;
  count: number;
  mean: number;
  rest_count: number;
  rest_mean: number;
  /** Probability of a difference like this or greater by chance alone, two-sided. */
  p: number;
}

/** On both sides so many reviews at least. */
const LEAST_REVIEWS = 10;
/** Of all sellers of a product together, the chance of a false alarm is at most this. */
const ALARM = 0.01;
/** A difference of fewer stars, in means and in medians, is no sharp one, however sure. */
const LEAST_STARS = 0.75;

/**
 * The sellers whose reviews disagree sharply with the rest: a Mann-Whitney test (ties corrected) of the stars of the
 * reviews that the seller alone publishes against those that only others do, ten on each side at least, at .01 shared
 * among the sellers that can be tested (Bonferroni), and means and medians that are .75 stars apart. The furthest apart
 * is told first and is no part of the rest then, so that nobody is told of because of it; of two that disagree with
 * one another, it is the one with fewer reviews.
 */
export function divergentSellers(reviews: readonly DistinctReview[]): Divergence[] {
  const rated = reviews.flatMap(({ sellers, ...review }) => {
    const stars = starsOf(review);
    return stars === null ? [] : [{ sellers, stars }];
  });
  const found: Divergence[] = [];
  for (let rest = rated; ; ) {
    const [furthest] = furthestApart(rest);
    if (!furthest) return found;
    found.push(furthest);
    rest = rest.filter(({ sellers }) => !sellers.includes(furthest.seller));
  }
}

interface RatedReview {
  sellers: readonly string[];
  stars: number;
}

/** Those that disagree with all the others, the furthest apart first. */
function furthestApart(rated: readonly RatedReview[]): Divergence[] {
  const sellers = [...new Set(rated.flatMap((review) => review.sellers))].toSorted();
  const tested = sellers.flatMap((seller) => {
    const own = rated.filter((review) => review.sellers.length === 1 && review.sellers[0] === seller);
    const rest = rated.filter((review) => !review.sellers.includes(seller));
    return own.length < LEAST_REVIEWS || rest.length < LEAST_REVIEWS
      ? []
      : [{ seller, own: own.map(({ stars }) => stars), rest: rest.map(({ stars }) => stars) }];
  });
  return tested
    .filter(({ own, rest }) => Math.abs(median(own) - median(rest)) >= LEAST_STARS)
    .map(({ seller, own, rest }) => ({
      seller,
      count: own.length,
      mean: mean(own),
      rest_count: rest.length,
      rest_mean: mean(rest),
      p: mannWhitney(own, rest),
    }))
    .filter(({ p, ...one }) => p < ALARM / tested.length && distance(one) >= LEAST_STARS)
    .toSorted((a, b) => distance(b) - distance(a) || a.count - b.count);
}

const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const distance = ({ mean: own, rest_mean }: Pick<Divergence, 'mean' | 'rest_mean'>): number =>
  Math.abs(own - rest_mean);

/**
 * Two-sided p-value of the Mann-Whitney U test by the normal approximation with correction for ties and continuity
 * (Mann and Whitney 1947); 1 where all values are the same.
 */
export function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const [n, m] = [left.length, right.length];
  const counts = new Map<number, { left: number; all: number }>();
  for (const value of left) counts.set(value, { left: 0, all: 0 });
  for (const value of right) counts.set(value, { left: 0, all: 0 });
  const add = (value: number, isLeft: boolean) => {
    const count = counts.get(value);
    if (!count) return;
    count.all++;
    if (isLeft) count.left++;
  };
  for (const value of left) add(value, true);
  for (const value of right) add(value, false);
  let below = 0;
  let ranks = 0;
  let ties = 0;
  for (const [, { left: own, all }] of [...counts].sort(([a], [b]) => a - b)) {
    ranks += own * (below + (all + 1) / 2);
    ties += all ** 3 - all;
    below += all;
  }
  const u = ranks - (n * (n + 1)) / 2;
  const total = n + m;
  const variance = ((n * m) / 12) * (total + 1 - ties / (total * (total - 1)));
  if (!(variance > 0)) return 1;
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 0.5) / Math.sqrt(variance);
  return Math.min(1, 2 * normalTail(z));
}

/** The upper tail of the standard normal distribution: Abramowitz and Stegun 26.2.17, error below 7.5e-8. */
function normalTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial =
    t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
