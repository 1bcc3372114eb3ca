import { isMistakenUnit } from '../../../domain/mistaken_unit.ts';
import { realBrand } from '../../../domain/placeholder.ts';
import { statementsOfItem } from '../../../domain/stated.ts';
import { type Amount, totalOf } from '../../../text/amounts.ts';
import { codesOf } from '../../../text/codes.ts';
import { foldedParts, foldKey, foldText } from '../../../text/fold.ts';
import { COLOR_WORDS, COLORS, LETTER_SIZES } from '../../../text/languages.ts';
import type { ReadWord as TextWord } from '../../../text/reading.ts';
import { CODE, MEASURE, NUMBER, readText, titleWords, WORD, type WordKind } from '../../../text/reading.ts';
import type { Statement } from '../../../text/statement.ts';
import { dimensionIndex } from '../../../text/units.ts';
import { byteOf, hashText } from './hash.ts';
import type { MatchRecord } from './record.ts';

/** Words and characters beyond these are not read: 40 words say which item it is, if anything does. */
export const MAX_WORDS = 40;
const MAX_WORD_LENGTH = 31;
const MAX_CODES = 6;
const MAX_MPN_WORDS = 6;
/** A shorter name may begin a part number by chance, and a shorter rest names no single item. */
const MIN_MAKER = 3;
const MIN_REST = 4;

/** What is left of the last word of a title that was cut off: the beginning of a word, or all of it. */
export const FRAGMENT = 4;

/** How a title ends: WHOLE, CUT off where a word ended, so that more may follow, or cut WITHIN_WORD. */
export const WHOLE = 0;
const CUT = 1;
const WITHIN_WORD = 2;
type Ending = typeof WHOLE | typeof CUT | typeof WITHIN_WORD;

/** Bit of each colour. */
const COLOR_BITS: ReadonlyMap<string, number> = new Map(
  COLORS.map((name, index) => [name, (1 << index) >>> 0] as const),
);
const WORD_BITS: ReadonlyMap<string, number> = new Map(
  [...COLOR_WORDS].map(([word, name]) => [word, COLOR_BITS.get(name) ?? 0] as const),
);
const colorBit = (word: string): number => WORD_BITS.get(word) ?? 0;

/** The names of colours that a reading has as bits. */
export const colorNames = (bits: number): string[] =>
  COLORS.filter((name) => ((COLOR_BITS.get(name) as number) & bits) !== 0);

export interface ReadWord {
  text: string;
  id: number;
  kind: WordKind | typeof FRAGMENT;
}

/** A model or part number: letters and digits only. */
export interface ReadCode {
  text: string;
  id: number;
  /** Named in the field for part numbers. */
  isMpn: boolean;
  /** The whole of that field, not a part of it. */
  isWhole: boolean;
}

/** A measure: the amount of a piece and of the whole pack, in the base unit of the dimension. */
export interface ReadMeasure {
  dimension: number;
  amount: number;
  total: number;
}

/** Everything the matcher takes from a record, before a vocabulary weighs it. */
export interface Reading {
  words: ReadWord[];
  ending: Ending;
  codes: ReadCode[];
  numbers: number[];
  measures: ReadMeasure[];
  /** What it states, to be held against what others state. */
  statements: Statement[];
  brand: number;
  brandText: string;
  colors: number;
  size: number;
  category: number;
  area: number;
  logPrice: number;
}

/** What is left of a part number without the maker's name, which sellers write before it or glue to it; null where it is not there. */
function withoutMaker(whole: string, brand: string | null | undefined): string | null {
  const maker = brand ? foldedParts(brand).join('') : '';
  if (maker.length < MIN_MAKER) return null;
  let rest: string;
  if (whole.startsWith(maker)) rest = whole.slice(maker.length);
  else if (whole.endsWith(maker)) rest = whole.slice(0, -maker.length);
  else return null;
  return /\d/.test(rest) && rest.length >= MIN_REST ? rest : null;
}

/** Codes of a part number field, the whole first: `HP NU561AA` names `hpnu561aa` and `nu561aa`, and `36023SAMSILL` of Samsill `36023` too. */
function codesOfMpn(mpn: string, brand: string | null | undefined): { text: string; isWhole: boolean }[] {
  const words = titleWords(readText(mpn));
  if (words.length === 0 || words.length > MAX_MPN_WORDS) return [];
  const whole = words.map(({ text }) => text).join('');
  const codes: { text: string; isWhole: boolean }[] = [];
  if (/\d/.test(whole) && whole.length >= 3 && whole.length <= MAX_WORD_LENGTH)
    codes.push({ text: whole, isWhole: true });
  const rest = withoutMaker(whole, brand);
  if (rest !== null && rest.length <= MAX_WORD_LENGTH) codes.push({ text: rest, isWhole: true });
  if (words.length > 1)
    for (const { text, kind } of words)
      if (kind === CODE && text.length >= 5) codes.push({ text, isWhole: false });
  return codes;
}

function readCodes(record: MatchRecord, words: readonly TextWord[]): ReadCode[] {
  const codes = new Map<string, ReadCode>();
  const add = (text: string, isMpn: boolean, isWhole: boolean) => {
    const known = codes.get(text);
    if (known) {
      known.isMpn ||= isMpn;
      known.isWhole ||= isWhole;
    } else if (codes.size < MAX_CODES && text.length <= MAX_WORD_LENGTH)
      codes.set(text, { text, id: hashText(text), isMpn, isWhole });
  };
  if (record.mpn)
    for (const { text, isWhole } of codesOfMpn(record.mpn, record.brand)) add(text, true, isWhole);
  for (const text of codesOf(words)) add(text, false, false);
  return [...codes.values()];
}

