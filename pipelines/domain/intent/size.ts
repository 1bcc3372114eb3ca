import {
  AGE_WORDS,
  GRAMMAR_WORDS,
  HALF_WORDS,
  SEX_WORDS,
  SIZE_NAME_WORDS,
  SIZE_WORDS,
} from '../../text/languages.ts';
import { type Reading, readAmount } from './amount.ts';
import type { MarkedText, Rule } from './marked_text.ts';
import { behind, behindAll, isAtRest, isStop } from './phrase_list.ts';
import type { Token } from './tokens.ts';
import { type WordedNumber, wordedNumberAt } from './worded_number.ts';

/** Sizes of clothes and shoes as they are written. */
const SIZE_NUMBER = /^\d{1,2}(?:[.,]5)?$/;
const LETTER_SIZE = /^(?:x{0,3}[sl]|m|[2-5]xl)$/;

/** Sizes that people write in words. */
const MOST_WORDED = 60;

/**
 * `size 9`, `Größe XL`, `women's nine`, `mens 9 and a half`: a number or letters behind a word for size must be the thing's
 * own.
 */
export const takeSize: Rule = (marked, at) => {
  const halved = halvedSize(marked, at);
  const counted = systemSize(marked, at);
  const next =
    halved?.next ?? wordedSize(marked, at)?.next ?? ownSize(marked, at) ?? endOfSize(marked, at) ?? counted;
  if (next === null) return takeLettered(marked, at) ?? takeMedium(marked, at);
  const phrase = marked.phrase(at, next);
  const own = halved
    ? String(halved.value)
    : isNumber(marked, at)
      ? phrase.text
      : ofSystem(marked, next === counted ? at - 1 : at);
  const said = own === null ? phrase.text : `size ${own}`;
  const others = othersBehind(marked, next, sizeIn(said));
  if (others !== null) {
    const { sizes, next: end } = others;
    const any_of = [said, ...sizes.map((size) => `size ${size}`)];
    const says = `${said}${marked.text.slice(phrase.end, marked.phrase(at, end).end)}`;
    marked.intent.must_have.push({ ...marked.phrase(at, end), says, any_of });
    marked.mark(at, end, 'taken');
    return end;
  }
  marked.intent.must_have.push(own === null ? phrase : { ...phrase, says: said });
  marked.mark(at, next, 'taken');
  return next;
};

/** The number that a size ends with; null of letters. */
const sizeIn = (text: string): number | null => {
  const [, number] = /(?:^|\s)(\d{1,2}(?:[.,]5)?)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number.replace(',', '.'));
};

/** Sizes further apart are not what one person wears. */
const FARTHEST = 4;

/**
 * Other sizes behind one, of which any will do: `or 10`, `, 10 or 11`, `or size M`; of `9 to 10` all between, whole and
 * half. Null where none follows.
 */
function othersBehind(
  marked: MarkedText,
  from: number,
  first: number | null,
): { sizes: string[]; next: number } | null {
  const range = first === null ? null : rangeBehind(marked, from, first);
  if (range) return range;
  const sizes: string[] = [];
  for (let next = from; ; ) {
    const comma = marked.tokens[next]?.folded === ',' ? next + 1 : next;
    const or = behind(marked, 'or', comma);
    const size = or === null && comma === next ? null : sizeAlone(marked, or ?? comma, first !== null);
    if (size === null) return null;
    sizes.push(size.text);
    next = size.next;
    if (or !== null) return { sizes, next };
  }
}

/** `to 10` behind 9. */
function rangeBehind(
  marked: MarkedText,
  from: number,
  first: number,
): { sizes: string[]; next: number } | null {
  const isSign = marked.tokens[from]?.kind === 'sign';
  const joined = isSign ? null : behind(marked, 'range_joiner', from);
  const last = joined === null ? null : sizeAlone(marked, joined, true);
  const end = last && sizeIn(last.text);
  if (!last || end === null || end <= first || end - first > FARTHEST) return null;
  const halves = Array.from({ length: 2 * (end - first) }, (_, at) => String(first + (at + 1) / 2));
  return { sizes: halves, next: last.next };
}

