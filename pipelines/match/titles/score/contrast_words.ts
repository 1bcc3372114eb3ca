import type { Conflict } from '../../../domain/conflicts.ts';
import { type Contrasts, contrastsBetween, type Said, saidIn } from '../compare/contrasts.ts';
import { FRAGMENT, type Reading, type ReadWord } from '../read/reading.ts';

/**
 * In plain words, by which words of two titles some seller tells its own listings apart (learn/learn_contrasts.ts). What
 * `conflicts` names already, as two colours, is not said twice.
 */
export function contrastWords(
  contrasts: Contrasts,
  [left, right]: readonly [Pick<Reading, 'words'>, Pick<Reading, 'words'>],
  conflicts: readonly Conflict[],
): string[] {
  const [one, other] = [wholeWords(left), wholeWords(right)];
  const said = [one, other].map((words) => saidIn(contrasts, [words.map(({ id }) => id)])) as [Said, Said];
  return [...contrastsBetween(contrasts, ...said)].flatMap(([leftId, rightId]) => {
    const [says, beside] = [spellingOf(leftId, one, said[0]), spellingOf(rightId, other, said[1])];
    if (conflicts.some((conflict) => conflict.left === says && conflict.right === beside)) return [];
    return [
      `the left says "${says}" where the right says "${beside}", words by which a seller tells its own listings apart`,
    ];
  });
}

/** The words of a title, but for one that it was cut off within. */
export const wholeWords = ({ words }: Pick<Reading, 'words'>): ReadWord[] =>
  words.filter(({ kind }) => kind !== FRAGMENT);

/** A word or phrase of a title, as it is read. */
function spellingOf(id: number, words: readonly ReadWord[], { phrases }: Said): string {
  const run = phrases.get(id) ?? [id];
  return run.map((word) => words.find((one) => one.id === word)?.text ?? '').join(' ');
}