function readMeasures(record: MatchRecord, stated: readonly Amount[]): ReadMeasure[] {
  const fields = [record.quantity, record.own_quantity].flatMap((text) => {
    const amounts = text ? readText(text).amounts : [];
    return isMistakenUnit(amounts, stated) ? [] : amounts;
  });
  const measures: ReadMeasure[] = [];
  for (const quantity of [...stated, ...fields]) {
    const dimension = dimensionIndex(quantity.dimension);
    const total = totalOf(quantity);
    // One piece is what everything comes in.
    if (quantity.dimension === 'count' && total <= 1) continue;
    if (!measures.some((other) => other.dimension === dimension && other.total === total))
      measures.push({ dimension, amount: quantity.amount, total });
  }
  return measures.slice(0, 8);
}

/** How a title ends in a feed that cuts titles off behind so many characters; a space at the end is not kept. */
function endingOf({ title, cut_at }: Pick<MatchRecord, 'title' | 'cut_at'>): Ending {
  // As many UTF-16 units as characters, at least.
  if (!cut_at || title.length < cut_at - 1) return WHOLE;
  const characters = Array.from(title).length;
  if (characters < cut_at - 1) return WHOLE;
  return characters >= cut_at && title.includes(' ') ? WITHIN_WORD : CUT;
}

/** The title without the word that it was cut within. */
export function wholeWords(record: Pick<MatchRecord, 'title' | 'cut_at'>): string {
  const { title } = record;
  return endingOf(record) === WITHIN_WORD ? title.slice(0, title.lastIndexOf(' ')) : title;
}

/**
 * The words, codes, numbers and measures of a record. Of a title that was cut within a word, what stands behind the last
 * space is a fragment: `250` may be of `2500`, and `250 m` of `250 ml`, so nothing but its letters is taken from it.
 * Pure; the same record always reads alike.
 */
export function readRecord(record: MatchRecord): Reading {
  const ending = endingOf(record);
  const whole = wholeWords(record);
  const title = readText(whole);
  const said = titleWords(title);
  const words: ReadWord[] = [];
  const numbers: number[] = [];
  let colors = 0;
  let size = 0;
  for (const { text, kind } of said) {
    if (kind === MEASURE || text === 'x') continue;
    if (kind === NUMBER) numbers.push(Number(text.replace(',', '.')));
    colors |= colorBit(text);
    if (size === 0 && LETTER_SIZES.has(text)) size = hashText(text);
    if (words.length < MAX_WORDS) {
      const short = text.slice(0, MAX_WORD_LENGTH);
      words.push({ text: short, id: hashText(kind === NUMBER ? short.replace(/[.,]0+$/, '') : short), kind });
    }
  }
  if (whole.length < record.title.length) addFragment(record.title.slice(whole.length), words);
  const brand = record.brand ? realBrand(record.brand.trim()) : null;
  const brandText = brand ? foldKey(brand) : '';
  const { color, size: sizeField } = record.attributes ?? {};
  const statements = statementsOfItem(record, title, said);
  if (color) {
    for (const word of titleWords(readText(color))) colors |= colorBit(word.text);
    statements.push(...shadesOf(color));
  }
  if (sizeField) size = hashText(foldText(sizeField).replace(/\s+/g, ''));
  const category = record.category ? foldText(record.category) : '';
  return {
    words,
    ending,
    codes: readCodes(record, said),
    numbers,
    measures: readMeasures(record, title.amounts),
    statements,
    brand: brandText === '' ? 0 : hashText(brandText),
    brandText,
    colors: colors >>> 0,
    size,
    category: category === '' ? 0 : hashText(category),
    area: category === '' ? 0 : hashText(category.split('.')[0] as string),
    logPrice: record.price_minor && record.price_minor > 0 ? Math.log(record.price_minor) : Number.NaN,
  };
}

/** As many bits of an id as a statement's value keeps. */
export const SHADE_BITS = 0xff_ff_ff;

/** The words of a declared colour that is in no list, as `chalk` and `rose quartz` are. */
export function shadesOf(color: string): Statement[] {
  const words = titleWords(readText(color));
  if (words.some(({ text }) => COLOR_WORDS.has(text))) return [];
  return words.flatMap(({ text, kind }) =>
    kind === WORD && text.length > 1
      ? [{ kind: 'shade' as const, value: hashText(text.slice(0, MAX_WORD_LENGTH)) & SHADE_BITS, text }]
      : [],
  );
}

/** Adds what stands behind the last space of a cut title. */
function addFragment(rest: string, words: ReadWord[]): void {
  for (const { text } of titleWords(readText(rest))) {
    const short = text.slice(0, MAX_WORD_LENGTH);
    if (words.length < MAX_WORDS) words.push({ text: short, id: hashText(short), kind: FRAGMENT });
  }
}

/** The words of a reading as bytes, with a 0 between words. */
export function charactersOf(words: readonly ReadWord[]): Uint8Array {
  const bytes = new Uint8Array(words.reduce((sum, { text }) => sum + text.length + 1, 0));
  let at = 0;
  for (const { text } of words) {
    for (let index = 0; index < text.length; index++) bytes[at++] = byteOf(text, index);
    bytes[at++] = 0;
  }
  return bytes.subarray(0, Math.max(0, at - 1));
}
