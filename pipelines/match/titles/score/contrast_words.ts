import type { Conflict } from '../../../domain/conflicts.ts';
import { type Contrasts, contrastsBetween } from '../compare/contrasts.ts';
import { FRAGMENT, type Reading } from '../read/reading.ts';

/**
 * In plain words, by which words of two titles some seller tells its own listings apart (learn/learn_contrasts.ts). What
 * `conflicts` names already, as two colours, is not said twice.
 */
export function contrastWords(
  contrasts: Contrasts,
  [left, right]: readonly [Pick<Reading, 'words'>, Pick<Reading, 'words'>],
  conflicts: readonly Conflict[],
): string[] {
  const [ones, others] = [spellingsOf(left), spellingsOf(right)];
  return [...contrastsBetween(contrasts, new Set(ones.keys()), new Set(others.keys()))].flatMap(
    ([one, other]) => {
      const [said, beside] = [ones.get(one), others.get(other)] as [string, string];
      if (conflicts.some((conflict) => conflict.left === said && conflict.right === beside)) return [];
      return [
        `the left says "${said}" where the right says "${beside}", words by which a seller tells its own listings apart`,
      ];
    },
  );
}

/** The whole words of a title, as they are read, by their ids. */
const spellingsOf = ({ words }: Pick<Reading, 'words'>): Map<number, string> =>
  new Map(words.flatMap(({ id, kind, text }) => (kind === FRAGMENT ? [] : [[id, text] as const])));
