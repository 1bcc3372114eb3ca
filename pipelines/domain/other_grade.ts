import { UNITS } from '../text/units.ts';
import { wordsOf } from '../text/words.ts';
import type { Conflict } from './conflicts.ts';

/** A number with a letter that is no unit: `5K`, `1080p`, `554i`. */
const GRADE = /^\d+(?:\.\d+)?([a-z])$/;

/** The words of a title that grade a thing, each with its letter. */
function gradesIn(title: string): { text: string; letter: string }[] {
  return wordsOf(title).flatMap(({ text }) => {
    const letter = GRADE.exec(text)?.[1];
    return letter === undefined || UNITS.has(letter) ? [] : [{ text, letter }];
  });
}

/** Whether a title grades a thing by a number with a letter, so that what has another one is another thing. */
export const isGraded = (title: string): boolean => gradesIn(title).length > 0;

/** The grades of a caller's title that none of a product's has, where one of these has another number with that letter. */
export function otherGrades(title: string, titles: readonly string[]): Conflict[] {
  const all = titles.flatMap(gradesIn);
  return gradesIn(title).flatMap(({ text, letter }) => {
    const other = all.find((one) => one.letter === letter);
    return other === undefined || all.some((one) => one.text === text)
      ? []
      : [{ kind: 'number' as const, left: text, right: other.text }];
  });
}
