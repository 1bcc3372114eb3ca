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

/** A number of at most two digits at the very end, with a colour before it and perhaps a sign between; or between two signs before a last colour. */
function isLastBehindColor(tokens: readonly Token[], at: number): boolean {
  const text = tokens[at]?.text ?? '';
  if (text.length > 2) return false;
  const isLast = tokens.slice(at + 1).every(({ text: sign }) => sign === ')');
  const color = tokens[at - 1]?.text === ',' ? at - 2 : at - 1;
  if (isLast) return isColor(tokens[color]);
  const isBetween = tokens[at - 1]?.text === ',' && tokens[at + 1]?.text === ',';
  return isBetween && isColor(tokens[at + 2]) && at + 3 === tokens.length;
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

/** Sides of something flat or square that no unit stands behind: `11 x 14`, `8-1/2 x 11`, whichever stands first. */
export function sidesOf(title: string): Statement[] {
  const { folded, tokens, amounts } = readText(title);
  return tokens.flatMap(({ text, start }, at) => {
    if (text !== 'x' || amounts.some(({ from, next }) => at >= from && at < next)) return [];
    const one = BEFORE.exec(folded.slice(0, start))?.[1];
    const other = BEHIND.exec(folded.slice(start))?.[1];
    if (one === undefined || other === undefined) return [];
    const sides = [one, other]
      .map((side) => side.replaceAll(/[^\d]+/g, ' '))
      .toSorted()
      .join(' x ');
    return [{ kind: 'size' as const, value: wordId(sides), text: sides }];
  });
}
const BEFORE = /(?<![\p{L}\d-])((?:\d{1,2}[- ])?\d+(?:[./ ]\d+)?)["'”]?\s*$/u;
const BEHIND = /^x\s*((?:\d+[- ])?\d+(?:[./ ]\d+)?)(?![\d\p{L}])/u;
