import { numberAt, readNumber } from '../../text/numbers.ts';
import { DIGITS, type Token } from '../../text/tokens.ts';
import type { Dimension } from '../../text/units.ts';

/**
 * What shoppers bound besides measures, each with the words behind its numbers. These are no units of
 * `pipelines/text`, where titles of one thing are compared: there such a word stays one that part numbers have, too.
 */
const RATE_WORDS = {
  rotation: 'rpm upm umdrehungen revoluciones giri toeren',
  printing: 'ppm ipm',
  noise: 'db dba decibel decibels dezibel decibelios decibeles',
} as const;
export type Rate = keyof typeof RATE_WORDS;

/** What a bound may be of; amounts of a rate are in its one unit: rotations and pages a minute, decibels. */
export type Measured = Dimension | Rate;

const RATES: ReadonlyMap<string, Rate> = new Map(
  Object.entries(RATE_WORDS).flatMap(([rate, words]) =>
    words.split(' ').map((word) => [word, rate as Rate] as const),
  ),
);

/** The rate that a folded word behind a number counts, or null. */
export const rateOf = (word: string | undefined): Rate | null => RATES.get(word ?? '') ?? null;

export const isRate = (measured: Measured): measured is Rate => measured in RATE_WORDS;

/** The amounts of a rate that a text states. */
export function ratesIn(tokens: readonly Token[], rate: Rate): number[] {
  return tokens.flatMap((token, at) => {
    if (token.kind !== DIGITS) return [];
    const { digits, next } = numberAt(tokens, at);
    return rateOf(tokens[next]?.text) === rate ? [readNumber(digits)] : [];
  });
}
