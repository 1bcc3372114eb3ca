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

const known = new Map<string, boolean>();
/** Words kept: titles of what is held against many say the same ones. */
const MOST_KNOWN = 20_000;

/** Whether a folded word is English, in whatever form (`stacking`), or the name of one of the best known makers; a line is seldom one. */
export function isPlainWord(word: string): boolean {
  const before = known.get(word);
  if (before !== undefined) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const is = isInList(word);
  known.set(word, is);
  return is;
}

function isInList(word: string): boolean {
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