/** A size with its name or without, a number or letters, that nothing is measured or paid by. */
function sizeAlone(
  marked: MarkedText,
  at: number,
  isOfNumbers: boolean,
): { text: string; next: number } | null {
  const named = SIZE_NAME_WORDS.has(marked.tokens[at]?.folded ?? '') ? at + 1 : at;
  const [token, behindIt] = marked.tokens.slice(named, named + 2);
  const isSize = (isOfNumbers ? SIZE_NUMBER : LETTER_SIZE).test(token?.folded ?? '');
  const isMeasured = isOfNumbers && (readAmount(marked, named)?.kind ?? 'bare') !== 'bare';
  return token && isSize && !isMeasured && !(behindIt?.glued && behindIt.kind !== 'sign')
    ? { text: token.folded, next: named + 1 }
    : null;
}

const isNumber = ({ tokens }: Reading, at: number): boolean => tokens[at]?.kind === 'number';

/** The token behind a size that begins at a token, or null. */
export function endOfSize(reading: Reading, at: number): number | null {
  const name = reading.tokens[at];
  if (name?.kind !== 'word' || !SIZE_NAME_WORDS.has(name.folded)) return null;
  const from = behindSystem(reading, at + 1);
  const [value, unit] = reading.tokens.slice(from, from + 2);
  const halved = halfBehind(reading, from);
  if (!value || halved !== null) return halved?.next ?? null;
  const isSize = value.kind === 'number' ? SIZE_NUMBER.test(value.folded) : LETTER_SIZE.test(value.folded);
  return isSize && !(unit?.glued && unit.kind !== 'sign') ? from + 1 : null;
}

/**
 * `size B`, a letter by which makers number what they make. Batteries have it beside their name alone, so that of `size D
 * batteries` what says `D batteries` is one as well. A small letter, or `I`, is one where nothing follows.
 */
function takeLettered(marked: MarkedText, at: number): number | null {
  const [name, letter, behindIt] = marked.tokens.slice(at, at + 3);
  if (!name || letter?.kind !== 'word' || !SIZE_NAME_WORDS.has(name.folded)) return null;
  const written = marked.text.slice(letter.start, letter.end);
  const isSomebody = !isStop(behindIt) && behind(marked, 'subject', at + 1) !== null;
  if (isSomebody || !(isStop(behindIt) ? /^\p{L}$/u : /^\p{Lu}$/u).test(written)) return null;
  const things = [behindIt, marked.tokens[at - 1]].filter((word) => marked.isKind(word?.folded ?? ''));
  const or = behind(marked, 'or', at + 2);
  const other = or === null ? '' : marked.phrase(or, or + 1).text;
  const next = or !== null && /^\p{Lu}$/u.test(other) ? or + 1 : at + 2;
  const says = `size ${letter.folded}`;
  const any_of = [
    says,
    ...(next > at + 2 ? [`size ${other.toLowerCase()}`] : []),
    ...things.map((thing) => `${letter.folded} ${thing?.folded}`),
  ];
  marked.intent.must_have.push({ ...marked.phrase(at, next), says, ...(any_of.length > 1 && { any_of }) });
  marked.mark(at, next, 'taken');
  return next;
}

/** `a knee brace, medium`: before nothing else a size, which records write as a letter as well; `medium roast` is none. */
function takeMedium(marked: MarkedText, at: number): number | null {
  const word = marked.tokens[at]?.folded ?? '';
  if (SIZE_WORDS.get(word) !== 'm' || at === 0 || !isStop(marked.tokens[at + 1])) return null;
  marked.intent.must_have.push({ ...marked.phrase(at, at + 1), says: 'size m', any_of: ['size m', word] });
  marked.mark(at, at + 1, 'taken');
  return at + 1;
}

/** By how sizes are counted somewhere, what is paid with there. */
const SYSTEMS: ReadonlyMap<string, string> = new Map([
  ['us', 'USD'],
  ['uk', 'GBP'],
  ['eu', 'EUR'],
  ['eur', 'EUR'],
]);
/** `size US 9`: behind how it is counted. */
const behindSystem = ({ tokens }: Reading, at: number): number =>
  SYSTEMS.has(tokens[at]?.folded ?? '') && tokens[at + 1]?.kind === 'number' ? at + 1 : at;

/** The token behind `US 9`, `UK 8`, `EU 42` without a word for size, as they are written in capitals; `EU 220 V` is none. */
function systemSize(marked: MarkedText, at: number): number | null {
  const { tokens, text } = marked;
  const [system, value, behindIt] = tokens.slice(at, at + 3);
  if (!system || !value || !SYSTEMS.has(system.folded) || !SIZE_NUMBER.test(value.folded)) return null;
  const isWritten = /^\p{Lu}+$/u.test(text.slice(system.start, system.end));
  const isGlued = behindIt?.glued === true && behindIt.kind !== 'sign';
  return isWritten && !isGlued && !marked.amounts.has(at + 1) && readAmount(marked, at + 1)?.kind !== 'money'
    ? at + 2
    : null;
}

