import { foldedParts, foldText } from '../text/fold.ts';
import { MEASURE, NUMBER, type ReadWord, titleWords, WORD } from '../text/reading.ts';
import { ROMAN, YEAR } from '../text/stated_numbers.ts';
import type { ComparedItem } from './compared_item.ts';
import { textOf } from './roles.ts';
import { readTitle } from './title_reading.ts';

/** The numbers and codes of an item's titles that measure nothing, and all figures that anything of it says. */
export interface Figures {
  /** Numbers: `16` of `Ghost 16` and of `Ghost16`, `2` of `II`. */
  numbers: ReadonlySet<string>;
  /** Letters with digits, and long numbers: `d220`, `79ci`. */
  codes: ReadonlySet<string>;
  said: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

/** What the figures of two items have in common and not. */
export interface ComparedFigures {
  codes_shared: number;
  codes_left: [fewest: number, most: number];
  numbers_left_fewest: number;
  long_numbers_shared: number;
  /** Whether one has a number of its own and the other only a code. */
  is_crossed: boolean;
  /** Whether one alone has a figure of its own. */
  is_one_sided: boolean;
  /** Least natural logarithm of the ratio of two figures of one form that each has alone; null where there are none. */
  step: number | null;
  /** By how much the one digit differs in which two such figures differ, with the same letters behind; null of others. */
  digit: number | null;
}

const known = new WeakMap<ComparedItem, Figures>();
/** Longer numbers order a thing. */
const MOST_NUMBER_DIGITS = 5;
/** Parts that may be written as one: `PT-D 220`. */
const MOST_JOINED = 3;
/** A name or a word for a generation and its number: `ghost16`, `gen2`. */
const NAMED = /^([a-z]{4,}|gen|mk|no)(\d{1,3})$/;
const NUMERAL = /^\d+(?:[.,]\d+)?$/;
/** A code by its parts. */
const LETTERED = /^([a-z]*)(\d+(?:\.\d+)?)(.*)$/;
const LEAST_CHAINED = 3;
/** Figures are counted up to so many. */
const MOST_COUNTED = 2;

export function figuresOf(item: ComparedItem): Figures {
  const before = known.get(item);
  if (before) return before;
  const own = new Set(item.titles.flatMap((title) => titleFigures(titleWords(readTitle(title)))));
  const isNumber = (text: string) => NUMERAL.test(text) && text.length <= MOST_NUMBER_DIGITS;
  const values = [...item.attributes.values()].map(({ value }) => textOf(value));
  const figures = {
    numbers: new Set([...own].filter(isNumber)),
    codes: new Set([...own].filter((text) => !isNumber(text))),
    said: own.union(new Set([...item.titles, ...item.mpns, ...values].flatMap(writtenTogether))),
    words: new Set(item.titles.flatMap(foldedParts)),
  };
  known.set(item, figures);
  return figures;
}

function titleFigures(words: readonly ReadWord[]): string[] {
  return words.flatMap(({ text, kind, joined }, at) => {
    if (kind === MEASURE) return [];
    if (kind === WORD) return text.length > 1 && ROMAN.has(text) ? [String(ROMAN.get(text))] : [];
    const [, , number] = NAMED.exec(text) ?? [];
    if (number !== undefined) return [number];
    const before = words[at - 1];
    // `PT-D220` is one code.
    const isOne = joined !== null && before?.kind === WORD && before.text.length <= MOST_NUMBER_DIGITS;
    // `916-19` is a model, `39-42` a size that people wear.
    const isChain = joined === '-' && before?.kind === NUMBER && before.text.length >= LEAST_CHAINED;
    if (isChain) return [`${before.text}-${text}`];
    return [`${isOne ? before.text : ''}${text}`.replace(',', '.')];
  });
}

/** Each figure of a text, also written as one with the parts behind it. */
function writtenTogether(text: string): string[] {
  const parts = foldedParts(text);
  const runs = parts.flatMap((_, at) =>
    Array.from({ length: MOST_JOINED }, (__, more) => parts.slice(at, at + more + 1).join('')),
  );
  const decimals = [...foldText(text).matchAll(/\d+[.,]\d+/g)].map(([one]) => one.replace(',', '.'));
  return [...runs.filter((run) => /\d/.test(run)), ...decimals];
}

/** Whether the other says a figure in some writing: `ptd220` says `d220`, `Generation 2` says `gen2`. */
function isSaid(figure: string, { said, words }: Figures): boolean {
  if (said.has(figure)) return true;
  const [, letters = '', number = '', rest = ''] = LETTERED.exec(figure) ?? [];
  if (letters !== '' && said.has(`${number}${rest}`) && [...words].some((word) => isBegun(letters, word)))
    return true;
  if (!/\d{2,}/.test(figure)) return false;
  return [...said].some((one) => endsWithCode(one, figure) || endsWithCode(figure, one));
}

const endsWithCode = (whole: string, end: string): boolean =>
  end.length > 2 &&
  /\d{2,}/.test(end) &&
  whole.length > end.length &&
  whole.endsWith(end) &&
  /[a-z]$/.test(whole.slice(0, -end.length));

/** Whether letters begin a word, or stand for it as `fr` does for `forerunner`. */
const isBegun = (letters: string, word: string): boolean =>
  /^[a-z]+$/.test(word) &&
  (word.startsWith(letters) ||
    (letters.length > 1 &&
      word.length >= MOST_NUMBER_DIGITS &&
      word[0] === letters[0] &&
      new RegExp(Array.from(letters).join('.*')).test(word)));

export function comparedFigures(a: ComparedItem, b: ComparedItem): ComparedFigures {
  const [left, right] = [figuresOf(a), figuresOf(b)];
  const [numbers, otherNumbers] = [alone(left.numbers, right), alone(right.numbers, left)];
  const [codes, otherCodes] = [alone(left.codes, right), alone(right.codes, left)];
  const count = (some: readonly string[]) => Math.min(MOST_COUNTED, some.length);
  const said = (own: ReadonlySet<string>, other: Figures, least: number) =>
    count([...own].filter((one) => one.length >= least && isSaid(one, other)));
  const shared = (of: 'codes' | 'numbers', least: number) =>
    Math.max(said(left[of], right, least), said(right[of], left, least));
  const [own, others] = [
    [...numbers, ...codes],
    [...otherNumbers, ...otherCodes],
  ];
  const lone = own.length === 0 ? others : others.length === 0 ? own : [];
  return {
    codes_shared: shared('codes', 1),
    codes_left: [Math.min(count(codes), count(otherCodes)), Math.max(count(codes), count(otherCodes))],
    numbers_left_fewest: Math.min(count(numbers), count(otherNumbers)),
    long_numbers_shared: shared('numbers', 3),
    is_crossed: isCrossed(numbers, otherNumbers, otherCodes) || isCrossed(otherNumbers, numbers, codes),
    is_one_sided: lone.length > 0,
    step: nearestOf(own, others)?.step ?? null,
    digit: nearestDigit(own, others),
  };
}

const isCrossed = (
  numbers: readonly string[],
  others: readonly string[],
  codes: readonly string[],
): boolean => numbers.length > 0 && others.length === 0 && codes.length > 0;

/** By how much the digit differs that alone sets two figures apart: `265` and `255`, `7800x3d` and `9800x3d`. */
function nearestDigit(own: readonly string[], others: readonly string[]): number | null {
  const steps = own.flatMap((one) => others.flatMap((other) => digitBetween(one, other) ?? []));
  return steps.length === 0 ? null : Math.min(...steps);
}

function digitBetween(one: string, other: string): number | null {
  if (one.length !== other.length || one.length < LEAST_DIGITS) return null;
  const places = Array.from(one).flatMap((sign, at) => (sign === other[at] ? [] : [at]));
  const [at, ...more] = places;
  if (at === undefined || more.length > 0) return null;
  const [left, right] = [one[at] as string, other[at] as string];
  return /\d/.test(left) && /\d/.test(right) ? Math.abs(Number(left) - Number(right)) : null;
}
const LEAST_DIGITS = 3;

interface Figure {
  text: string;
  letters: string;
  number: number;
}

const parsed = (figures: readonly string[]): Figure[] =>
  figures.flatMap((text) => {
    const [, letters, number] = LETTERED.exec(text) ?? [];
    return letters === undefined ? [] : [{ text, letters, number: Number(number) }];
  });

/** By how much two figures differ that begin with the same letters; null of others. */
function stepOf(one: Figure, other: Figure): number | null {
  const isOneForm = one.letters.endsWith(other.letters) || other.letters.endsWith(one.letters);
  const isStep = isOneForm && one.number > 0 && other.number > 0 && one.number !== other.number;
  return isStep ? Math.abs(Math.log(one.number / other.number)) : null;
}

function nearestOf(
  own: readonly string[],
  others: readonly string[],
): { pair: [Figure, Figure]; step: number } | null {
  const pairs = parsed(own).flatMap((one) =>
    parsed(others).flatMap((other) => {
      const step = stepOf(one, other);
      return step === null ? [] : [{ pair: [one, other] as [Figure, Figure], step }];
    }),
  );
  return pairs.toSorted((x, y) => x.step - y.step)[0] ?? null;
}

/** The nearest two figures of one form that each of two items has alone; null where there are none. */
export function nearestFigures(a: ComparedItem, b: ComparedItem): [Figure, Figure] | null {
  const [left, right] = [figuresOf(a), figuresOf(b)];
  return nearestOf(ownOf(left, right), ownOf(right, left))?.pair ?? null;
}

/** Whether of two figures of one form the thing with the higher one costs more, but less than twice as much. */
export function isHigherDearer(a: ComparedItem, b: ComparedItem): boolean {
  const nearest = nearestFigures(a, b);
  if (!nearest || a.price_minor === null || b.price_minor === null) return false;
  const [one, other] = nearest;
  const ratio = Math.log(a.price_minor / b.price_minor) * (one.number > other.number ? 1 : -1);
  return ratio > 0 && ratio < Math.LN2;
}

const alone = (own: ReadonlySet<string>, other: Figures): string[] =>
  [...own].filter((one) => !YEAR.test(one) && !isSaid(one, other));

const ownOf = (own: Figures, other: Figures): string[] => [
  ...alone(own.numbers, other),
  ...alone(own.codes, other),
];
