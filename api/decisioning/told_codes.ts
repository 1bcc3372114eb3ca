import { wordsOf } from '../../pipelines/text/words.ts';
import { writtenWords } from '../../pipelines/text/written_words.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';
import { describedBy, type IsDescribed } from './described.ts';

/** A code that stands in more texts than these names no one thing. */
const MOST_TOLD = 400;

/** Letters with digits, or a long number, either of which names one thing. */
export const isCode = (name: string): boolean =>
  /\d/.test(name) && name.length >= LEAST_CODE && (/\p{L}/u.test(name) || /^\d+$/.test(name));
const LEAST_CODE = 4;

/** `E27`, `PS5`, `A4`: what many things have, so it names none of them, but a text that has it says so. */
const isShortCode = (name: string): boolean => !isCode(name) && /^(?=.*\d)(?=.*\p{L})[\p{L}\d]+$/u.test(name);

/** The codes that a text names, as they are written: `ET-2820`. */
export const codesIn = (text: string): string[] => writtenWords(text).filter(isCode);

/**
 * The products whose whole text has one of the codes as it is written, descriptions included, by their number in the index.
 * A search would find what is nearly so as well: `2820e` for `ET-2820`.
 */
export const productsTelling = (index: SearchIndex, codes: readonly string[]): ReadonlySet<number> =>
  new Set(
    codes.flatMap((code) => {
      const written = index.productsWith(
        wordsOf(code).map(({ text }) => text),
        MOST_TOLD,
      );
      const found = written.length > 0 ? written : nearly(index, code);
      // What so many have names no device.
      return found.length > MOST_TOLD ? [] : found;
    }),
  );

/** `130 bar`, `SPF 50`: the products whose text has a number and the word that stands beside it, behind or else before. */
function measuresTold(index: SearchIndex, number: string, words: readonly string[]): IsDescribed {
  const at = words.indexOf(number);
  const beside = [words[at + 1], words[at - 1]].find(
    (word) => word !== undefined && /^\p{L}{2,}$/u.test(word),
  );
  if (at < 0 || beside === undefined) return () => false;
  const terms = [number, ...wordsOf(beside).map(({ text }) => text)].map((word) => index.termOf(word));
  return (product) => terms.every((term) => index.has(product, term));
}

/** Where nothing has it as it is written: `d210` of a `PT-D210`, as far as that is no guess. */
function nearly(index: SearchIndex, code: string): number[] {
  const isKnown = index.parse(code).groups.some(({ text, isGuess }) => /\d/.test(text) && !isGuess);
  const { hits } = isKnown ? index.searchNow({ q: code, literal: true, limit: MOST_TOLD }) : { hits: [] };
  return hits.map(({ product }) => product);
}

/**
 * Whether a product's text has a code or a number that its record lacks: which printers a toner is for its description says
 * more often than its title. `text` is what was asked, for the word beside a number.
 */
export function codesTold(
  index: SearchIndex,
  names: readonly string[],
  text: string,
): (name: string, product: number | null) => boolean {
  const words = writtenWords(text);
  const told = new Map<string, IsDescribed>();
  for (const name of names) {
    if (/^\d+$/.test(name)) told.set(name, measuresTold(index, name, words));
    else if (isShortCode(name))
      told.set(
        name,
        describedBy(
          index,
          wordsOf(name).map((word) => word.text),
        ),
      );
    if (!isCode(name)) continue;
    const telling = productsTelling(index, [name]);
    told.set(name, (product) => telling.has(product));
  }
  return (name, product) => product !== null && (told.get(name)?.(product) ?? false);
}
