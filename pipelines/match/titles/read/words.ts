import { foldTitle, type QuantitySpan, scanQuantities } from '../../../domain/quantity.ts';

/** WORD: letters. CODE: letters with digits, or a long number. NUMBER: a number that measures nothing. */
export const WORD = 0;
export const CODE = 1;
export const NUMBER = 2;
/** A number or unit that a quantity was read from. */
export const MEASURE = 3;
export type WordKind = typeof WORD | typeof CODE | typeof NUMBER | typeof MEASURE;

/** A word of a title; `joined`: written to the one before with a hyphen, slash, dot or nothing between. */
export interface TitleWord {
  text: string;
  kind: WordKind;
  joined: boolean;
}

export interface TitleWords {
  words: TitleWord[];
  quantities: QuantitySpan[];
}

const PIECES = /\d+[.,]\d+(?![\d\p{L}])|[\p{L}\p{N}]+/gu;
/** Scripts written without spaces: Thai, Lao, Khmer, Han, kana. Their words are taken as overlapping pairs. */
const UNSPACED = /[\u0e00-\u0eff\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]/;
const LETTER = /\p{L}/u;
const DIGIT = /\p{N}/u;
/** A number this long is a part number, not a quantity. */
const LONG_NUMBER = 5;

function kindOf(text: string): WordKind {
  const digits = DIGIT.test(text);
  if (!digits) return WORD;
  if (LETTER.test(text)) return CODE;
  return text.length >= LONG_NUMBER && /^\d+$/.test(text) ? CODE : NUMBER;
}

const isJoiner = (gap: string) => gap === '' || gap === '-' || gap === '/' || gap === '.' || gap === '_';

/** The words and quantities of a title, in order. */
export function readTitle(title: string): TitleWords {
  const folded = foldTitle(title);
  const quantities = scanQuantities(folded);
  const words: TitleWord[] = [];
  let span = 0;
  let end = -1;
  for (const match of folded.matchAll(PIECES)) {
    const text = match[0];
    const start = match.index;
    while (span < quantities.length && (quantities[span] as QuantitySpan).end <= start) span++;
    const inside = span < quantities.length && (quantities[span] as QuantitySpan).start <= start;
    const joined = end >= 0 && start - end <= 1 && isJoiner(folded.slice(end, start));
    end = start + text.length;
    if (inside) words.push({ text, kind: MEASURE, joined });
    else if (UNSPACED.test(text) && text.length > 2) {
      for (let at = 0; at + 2 <= text.length; at++)
        words.push({ text: text.slice(at, at + 2), kind: WORD, joined: at > 0 });
    } else words.push({ text, kind: kindOf(text), joined });
  }
  return { words, quantities };
}
