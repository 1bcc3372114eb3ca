import { SHADES } from '../attributes/shades.ts';
import { COLOR_WORDS, LETTER_SIZES, SIZE_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { readText } from '../text/reading.ts';
import { sizeOf } from '../text/stated_words.ts';
import { type Statement, wordId } from '../text/statement.ts';
import { DIGITS, isGlued, isLetters, SIGN, type Token } from '../text/tokens.ts';
import { BED_SIZES, BEDS } from './roles.ts';

const LETTERS: ReadonlySet<string> = new Set(['s', 'm', 'l', ...LETTER_SIZES]);

/**
 * Sizes that stand for themselves in a title: a word between two signs (`Chew Toy, S, Pink`), a letter beside a colour
 * (`T Shirt L Black`), and a number that ends it behind a colour (`Evans Blue, 18`, `(Tan, 38)`).
 */
export function loneSizes(title: string): Statement[] {
  const { tokens } = readText(title);
  return tokens.flatMap((token, at) => {
    if (token.kind === DIGITS) return isLastBehindColor(tokens, at) ? sizeOf(token.text) : [];
    const isSize = isLetters(token) && (LETTERS.has(token.text) || SIZE_WORDS.has(token.text));
    const isAlone = isSign(tokens[at - 1]) && isSign(tokens[at + 1]);
    return isSize && (isAlone || isBesideColor(tokens, at)) ? sizeOf(token.text) : [];
  });
}

const isColor = (token: Token | undefined): boolean =>
  token !== undefined && (COLOR_WORDS.has(token.text) || SHADES.has(token.text));

/** A letter that no sign joins to others (`Men's Black`), right before or behind a colour. */
const isBesideColor = (tokens: readonly Token[], at: number): boolean =>
  !isGlued(tokens, at) && !isGlued(tokens, at + 1) && (isColor(tokens[at - 1]) || isColor(tokens[at + 1]));

/** A number of at most two digits at the very end, with a colour before it and perhaps a sign between. */
function isLastBehindColor(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text ?? '';
  const isLast = tokens.slice(at + 1).every(({ text: sign }) => sign === ')');
  const color = tokens[at - 1]?.text === ',' ? at - 2 : at - 1;
  return isLast && text.length <= 2 && isColor(tokens[color]);
}

/** Whether a sign stands there, or nothing does. */
const isSign = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === SIGN && /^[,;|()[\]–—-]$/.test(token.text));

/** The size that a title of what lies on a bed names by the bed: `Queen Memory Foam Pillow`; of several all as one. */
export function bedSizes(title: string): Statement[] {
  const words = readText(title)
    .tokens.filter(isLetters)
    .map(({ text }) => text);
  if (!words.some((word) => BEDS.has(fromPlural(word)))) return [];
  const named = words.filter((word, at) => BED_SIZES.has(word) && words[at + 1] !== 'pack');
  const text = [...new Set(named)].toSorted().join('/');
  return text === '' ? [] : [{ kind: 'size', value: wordId(text), text }];
}