/** The number of `size US 9` where sizes are counted so: records there leave it out. Elsewhere they must say it, for a 9 is not the same everywhere. */
const ofSystem = ({ tokens, currency }: Reading, at: number): string | null =>
  SYSTEMS.get(tokens[at + 1]?.folded ?? '') === currency ? (tokens[at + 2]?.folded ?? null) : null;

/** A number in words behind for whom (`women's nine`), or between stops of a text for adults (`women's shoes, seven`). */
function wordedSize(marked: MarkedText, at: number): WordedNumber | null {
  const number = wordedNumberAt(marked, at);
  if (number === null || number.value > MOST_WORDED) return null;
  const [before] = peopleIn(marked, at - 1);
  const isApart = isStop(marked.tokens[at - 1]) && isStop(marked.tokens[number.next]);
  const isOfAdults = () => [...Array(at).keys()].some((other) => peopleIn(marked, other).includes('adult'));
  return before !== undefined || (isApart && isOfAdults()) ? number : null;
}

/** `women's 7`, `mens 9.5`: digits right behind for whom, that measure and count nothing. */
function ownSize(marked: MarkedText, at: number): number | null {
  const [token, behindIt] = marked.tokens.slice(at, at + 2);
  const isSize = token?.kind === 'number' && SIZE_NUMBER.test(token.folded) && !token.glued;
  if (!isSize || marked.amounts.has(at) || !peopleIn(marked, at - 1).includes('adult')) return null;
  return isStop(behindIt) ||
    isAtRest(marked, at + 1, NOTHING, []) ||
    marked.isKind(behindIt?.folded ?? '') ||
    isShoeSize(token.folded, behindIt)
    ? at + 1
    : null;
}
/** `chaussures homme 43 gore-tex`: a number that a European shoe size may be, before a word that is none of grammar. */
const isShoeSize = (number: string, behindIt: Token | undefined): boolean =>
  Number(number.replace(',', '.')) >= LEAST_SHOE &&
  Number(number.replace(',', '.')) <= MOST_SHOE &&
  behindIt?.kind === 'word' &&
  !GRAMMAR_WORDS.has(behindIt.folded);
const [LEAST_SHOE, MOST_SHOE] = [35, 48];
const NOTHING = /^$/;

/** A size and a half, behind a word for size or for whom: `size eight and a half`, `mens 9 1/2`. */
function halvedSize(marked: MarkedText, at: number): WordedNumber | null {
  const isNamed = SIZE_NAME_WORDS.has(marked.tokens[at]?.folded ?? '');
  if (!isNamed && !peopleIn(marked, at - 1).includes('adult')) return null;
  return halfBehind(marked, isNamed ? at + 1 : at);
}

/** `9 and a half`, `nine and a half`, `9 1/2`, `9½`; null where no half stands behind the number. */
function halfBehind(reading: Reading, at: number): WordedNumber | null {
  const { tokens } = reading;
  const digits = SIZE_WHOLE.exec(tokens[at]?.folded ?? '');
  const number = digits ? { value: Number(digits[0]), next: at + 1 } : wordedNumberAt(reading, at);
  if (number === null || number.value > MOST_WORDED) return null;
  const and = behind(reading, 'and', number.next);
  const half = and === null ? number.next : behindAll(reading, 'skipped', and);
  const value = number.value + 0.5;
  if (and !== null && HALF_WORDS.has(tokens[half]?.folded ?? '')) return { value, next: half + 1 };
  const next = tokens[number.next]?.folded;
  if (next === '½') return { value, next: number.next + 1 };
  const fraction = tokens.slice(number.next, number.next + 3).map(({ folded }) => folded);
  return fraction.join('') === '1/2' ? { value, next: number.next + fraction.length } : null;
}
const SIZE_WHOLE = /^\d{1,2}$/;

/** For whom a token says that a thing is. */
function peopleIn({ tokens }: Reading, at: number): readonly string[] {
  const folded = tokens[at]?.folded.replace(/['’]s?$/u, '') ?? '';
  return [
    AGE_WORDS.get(folded),
    SEX_WORDS.get(folded),
    SIZE_NAME_WORDS.has(folded) ? ['size'] : undefined,
  ].flatMap((named) => named ?? []);
}
