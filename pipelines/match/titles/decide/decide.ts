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
  /** Which other record of the two clusters stands in the way, where it is not the pair itself. */
  in_the_way?: number;
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
    const obstacle: Obstacle | undefined =
      pair.probability < options.trust
        ? { reason: 'below_threshold', records: [] }
        : obstacleBetween(records, from, to, options, probabilityOf);
    if (obstacle) {
      const other = obstacle.records.find((place) => place !== pair.left && place !== pair.right);
      reviews.push({
        ...pair,
        reason: obstacle.reason,
        ...(other !== undefined && { in_the_way: other }),
      });
      continue;
    }
    const joined = [...from, ...to];
    for (const place of joined) clusterOf[place] = joined;
  }
  return { clusters: sortClusters(clusterOf, key), reviews };
}

/** Why two clusters may not be joined, and the first two records that it lies with. */
interface Obstacle {
  reason: ReviewReason;
  records: readonly number[];
}

/** Undefined where two clusters may be joined. */
function obstacleBetween(
  records: readonly Placeable[],
  from: readonly number[],
  to: readonly number[],
  { oneToOne, contradicts, hold }: DecideOptions,
  probabilityOf: (left: number, right: number) => number,
): Obstacle | undefined {
  const record = (place: number) => records[place] as Placeable;
  const check = (reason: ReviewReason, parts: (x: number, y: number) => boolean): Obstacle | undefined => {
    for (const x of from) for (const y of to) if (parts(x, y)) return { reason, records: [x, y] };
    return undefined;
  };
  const gtinsDiffer = (x: number, y: number) => {
    const [one, other] = [record(x).gtin, record(y).gtin];
    return Boolean(one) && Boolean(other) && one !== other;
  };
  return (
    check('different_gtins', gtinsDiffer) ??
    (oneToOne ? check('seller_has_both', (x, y) => record(x).seller === record(y).seller) : undefined) ??
    (contradicts ? check('stated_differently', contradicts) : undefined) ??
    check('others_do_not_hold', (x, y) => probabilityOf(x, y) < hold)
  );
}

function sortClusters(clusterOf: readonly number[][], key: (place: number) => string): number[][] {
  const clusters = [...new Set(clusterOf)].filter((members) => members.length > 1);
  for (const members of clusters) members.sort((x, y) => compareKeys(key(x), key(y)));
  return clusters.sort((a, b) => compareKeys(key(a[0] as number), key(b[0] as number)));
}
