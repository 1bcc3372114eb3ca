import { LETTER_SIZES, SIZE_WORDS } from '../text/languages.ts';
import { readText } from '../text/reading.ts';
import { sizeOf } from '../text/stated_words.ts';
import type { Statement } from '../text/statement.ts';
import { isLetters, SIGN, type Token } from '../text/tokens.ts';

const LETTERS: ReadonlySet<string> = new Set(['s', 'm', 'l', ...LETTER_SIZES]);

/** Sizes that stand for themselves between two signs of a title: the `S` of `Chew Toy, S, Pink`. */
export function loneSizes(title: string): Statement[] {
  const { tokens } = readText(title);
  return tokens.flatMap((token, at) => {
    const isSize = isLetters(token) && (LETTERS.has(token.text) || SIZE_WORDS.has(token.text));
    return isSize && isSign(tokens[at - 1]) && isSign(tokens[at + 1]) ? sizeOf(token.text) : [];
  });
}

/** Whether a sign stands there, or nothing does. */
const isSign = (token: Token | undefined): boolean =>
  token === undefined || (token.kind === SIGN && /^[,;|()[\]–—-]$/.test(token.text));
