import { EnglishWords } from '../../warehouse/embedding/english_words.ts';

/** Endings of forms that no list of words has all of, and what stands there in the word itself. */
const ENDINGS: readonly (readonly [end: RegExp, base: readonly string[]])[] = [
  [/ing$/, ['', 'e']],
  [/(?<=[^aeiou])ed$/, ['', 'e']],
  [/(.)\1(?:ing|ed)$/, ['$1']],
  [/s$/, ['']],
  [/es$/, ['']],
  [/ly$/, ['']],
];
/** Letters of the shortest word that a form is looked for of. */
const LEAST_BASE = 3;

/** Whether a folded word is English, in whatever form (`stacking`), or the name of one of the best known makers; a line is seldom one. */
export function isPlainWord(word: string): boolean {
  const english = EnglishWords.standard();
  return (
    english.has(word) ||
    ENDINGS.some(
      ([end, bases]) =>
        end.test(word) &&
        bases.some((base) => {
          const stem = word.replace(end, base);
          return stem.length >= LEAST_BASE && english.has(stem);
        }),
    )
  );
}
