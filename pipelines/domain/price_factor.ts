/** What a feed's prices are multiplied by from a moment on, as a person said it: a feed in cents has 0.01. */
export interface PriceFactor {
  /** ISO 8601 UTC: observations from this moment on, until the next factor's. */
  from: string;
  /** A decimal number above 0; 1 ends the one before. */
  factor: string;
}

/** A factor as a fraction of whole numbers. */
export interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

/** Least and greatest factor: a unit and a sub-unit of any currency are a thousand apart, and a slip of more is no factor. */
const WHOLE_DIGITS = 6;
const DECIMALS = 6;

/** The factor a text states, exactly. Throws a plain message for anything but a decimal number above 0. */
export function fractionOf(text: string): Fraction {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text.trim()) ?? [];
  const numerator = BigInt(`${whole}${decimals}` || '0');
  if (numerator === 0n || whole.length > WHOLE_DIGITS || decimals.length > DECIMALS)
    throw new Error(
      `${JSON.stringify(text)} is no factor of prices; write a number above 0 with a point and at most ${WHOLE_DIGITS} digits on either side, such as 0.01 or 10`,
    );
  return { numerator, denominator: 10n ** BigInt(decimals.length) };
}

/** True of factors that leave prices as they are. */
export function isOne({ numerator, denominator }: Fraction): boolean {
  return numerator === denominator;
}

/**
 * An amount of minor units times a factor, rounded half up, at least 1: a price of zero is none. SQL twin: `scaledSql` of
 * warehouse/price_correction.ts.
 */
export function scaledMinor(amount: bigint, { numerator, denominator }: Fraction): bigint {
  const scaled = (2n * amount * numerator + denominator) / (2n * denominator);
  return scaled > 0n ? scaled : 1n;
}

/** The factor that holds for an observation at `asOf` (ISO 8601), '1' where none was said. `factors` in order of time. */
export function factorAt(factors: readonly PriceFactor[], asOf: string): string {
  return factors.findLast(({ from }) => from <= asOf)?.factor ?? '1';
}

/** The first moment from which two series of factors differ, or null: what was observed before it stays as it is. */
export function firstDifference(
  before: readonly PriceFactor[],
  after: readonly PriceFactor[],
): string | null {
  const moments = [...before, ...after].map(({ from }) => from).sort();
  return moments.find((at) => !isSame(factorAt(before, at), factorAt(after, at))) ?? null;
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [fractionOf(one), fractionOf(other)];
  return a.numerator * b.denominator === b.numerator * a.denominator;
}
