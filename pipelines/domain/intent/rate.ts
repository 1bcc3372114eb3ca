import { foldText } from '../../text/fold.ts';
import { numberAt, readNumber } from '../../text/numbers.ts';
import { DIGITS, type Token } from '../../text/tokens.ts';
import type { Dimension } from '../../text/units.ts';
import words from '../rates.json' with { type: 'json' };

/**
 * What shoppers bound besides measures, each with the words behind its numbers in all languages; and the words of pages that
 * are printed in a minute. These are no units of `pipelines/text`, where titles of one thing are compared: there such a word
 * stays one that part numbers have, too.
 */
const { page, each, minute, ...COUNTED } = words;
export type Rate = keyof typeof COUNTED;

/** What a bound may be of; amounts of a rate are in its one unit: rotations and pages a minute, decibels, washes. */
export type Measured = Dimension | Rate;

const RATES: ReadonlyMap<string, Rate> = new Map(
  Object.entries(COUNTED).flatMap(([rate, own]) =>
    own.map((word) => [foldText(word), rate as Rate] as const),
  ),
);

/** The rate that a folded word behind a number counts, or null. */
export const rateOf = (word: string | undefined): Rate | null => RATES.get(word ?? '') ?? null;

const folded = (own: readonly string[]): ReadonlySet<string> => new Set(own.map(foldText));
const [PAGE_WORDS, EACH_WORDS, MINUTE_WORDS] = [folded(page), folded(each), folded(minute)];

/** The rate that stands at a token of a shopper's text behind a number, and the token behind it: `spins`, `pages a minute`. */
export function rateAt(
  tokens: readonly { folded: string }[],
  at: number,
): { rate: Rate; next: number } | null {
  const word = (from: number) => tokens[from]?.folded ?? '';
  if (PAGE_WORDS.has(word(at)) && EACH_WORDS.has(word(at + 1)) && MINUTE_WORDS.has(word(at + 2)))
    return { rate: 'printing', next: at + 3 };
  const rate = rateOf(word(at));
  return rate === null ? null : { rate, next: at + 1 };
}

/** The amounts of rates that a text states. */
export function ratesStated(tokens: readonly Token[]): { rate: Rate; amount: number }[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== DIGITS) return [];
    const { digits, next } = numberAt(tokens, at);
    const rate = rateOf(tokens[next]?.text);
    return rate === null ? [] : [{ rate, amount: readNumber(digits) }];
  });
}
