import type { ReviewReason } from '../../../domain/review.ts';

/** A record that may be placed; `key` breaks every tie. */
export interface Placeable {
  key: string;
  seller: string;
  gtin: string | null;
}

/** Two records by their places, and the calibrated probability that they are one item. */
export interface ScoredPair {
  left: number;
  right: number;
  probability: number;
}

export interface Review extends ScoredPair {
  reason: ReviewReason;
}

export interface DecideOptions {
  /** From this probability on pairs are merged without review. */
  trust: number;
  /** Every pair within a cluster must hold up to this probability, so A~B~C alone does not make A~C. */
  hold: number;
  /** Pairs below `trust` are put to review from this probability on. */
  ask: number;
  /** A seller lists an item at most once. */
  oneToOne: boolean;
  /** Probability of a pair that was no candidate; 0 where it is not worth asking. */
  probabilityOf?: (left: number, right: number) => number;
  /** Whether two records state something differently that makes them two items. */
  contradicts?: (left: number, right: number) => boolean;
}
export const DEFAULT_DECISION: DecideOptions = { trust: 0.9, hold: 0.5, ask: 0.3, oneToOne: true };

export interface Decision {
  /** Members of each cluster of two or more, by key; clusters by the key of their first member. */
  clusters: number[][];
  /** Most probable first. */
  reviews: Review[];
}

/** The same for (x, y) and (y, x). */
const nameOf = (x: number, y: number) => (x < y ? `${x} ${y}` : `${y} ${x}`);
const compareKeys = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Clusters of records that are one item: pairs from the most probable down, each joining its two clusters where all
 * records of the one hold up against all of the other (complete linkage), no two valid GTINs differ, no two records
 * contradict each other and, where `oneToOne`, no seller is in both. What fails, and what is too unsure, is for review. A pure function of the set of
 * records and pairs: their order does not matter.
 */
export function decide(
  records: readonly Placeable[],
  pairs: readonly ScoredPair[],
  options: DecideOptions = DEFAULT_DECISION,
): Decision {
  const key = (place: number) => (records[place] as Placeable).key;
  const known = new Map<string, number>();
  for (const { left, right, probability } of pairs) {
    const pair = nameOf(left, right);
    known.set(pair, Math.max(probability, known.get(pair) ?? 0));
  }
  const probabilityOf = (x: number, y: number) =>
    known.get(nameOf(x, y)) ?? options.probabilityOf?.(x, y) ?? 0;
  const ordered = [...known]
    .filter(([, probability]) => probability >= Math.min(options.ask, options.trust))
    .map(([pair, probability]) => {
      const [x, y] = pair.split(' ').map(Number) as [number, number];
      const [left, right] = compareKeys(key(x), key(y)) <= 0 ? [x, y] : [y, x];
      return { left, right, probability };
    })
    .sort(
      (a, b) =>
        b.probability - a.probability ||
        compareKeys(key(a.left), key(b.left)) ||
        compareKeys(key(a.right), key(b.right)),
    );
  const clusterOf: number[][] = records.map((_, place) => [place]);
  const reviews: Review[] = [];
  for (const pair of ordered) {
    const from = clusterOf[pair.left] as number[];
    const to = clusterOf[pair.right] as number[];
    if (from === to) continue;
    const reason =
      pair.probability < options.trust
        ? 'below_threshold'
        : obstacle(records, from, to, options, probabilityOf);
    if (reason) {
      reviews.push({ ...pair, reason });
      continue;
    }
    const joined = [...from, ...to];
    for (const place of joined) clusterOf[place] = joined;
  }
  return { clusters: sortClusters(clusterOf, key), reviews };
}

/** Why two clusters may not be joined, or undefined where they may. */
function obstacle(
  records: readonly Placeable[],
  from: readonly number[],
  to: readonly number[],
  options: DecideOptions,
  probabilityOf: (left: number, right: number) => number,
): ReviewReason | undefined {
  const gtins = new Set([...from, ...to].map((place) => records[place]?.gtin).filter((gtin) => gtin));
  if (gtins.size > 1) return 'different_gtins';
  if (options.oneToOne) {
    const sellers = new Set(from.map((place) => records[place]?.seller));
    if (to.some((place) => sellers.has(records[place]?.seller))) return 'seller_has_both';
  }
  const { contradicts } = options;
  if (contradicts && from.some((x) => to.some((y) => contradicts(x, y)))) return 'stated_differently';
  const holds = from.every((x) => to.every((y) => probabilityOf(x, y) >= options.hold));
  return holds ? undefined : 'others_do_not_hold';
}

function sortClusters(clusterOf: readonly number[][], key: (place: number) => string): number[][] {
  const clusters = [...new Set(clusterOf)].filter((members) => members.length > 1);
  for (const members of clusters) members.sort((x, y) => compareKeys(key(x), key(y)));
  return clusters.sort((a, b) => compareKeys(key(a[0] as number), key(b[0] as number)));
}
