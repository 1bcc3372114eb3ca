import { Type } from 'typebox';
import type { ReadAs } from '../../warehouse/text/search_answer.ts';

/** Words that nothing here is written as, and what they were taken for. */
export const ReadAsRecord = Type.Array(
  Type.Object({
    word: Type.String(),
    as: Type.Array(Type.String(), {
      description: 'Words of the index, the likeliest first, three at most; or two words as one text.',
    }),
  }),
  {
    description:
      'Words of the query that nothing in the index is written as, and what was taken for them: words near to them, which count less, or the two that a solid word stands for.',
  },
);

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');

/** Why nothing has what is asked for; null where every word is known. */
export function lackingNote(unknown: readonly string[], others: number): string | null {
  if (unknown.length === 0) return null;
  const missing = `nothing here is called ${quoted(unknown)}`;
  return others === 0 ? missing : `${missing}; what follows has other words of the query`;
}

/** What a text was read as, where words of it were unknown or guessed at; null where none was. */
export function readingNote(unknown: readonly string[], readAs: readonly ReadAs[]): string | null {
  const parts = [
    ...(unknown.length === 0 ? [] : [`nothing here is called ${quoted(unknown)}`]),
    ...readAs.map(({ word, as }) => `“${word}” was read as ${quoted(as)}`),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

/** Why nothing here is what is asked for, where all that is found goes with it. */
export const besideNote = (thing: string): string =>
  `nothing that has these words is a “${thing}” itself; what follows goes with one`;
