import { foldedParts } from '../text/fold.ts';
import type { ComparedItem } from './compared_item.ts';
import { OPPOSITES } from './roles.ts';

/** Whether titles say the opposite of one another right before the same word: `long sleeve` and `short sleeve`. */
export function haveOpposites(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  return [...left].some((pair) => {
    const [word = '', next = ''] = pair.split(' ');
    return (OPPOSITES.get(word) ?? []).some(
      (other) => right.has(`${other} ${next}`) && !right.has(pair) && !left.has(`${other} ${next}`),
    );
  });
}

/** Each two words that stand together in the titles of an item. */
const pairsOf = ({ stated }: ComparedItem): Set<string> =>
  new Set(
    stated.flatMap(({ title }) =>
      foldedParts(title).flatMap((word, at, words) => (at === 0 ? [] : [`${words[at - 1]} ${word}`])),
    ),
  );
