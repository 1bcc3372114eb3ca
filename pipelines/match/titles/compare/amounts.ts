import { sameAmount } from '../../../text/units.ts';
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

/** Amounts by dimension from `first` to before `last`, as indexes of `MEASURE_LEVELS`. */
export function compareAmounts(
  a: Features,
  i: number,
  b: Features,
  j: number,
  first: number,
  last: number,
): number {
  if (a.measure_start[i] === a.measure_start[i + 1] && b.measure_start[j] === b.measure_start[j + 1])
    return 0;
  let same = 0;
  let near = 0;
  let different = 0;
  let single = 0;
  for (let dimension = first; dimension < last; dimension++) {
    countMatches(a, i, b, j, dimension, left);
    countMatches(b, j, a, i, dimension, right);
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

/** Amounts of one record in a dimension: how many the other has too, and how many it has not even nearly. */
interface AmountCounts {
  amounts: number;
  same: number;
  lone: number;
}
const left: AmountCounts = { amounts: 0, same: 0, lone: 0 };
const right: AmountCounts = { amounts: 0, same: 0, lone: 0 };

function countMatches(
  a: Features,
  i: number,
  b: Features,
  j: number,
  dimension: number,
  into: AmountCounts,
): void {
  into.amounts = 0;
  into.same = 0;
  into.lone = 0;
  const to = a.measure_start[i + 1] as number;
  const end = b.measure_start[j + 1] as number;
  for (let at = a.measure_start[i] as number; at < to; at++) {
    if (a.measure_dimension[at] !== dimension) continue;
    const total = a.measure_total[at] as number;
    let best = 0;
    for (let place = b.measure_start[j] as number; place < end; place++) {
      if (b.measure_dimension[place] !== dimension) continue;
      const other = b.measure_total[place] as number;
      if (sameAmount(total, other)) best = 2;
      else if (best < 2 && Math.abs(Math.log(total / other)) < NEARLY) best = 1;
    }
    into.amounts++;
    if (best === 2) into.same++;
    else if (best === 0) into.lone++;
  }
}

/** Log ratio of amounts that rounding or another unit may have made of one. */
const NEARLY = 0.12;
