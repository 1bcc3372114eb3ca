import { eachConflict, hasAllFigures, SILENCE_COUNTS } from '../../../domain/conflicts.ts';
import type { StatedNumbers } from '../../../domain/stated_numbers.ts';
import { STATED_KINDS, type StatedKind } from '../../../text/statement.ts';
import type { Features } from './features.ts';

/** Kinds of difference as the 32 bits of a number, by their place in `STATED_KINDS`. */
export type KindBits = number;

/** Differences that the catalogue's GTINs have shown to mean nothing: of anybody's listings, and of a seller's. */
export interface Tolerated {
  everywhere: KindBits;
  /** Seller, as features have it, and what its listings state wrongly. */
  sellers: [seller: number, kinds: KindBits][];
}

/** Where nothing was learned, everything that is stated differently counts. */
export const NONE_TOLERATED: Tolerated = { everywhere: 0, sellers: [] };

/** The kinds that two records state differently, 0 where there is none. Symmetric. */
export function conflictBits(a: Features, i: number, b: Features, j: number): KindBits {
  let bits = 0;
  eachConflict(statedIn(a, i, left), statedIn(b, j, right), (kind) => {
    bits |= 1 << kind;
  });
  return bits;
}

/**
 * The kinds that two records state differently where each is known by several titles, at `places` and `others`, of which
 * codes say that they are one thing. What one title of a record states, the record states; so a difference counts where
 * none of its titles agrees. And what one of them leaves out, another title may leave out too. Symmetric.
 */
export function recordConflictBits(
  a: Features,
  places: readonly number[],
  b: Features,
  others: readonly number[],
): KindBits {
  let [some, all] = [0, -1];
  for (const i of places)
    for (const j of others) {
      const bits = conflictBits(a, i, b, j);
      some |= bits;
      all &= bits;
    }
  if (some === 0) return 0;
  let together = 0;
  eachConflict(allStated(a, places), allStated(b, others), (kind) => {
    together |= 1 << kind;
  });
  return together & (all | ~BY_SILENCE);
}

const BY_SILENCE: KindBits = SILENCE_COUNTS.reduce((bits, kind) => bits | (1 << kind), 0);

/** What the titles of one record state, one after the other. */
function allStated(features: Features, places: readonly number[]): StatedNumbers {
  const kinds: number[] = [];
  const values: number[] = [];
  for (const place of places) {
    const to = features.stated_start[place + 1] as number;
    for (let at = features.stated_start[place] as number; at < to; at++) {
      kinds.push(features.stated_kind[at] as number);
      values.push(features.stated_value[at] as number);
    }
  }
  return { kinds, values, from: 0, to: kinds.length };
}

/** Whether the first of two records has a number that the other does not have in any sense. */
export function hasOtherFigure(a: Features, i: number, b: Features, j: number): boolean {
  return !hasAllFigures(statedIn(a, i, left), statedIn(b, j, right));
}

/** What of these differences counts between listings of two sellers. */
export function weightyBits(
  bits: KindBits,
  { everywhere, sellers }: Tolerated,
  one: number,
  other: number,
): KindBits {
  if (bits === 0) return 0;
  let weighty = bits & ~everywhere;
  for (const [seller, kinds] of sellers) if (seller === one || seller === other) weighty &= ~kinds;
  return weighty;
}

/** The names of the kinds. */
export const kindsOf = (bits: KindBits): StatedKind[] =>
  STATED_KINDS.filter((_, kind) => (bits & (1 << kind)) !== 0);

const emptyNumbers = (): StatedNumbers => ({ kinds: [], values: [], from: 0, to: 0 });
const left = emptyNumbers();
const right = emptyNumbers();

function statedIn(features: Features, place: number, into: StatedNumbers): StatedNumbers {
  into.kinds = features.stated_kind;
  into.values = features.stated_value;
  into.from = features.stated_start[place] as number;
  into.to = features.stated_start[place + 1] as number;
  return into;
}
