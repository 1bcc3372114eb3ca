import { codesOf } from '../text/codes.ts';
import { foldKey, foldText } from '../text/fold.ts';
import { GRAMMAR_WORDS } from '../text/languages.ts';
import { fromPlural } from '../text/plural.ts';
import { CODE, MEASURE, NUMBER, type ReadWord, titleWords } from '../text/reading.ts';
import { DIGITS, isLetters } from '../text/tokens.ts';
import type { ComparedItem } from './compared_item.ts';
import { headsOf } from './heads.ts';
import { isPlainWord } from './plain_words.ts';
import { VERSIONED } from './roles.ts';
import { readTitle } from './title_reading.ts';

/** Part numbers of at least five signs: declared, and those in the titles of the variant. */
export function codes({ stated, mpns }: Pick<ComparedItem, 'stated' | 'mpns'>): Set<string> {
  const read = stated.flatMap(({ title, brand }) => {
    const maker = foldKey(brand ?? '');
    return codesOf(titleWords(readTitle(title))).filter((code) => code !== maker && !isCountedWord(code));
  });
  return new Set([...mpns, ...read].filter((code) => code.length >= LEAST_CODE && /\d/.test(code)));
}

/** `4seasons`: a word and how many. */
const isCountedWord = (code: string): boolean => {
  const [, word] = /^\d([a-z]{4,})$/.exec(code) ?? [];
  return word !== undefined && isPlainWord(fromPlural(word));
};
const LEAST_CODE = 5;

/** Whether two items bear one part number, whole or as the part of a longer one (`N4000` of `UN24N4000`). */
export function shareCode(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [codes(a), codes(b)];
  if (!left.isDisjointFrom(right)) return true;
  return [...left].some((one) => [...right].some((other) => isPartOf(one, other) || isPartOf(other, one)));
}

const isPartOf = (code: string, whole: string): boolean =>
  /[a-z]/.test(code) && /\d{3,}/.test(code) && (whole.startsWith(code) || whole.endsWith(code));

/** Whether both bear a part number that is the other's but for letters at the end, which tell a finish: `DVPNS700HS` and `DVPNS700HB`. */
export function shareStem(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [stems(a), stems(b)];
  return left.size > 0 && !left.isDisjointFrom(right);
}

const stems = (item: ComparedItem): Set<string> =>
  new Set([...codes(item)].flatMap((code) => /^([a-z]+\d{3,})[a-z]{1,4}$/.exec(code)?.[1] ?? []));

/** Whether the names of both bear one number of a model (`M510`, `4100`), or their titles a short one (`R6`). */
export function shareFigure(a: ComparedItem, b: ComparedItem): boolean {
  return !namingFigures(a).isDisjointFrom(namingFigures(b)) || !shortCodes(a).isDisjointFrom(shortCodes(b));
}

/** Numbers of at least three digits that measure nothing and stand before the word for the thing. */
function namingFigures(item: ComparedItem): Set<string> {
  const words = item.stated.flatMap(({ title }) => wordsBeforeThing(item, title));
  return new Set(
    words.flatMap(({ text, kind }) =>
      kind === NUMBER || kind === CODE ? (/\d{3,}/.exec(text)?.[0] ?? []) : [],
    ),
  );
}

/** Whether the names of both bear part numbers of one maker's scheme that are not the same: `PR-US2` and `PR-EZ1`. */
export function areOtherModels(a: ComparedItem, b: ComparedItem): boolean {
  if (haveOtherHyphened(a, b) || haveOtherSeries(a, b)) return true;
  const [left, right] = [namingCodes(a), namingCodes(b)];
  return (
    left.length > 0 &&
    right.length > 0 &&
    left.every((one) => right.every((other) => areOfOneScheme(one, other)))
  );
}

/** `DSCW150N` and `DSCS750`: each title bears one number of a model, and they begin with other letters. */
function haveOtherSeries(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [seriesOf(a), seriesOf(b)];
  return left.size === 1 && right.size === 1 && left.isDisjointFrom(right) && !shareCode(a, b);
}

/** The letters that the part numbers in titles begin with. */
const seriesOf = (item: ComparedItem): Set<string> =>
  new Set(titleCodes(item).flatMap((code) => /^([a-z]{2,})\d/.exec(code)?.[1] ?? []));

/**
 * `P-145` and `P-45`, `Coolpix S5100` and `Coolpix S70`: short numbers of one maker that begin with the same letters, where
 * neither title has the other's.
 */
function haveOtherHyphened(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [hyphened(a).union(numberedBefore(a)), hyphened(b).union(numberedBefore(b))];
  const series = (code: string) => code.replace(/\d.*$/, '');
  return (
    left.size > 0 &&
    left.isDisjointFrom(right) &&
    [...left].some((one) => [...right].some((other) => series(one) === series(other)))
  );
}

/** The same without a hyphen, before the word for the thing, where no size and no finish stands. */
const numberedBefore = (item: ComparedItem): Set<string> =>
  new Set(
    item.stated.flatMap(({ title }) =>
      wordsBeforeThing(item, title).flatMap(({ text, kind, joined }) =>
        kind !== MEASURE && joined === null && NUMBERED.test(text) && !VERSION.test(text) ? [text] : [],
      ),
    ),
  );
const NUMBERED = /^[a-z]{1,3}\d{2,4}$/;

