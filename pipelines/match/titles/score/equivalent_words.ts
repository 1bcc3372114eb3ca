import type { Alignment, Side } from '../compare/alignment.ts';
import { type Equivalents, equivalentTaught } from '../compare/equivalents.ts';

/** Words of two titles, by their places, that known matches write for each other, and the fewest pairs that taught any two of them. */
export interface EquivalentWords {
  lefts: number[];
  rights: number[];
  taught: number;
}

/** The words of the titles that were aligned last which found no partner and stand for each other, each in one group at most. */
export function equivalentWords({ left, right }: Alignment, equivalents: Equivalents): EquivalentWords[] {
  const groups: EquivalentWords[] = [];
  if (equivalents.count === 0) return groups;
  for (const at of lone(left))
    for (const to of lone(right)) {
      const taught = equivalentTaught(equivalents, idOf(left, at), idOf(right, to));
      if (taught === 0) continue;
      const group = groups.find(({ lefts, rights }) => lefts.includes(at) || rights.includes(to));
      if (!group) groups.push({ lefts: [at], rights: [to], taught });
      else {
        if (!group.lefts.includes(at)) group.lefts.push(at);
        if (!group.rights.includes(to)) group.rights.push(to);
        group.taught = Math.min(group.taught, taught);
      }
    }
  return groups;
}

/** Places of words without a partner. */
const lone = ({ count, paired }: Side): number[] =>
  [...paired.subarray(0, count).keys()].filter((at) => paired[at] === 0);

const idOf = ({ features, from }: Side, at: number): number => features.word_id[from + at] as number;
