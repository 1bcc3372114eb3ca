import { foldText } from '../text/fold.ts';
import { readText } from '../text/reading.ts';
import { dimensionIndex, UNITS } from '../text/units.ts';
import type { AxisValue } from './listing.ts';

/** Letter sizes from the smallest; S, M and L are one apart, each X one more. */
const MEDIUM = 0;
const LETTERS: Readonly<Record<string, number>> = { s: -1, m: MEDIUM, l: 1 };

/** Where a value stands in its axis: amounts, then letter sizes, then numbers, then words; first difference decides. */
type Place = readonly [kind: 0 | 1 | 2 | 3, numbers: readonly number[], text: string];

/**
 * Negative where `a` comes first, in the order people expect of one axis: 64 GB, 128 GB, 1 TB; S, M, L, XL; 40, 40.5,
 * 41; EU 40, EU 41; words by the alphabet. A total order.
 */
export function compareAxisValues(
  a: Pick<AxisValue, 'value' | 'unit'>,
  b: Pick<AxisValue, 'value' | 'unit'>,
): number {
  const [left, right] = [placeOf(a), placeOf(b)];
  if (left[0] !== right[0]) return left[0] - right[0];
  for (let at = 0; at < Math.max(left[1].length, right[1].length); at++) {
    const [one = Number.NEGATIVE_INFINITY, other = Number.NEGATIVE_INFINITY] = [left[1][at], right[1][at]];
    if (one !== other) return one < other ? -1 : 1;
  }
  if (left[2] !== right[2]) return left[2] < right[2] ? -1 : 1;
  return 0;
}

function placeOf({ value, unit }: Pick<AxisValue, 'value' | 'unit'>): Place {
  const folded = foldText(String(value));
  if (typeof value === 'number') return measured(value, unit);
  const letters = letterSize(folded);
  if (letters !== null) return [1, letters, folded];
  const amount = wholeAmount(folded);
  if (amount) return amount;
  const system = /^(?:us|eur?|uk|fr|it|w|size)?[ .:]*(?=\d)/.exec(folded)?.[0] ?? '';
  const numbers = numbersIn(folded.slice(system.length));
  if (numbers.length > 0 && /^\d/.test(folded.slice(system.length)))
    return [2, [systemNumber(system), ...numbers], folded];
  return [3, [], folded];
}

function measured(value: number, unit: string | null): Place {
  const known = unit === null ? undefined : UNITS.get(foldText(unit));
  if (!known) return [2, [systemNumber(''), value], unit ?? ''];
  return [0, [dimensionIndex(known.dimension), value * known.factor], ''];
}

/** A text that is one amount and nothing else: `64 GB`. */
function wholeAmount(folded: string): Place | null {
  const { amounts } = readText(folded);
  const [amount] = amounts;
  if (!amount || amounts.length > 1 || amount.start > 0 || amount.end < folded.length) return null;
  return [0, [dimensionIndex(amount.dimension), amount.amount * amount.pack], ''];
}

/** `xs`, `m`, `2xl`, `s/m`: each letter's place, null where there is anything else. */
function letterSize(folded: string): number[] | null {
  const parts = folded.split(/[/-]/).map((part) => part.trim());
  const places = parts.map((part) => {
    const [, count = '', marks = '', letter = ''] = /^(\d*)(x*)([sml])$/.exec(part) ?? [];
    const base = LETTERS[letter];
    if (base === undefined || (count !== '' && marks.length !== 1) || (letter === 'm' && marks !== ''))
      return null;
    const far = count === '' ? marks.length : Number(count);
    return base + Math.sign(base) * far;
  });
  return places.includes(null) ? null : places.filter((place) => place !== null);
}

/** Sizes of one system stand together, those that name none first. */
function systemNumber(system: string): number {
  return ['', 'us', 'uk', 'eu', 'eur', 'fr', 'it'].indexOf(system.replaceAll(/[ .:]/g, ''));
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map(([digits]) => Number(digits.replace(',', '.')));
}