const hyphened = ({ stated }: ComparedItem): Set<string> =>
  new Set(
    stated.flatMap(({ title }) =>
      [...foldText(title).matchAll(HYPHENED)].map(([code]) => code.replace('-', '')),
    ),
  );
const HYPHENED = /(?<![\p{L}\d-])\p{L}{1,4}-\d{2,4}(?![\p{L}\d.,-])/gu;

/** Whether titles bear part numbers that begin alike and go on with other digits, or of digits alone, wherever they stand. */
export function bearOtherCodes(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [titleCodes(a), titleCodes(b)];
  return left.some((one) =>
    right.some(
      (other) => (commonStart(one, other) >= 2 || areNumbers(one, other)) && areOfOneScheme(one, other),
    ),
  );
}

/** Whether titles bear short numbers of models and none in common: `WE8` and `E8`. */
export function bearOtherShortCodes(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [shortCodes(a), shortCodes(b)];
  return left.size > 0 && right.size > 0 && left.isDisjointFrom(right);
}

const shortCodes = ({ titles }: ComparedItem): Set<string> =>
  new Set(
    titles.flatMap((title) =>
      titleWords(readTitle(title)).flatMap(({ text, joined, kind }) =>
        SHORT.test(text) && joined === null && kind !== MEASURE && !VERSION.test(text) ? [text] : [],
      ),
    ),
  );
const SHORT = /^[a-z]{1,3}\d{1,3}$/;
/** `v2`, `gen3`: of one thing one title may say it alone. */
const VERSION = /^(?:v|g|gen|mk|usb|ip|cat|ddr|mp|ps|no|nr)\d/;

const areNumbers = (one: string, other: string): boolean => /^\d+$/.test(one) && /^\d+$/.test(other);

/** The part numbers in titles. */
export const titleCodes = ({ stated }: ComparedItem): string[] => [...codes({ stated, mpns: new Set() })];

/** How many letters two numbers begin with alike. */
function commonStart(one: string, other: string): number {
  let at = 0;
  while (one[at] !== undefined && one[at] === other[at] && /\p{L}/u.test(one[at] as string)) at++;
  return at;
}

/** Two numbers of one form, or that begin alike and go on with other digits; a letter more at the end is a finish. */
function areOfOneScheme(one: string, other: string): boolean {
  const [left, right] = [one, other].map((code) => /^(\D*)(\d+)(.*)$/.exec(code) ?? [code, code, '', '']);
  const [, begin, digits] = left as string[];
  const [, others, otherDigits] = right as string[];
  if (digits === otherDigits && begin === others) return false;
  return formOf(one) === formOf(other) || commonStart(one, other) >= 2;
}

/** Part numbers that stand before the word for the thing; behind it stands what only orders it. */
function namingCodes(item: ComparedItem): string[] {
  const stated = item.stated.flatMap(({ title }) => codesOf(wordsBeforeThing(item, title)));
  return [...new Set(stated)].filter(
    (code) => code.length >= LEAST_CODE && /[a-z]/.test(code) && /\d/.test(code),
  );
}

function wordsBeforeThing(item: ComparedItem, title: string): ReadWord[] {
  const heads = new Set(headsOf(item).map(({ word }) => word));
  const words = titleWords(readTitle(title));
  return words.slice(
    0,
    Math.max(
      0,
      words.findLastIndex(({ text }) => heads.has(fromPlural(text))),
    ),
  );
}

const formOf = (code: string): string => code.replaceAll(/\p{L}/gu, 'a').replaceAll(/\d/g, '0');

/** Whether a word of both has another number behind it, on one side no amount: `Spot 350` and `Spot 400 lumens`. */
export function bearsOtherNumber(a: ComparedItem, b: ComparedItem): boolean {
  const [left, right] = [numbersBehind(a), numbersBehind(b)];
  return [...left].some(([word, one]) => {
    const other = right.get(word);
    return other !== undefined && one.text !== other.text && one.isMeasured !== other.isMeasured;
  });
}

/** The numbers of a name by the word before them. */
function numbersBehind({ stated }: ComparedItem): Map<string, { text: string; isMeasured: boolean }> {
  const [first] = stated;
  const { folded, tokens, amounts } = readTitle(first?.title ?? '');
  const found = tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    const isNumber = token.kind === DIGITS && token.text.length >= LEAST_NUMBER && isLetters(before);
    const isEnded = !/^[.,]?\d|^-|^\p{L}/u.test(folded.slice(token.end));
    if (!isNumber || !isEnded || !before || VERSIONED.has(before.text) || GRAMMAR_WORDS.has(before.text))
      return [];
    const isMeasured = amounts.some(({ from, next }) => at >= from && at < next);
    return [[before.text, { text: token.text, isMeasured }] as const];
  });
  return new Map(found);
}
const LEAST_NUMBER = 2;

/** Numbers with a hyphen between that are no amount and no size: `916-19` of `EcoSpin 916-19`. */
export function numberChains({ titles }: ComparedItem): Set<string> {
  return new Set(
    titles.flatMap((title) =>
      titleWords(readTitle(title)).flatMap((word, at, words) => {
        const before = words[at - 1];
        const isChain = word.joined === '-' && word.kind === NUMBER && before?.kind === NUMBER;
        return isChain && before.text.length >= LEAST_CHAINED ? [`${before.text}-${word.text}`] : [];
      }),
    ),
  );
}
/** Sizes that people wear (`39-42`) have two digits. */
const LEAST_CHAINED = 3;
