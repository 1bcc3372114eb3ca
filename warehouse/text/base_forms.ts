import { fromPlural } from '../../pipelines/text/plural.ts';

/** Endings of nouns in German, Spanish, French, Italian and Dutch that an s taken away leaves, and what stood there before. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ce$/, 'z'],
  [/e$/, ''],
  [/i$/, 'e'],
  [/i$/, 'o'],
  [/e$/, 'a'],
  [/en$/, 'e'],
  [/en$/, ''],
  [/n$/, ''],
  [/x$/, ''],
];
/** Shorter words have too many others near them. */
const LEAST_LETTERS = 5;

/**
 * What a noun of another language than English may be the plural of, as an index holds it, likeliest first: `altavoz` of
 * `altavoce` (`altavoces` without its s), `stampante` of `stampanti`. No promise that these are words.
 */
export function baseForms(text: string): string[] {
  if (text.length < LEAST_LETTERS || !/^\p{L}+$/u.test(text)) return [];
  return ENDINGS.flatMap(([ending, before]) =>
    ending.test(text) ? [fromPlural(text.replace(ending, before))] : [],
  );
}
