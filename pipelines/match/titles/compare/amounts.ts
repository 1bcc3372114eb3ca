import { DIMENSIONS, sameAmount } from '../../../text/units.ts';
import type { Features } from './features.ts';

/** How the amounts of two records relate. */
export const MEASURE_LEVELS = (what: string) => [
  `no ${what} on either side`,
  `different ${what}`,
  `one ${what} agrees, another differs`,
  `${what} nearly the same`,
  `${what} on one side only`,
  `the same ${what}`,
];

/** Dimensions from `first` to before `last`. */
export interface DimensionRange {
  first: number;
  last: number;
}

/** Amounts by dimension, as indexes of `MEASURE_LEVELS`. */
export function compareAmounts(
  a: Features,
  i: number,
  b: Features,
  j: number,
  range: DimensionRange,
): number {
  if (a.measure_start[i] === a.measure_start[i + 1] && b.measure_start[j] === b.measure_start[j + 1])
    return 0;
  left.set(a, i);
  right.set(b, j);
  let same = 0;
  let near = 0;
  let different = 0;
  let single = 0;
  for (let dimension = range.first; dimension < range.last; dimension++) {
    countMatches(left, right, dimension);
    countMatches(right, left, dimension);
    if (left.amounts === 0 && right.amounts === 0) continue;
    if (left.amounts === 0 || right.amounts === 0) single++;
    else {
      // 32 GB and 1 TB are not 16 GB and 1 TB: each side has an amount that the other lacks.
      if (left.lone > 0 && right.lone > 0) different++;
      if (Math.min(left.amounts - left.same, right.amounts - right.same) === 0 || left.same > 0) same++;
      else if (left.lone === 0 || right.lone === 0) near++;
    }
  }
  if (different > 0) return same > 0 ? 2 : 1;
  if (near > 0) return 3;
  if (same > 0) return 5;
  return single > 0 ? 4 : 0;
}

/** What things are sold by, which their sellers state alike; how they count pieces and packs differs. */
const CONTENTS: DimensionRange = { first: 0, last: DIMENSIONS.indexOf('count') };
const [DIFFERENT, ONE_AGREES, NEAR, SAME] = [1, 2, 3, 5];

/**
 * Whether a listing states a mass or a volume and two or more titles of a variant state another one, none the same or
 * nearly so. One may be mistaken; that several sellers are, and agree in it, is less likely than that it is another item.
 * A thousand times as much is another unit for the same, and counts for nothing.
 */
export function isOfOtherAmount(a: Features, i: number, b: Features, others: readonly number[]): boolean {
  let different = 0;
  for (const j of others) {
    const level = compareAmounts(a, i, b, j, CONTENTS);
    if (level === ONE_AGREES || level === NEAR || level === SAME) return false;
    if (level === DIFFERENT && !isThousandfold(a, i, b, j)) different++;
  }
  return different > 1;
}

/** Whether one of two records states a thousand times an amount of the other. */
function isThousandfold(a: Features, i: number, b: Features, j: number): boolean {
  for (let one = a.measure_start[i] as number; one < (a.measure_start[i + 1] as number); one++)
    for (let other = b.measure_start[j] as number; other < (b.measure_start[j + 1] as number); other++) {
      if (a.measure_dimension[one] !== b.measure_dimension[other]) continue;
      const [left, right] = [a.measure_total[one] as number, b.measure_total[other] as number];
      if (sameAmount(1000 * Math.min(left, right), Math.max(left, right))) return true;
    }
  return false;
}

/** Amounts of one record in a dimension: how many the other has too, and how many it has not even nearly. */
class Amounts {
  features!: Features;
  from = 0;
  to = 0;
  amounts = 0;
  same = 0;
  lone = 0;

  set(features: Features, place: number): void {
    this.features = features;
    this.from = features.measure_start[place] as number;
    this.to = features.measure_start[place + 1] as number;
  }
}
const left = new Amounts();
const right = new Amounts();

/** Counts the amounts of a side in a dimension against those of the other. */
function countMatches(side: Amounts, other: Amounts, dimension: number): void {
  const { measure_dimension: dimensions, measure_total: totals } = side.features;
  const { measure_dimension: otherDimensions, measure_total: otherTotals } = other.features;
  side.amounts = 0;
  side.same = 0;
  side.lone = 0;
  for (let at = side.from; at < side.to; at++) {
    if (dimensions[at] !== dimension) continue;
    const total = totals[at] as number;
    let best = 0;
    for (let place = other.from; place < other.to; place++) {
      if (otherDimensions[place] !== dimension) continue;
      const found = otherTotals[place] as number;
      if (sameAmount(total, found)) best = 2;
      else if (best < 2 && Math.abs(Math.log(total / found)) < NEARLY) best = 1;
    }
    side.amounts++;
    if (best === 2) side.same++;
    else if (best === 0) side.lone++;
  }
}

/** Log ratio of amounts that rounding or another unit may have made of one. */
const NEARLY = 0.12;
