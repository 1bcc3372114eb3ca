import { STATED_KINDS } from '../../../text/statement.ts';
import { conflictBits, type KindBits, type Tolerated } from '../compare/conflicts.ts';
import type { Features } from '../compare/features.ts';
import { MERGE_PRECISION } from '../score/calibration.ts';

/** A pair that would be merged, whose truth GTINs tell: what it states differently, and its sellers as features have them. */
export interface SurePair {
  bits: KindBits;
  right: boolean;
  sellers: readonly [left: number, right: number];
}

/** Which pairs of two sellers are sure, by place, and whether each is right. */
export interface SurePlaces {
  left: Features;
  right: Features;
  places: { left: number; right: number; right_pair: boolean }[];
}

/**
 * The kinds of difference that part nothing: of the pairs that would be merged and differ in that kind alone, as many
 * are right as must be of all that is merged. One imagined wrong pair is counted, so that a kind must be seen 49 times
 * at the least; what was not seen so often counts.
 */
export function toleratedIn(sure: Iterable<SurePair>): Tolerated | undefined {
  const everywhere = new Counts();
  const sellers = new Map<number, Counts>();
  for (const { bits, right, sellers: both } of sure) {
    if (bits === 0 || (bits & (bits - 1)) !== 0) continue;
    const kind = 31 - Math.clz32(bits);
    everywhere.add(kind, right);
    for (const seller of new Set(both)) {
      const counts = sellers.get(seller) ?? new Counts();
      sellers.set(seller, counts);
      counts.add(kind, right);
    }
  }
  const learned: Tolerated = {
    everywhere: everywhere.tolerated(),
    sellers: [...sellers]
      .map(([seller, counts]): [number, KindBits] => [seller, counts.tolerated()])
      .filter(([, kinds]) => kinds !== 0)
      .sort(([one], [other]) => one - other),
  };
  return learned.everywhere === 0 && learned.sellers.length === 0 ? undefined : learned;
}

/** What the pairs of two sellers state differently. */
export function* sureConflicts(sets: readonly SurePlaces[]): Iterable<SurePair> {
  for (const { left, right, places } of sets)
    for (const { left: i, right: j, right_pair } of places)
      yield {
        bits: conflictBits(left, i, right, j),
        right: right_pair,
        sellers: [left.seller[i] as number, right.seller[j] as number],
      };
}

class Counts {
  readonly #pairs = new Float64Array(STATED_KINDS.length);
  readonly #right = new Float64Array(STATED_KINDS.length);

  add(kind: number, right: boolean): void {
    this.#pairs[kind] = (this.#pairs[kind] as number) + 1;
    if (right) this.#right[kind] = (this.#right[kind] as number) + 1;
  }

  tolerated(): KindBits {
    let bits = 0;
    for (let kind = 0; kind < STATED_KINDS.length; kind++)
      if ((this.#right[kind] as number) / ((this.#pairs[kind] as number) + 1) >= MERGE_PRECISION)
        bits |= 1 << kind;
    return bits;
  }
}
