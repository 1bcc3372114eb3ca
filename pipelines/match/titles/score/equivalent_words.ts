import type { Alignment, Side } from '../compare/alignment.ts';
import { type Equivalents, equivalence, equivalentTaught } from '../compare/equivalents.ts';

/** Words of two titles, by their places, that known matches write for each other, and the fewest pairs that taught any two of them. */
export interface EquivalentWords {
  lefts: number[];
  rights: number[];
  taught: number;
}

/** The words of the titles that were aligned last which stand for each other, each in one group at most. */
export function equivalentWords({ left, right }: Alignment, equivalents: Equivalents): EquivalentWords[] {
  const groups: EquivalentWords[] = [];
  if (equivalents.count === 0) return groups;
  for (const at of inPart(left))
    for (const to of inPart(right)) {
      const pair = [idOf(left, at), idOf(right, to)] as const;
      if (equivalence(equivalents, ...pair) === 0) continue;
      const taught = equivalentTaught(equivalents, ...pair);
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

/** Places of words that found a partner other than themselves. */
const inPart = ({ count, paired }: Side): number[] =>
  [...paired.subarray(0, count).keys()].filter((at) => {
    const share = paired[at] as number;
    return share > 0 && share < 1;
  });

const idOf = ({ features, from }: Side, at: number): number => features.word_id[from + at] as number;
