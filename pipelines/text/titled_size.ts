import { foldText } from './fold.ts';
import { LETTER_SIZES, SIZE_NAME_WORDS, SIZE_WORDS } from './languages.ts';

const NUMBER = String.raw`\d{1,2}(?:[.,]5)?`;
/** How wide or for whom: `8 M US`, `8 B(M) US`, `9 Regular US`, `6 Big Kid US`. */
const FIT = String.raw`(?:[a-e]{1,3}|[mnrwx]|medium|wide|x-wide|narrow|regular|(?:big |little )?kid)(?:\s*\([a-z]{1,3}\))?`;
/** A number and the system of sizes that it is of, in either order: `8 M US`, `39 EU`, `EU 39`. */
const BEFORE_SYSTEM = new RegExp(
  String.raw`(?<![\d.,])(${NUMBER})\s+(?:${FIT}\s+)?(?:us|uk|eu)(?!\p{L})`,
  'gu',
);
const BEHIND_SYSTEM = new RegExp(String.raw`(?<!\p{L})(?:us|uk|eu)\s+(${NUMBER})(?![\d\p{L}]|[.,]\d)`, 'gu');
/** A number right behind a word for size: `SZ10`, `Gr.8`. */
const GLUED = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${[...SIZE_NAME_WORDS].join('|')})\.?(${NUMBER})(?![\d\p{L}]|[.,]\d)`,
  'gu',
);
const WHOLE_NUMBER = new RegExp(`^${NUMBER}$`);
/** What a title of clothes ends with, behind a comma: `…, Black, 8.5`, `…, Mauve Rose, X-Large`. */
const LAST = /,\s*([\p{L}\p{N}.-]+(?: (?:big|tall))?)$/u;
/** Where a part of a title ends: `Jacket - L - Black`, `Pack, S/M, Green`. */
export const PART = /,\s+|\s+[-–|]\s+/u;
const EXTRA = /^(?:x|extra)[- ]/;

/**
 * The sizes that a title states without a word for size, as `size` would be followed by them (`8.5`, `xl`): a number with
 * a system of sizes, letters that stand alone between commas or dashes (two of them: `S/M`), and what it ends with.
 */
export const titledSizes = (title: string): string[] => titledSizesIn(foldText(title));

/** The same of a folded title. */
export function titledSizesIn(text: string): string[] {
  const numbers = [BEFORE_SYSTEM, BEHIND_SYSTEM].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, size = '']) => size),
  );
  const [, ...parts] = text.split(PART);
  const last = text.includes(',') ? lastSize(LAST.exec(text)?.[1] ?? '') : null;
  return [...new Set([...numbers, ...parts.flatMap(partSizes), ...(last === null ? [] : [last])])];
}

/** The numbers that stand in one piece with a word for size: `SZ10`. */
export const gluedSizes = (title: string): string[] =>
  [...foldText(title).matchAll(GLUED)].map(([, size = '']) => size);

/** The sizes that a part of a title is: `L`, `X-Large`, `S/M`. */
function partSizes(part: string): string[] {
  const letters = part.split('/');
  return letters.length > 2 ? [] : [letters.map(letterSize)].filter(isWhole).flat();
}

const isWhole = (sizes: (string | null)[]): sizes is string[] => sizes.every((size) => size !== null);

const lastSize = (word: string): string | null => (WHOLE_NUMBER.test(word) ? word : letterSize(word));

function letterSize(word: string): string | null {
  if (LETTER_SIZES.has(word) || /^[sml]$/.test(word)) return word;
  const letter = SIZE_WORDS.get(word.replace(EXTRA, ''));
  if (letter === undefined) return null;
  return EXTRA.test(word) ? `x${letter}` : letter;
}
