import { realBrand } from '../../../domain/placeholder.ts';
import { dimensionIndex, foldTitle, scanQuantities, totalOf } from '../../../domain/quantity.ts';
import { COLOR_BITS, LETTER_SIZES } from './colors.ts';
import { byteOf, hashText } from './hash.ts';
import type { MatchRecord } from './record.ts';
import { CODE, MEASURE, NUMBER, readTitle, type TitleWord, WORD, type WordKind } from './words.ts';

/** Words and characters beyond these are not read: 40 words say which item it is, if anything does. */
const MAX_WORDS = 40;
const MAX_WORD_LENGTH = 31;
const MAX_CODES = 6;
const MAX_MPN_WORDS = 6;
/** An alphabetic part this long is a word, not a piece of a model number (`10-port` is none, `wh-1000` is). */
const MAX_CODE_LETTERS = 4;

export interface ReadWord {
  text: string;
  id: number;
  kind: WordKind;
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
  codes: ReadCode[];
  numbers: number[];
  measures: ReadMeasure[];
  brand: number;
  brandText: string;
  colors: number;
  size: number;
  category: number;
  area: number;
  logPrice: number;
}

const isCodeChain = (parts: readonly TitleWord[], text: string): boolean => {
  if (parts.length < 2 || text.length < 5) return false;
  if (parts.some(({ kind, text: part }) => kind === WORD && part.length > MAX_CODE_LETTERS)) return false;
  if (parts.every(({ kind }) => kind === MEASURE || kind === NUMBER)) return text.length >= 8;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 2 || (digits > 0 && parts.some(({ kind }) => kind === CODE));
};

/** Model numbers of a title: chains written together (`WH-1000XM4`) as one, else single words with digits in them. */
function codesOf(words: readonly TitleWord[]): string[] {
  const codes: string[] = [];
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && (words[to] as TitleWord).joined) to++;
    const parts = words.slice(from, to);
    const text = parts.map((part) => part.text).join('');
    if (isCodeChain(parts, text)) codes.push(text);
    else for (const part of parts) if (part.kind === CODE && part.text.length >= 3) codes.push(part.text);
    from = to;
  }
  return codes;
}

/** Codes of a part number field, the whole first: `HP NU561AA` names `hpnu561aa` and `nu561aa`. */
function codesOfMpn(mpn: string): { text: string; isWhole: boolean }[] {
  const { words } = readTitle(mpn);
  if (words.length === 0 || words.length > MAX_MPN_WORDS) return [];
  const whole = words.map(({ text }) => text).join('');
  const codes: { text: string; isWhole: boolean }[] = [];
  if (/\d/.test(whole) && whole.length >= 3 && whole.length <= MAX_WORD_LENGTH)
    codes.push({ text: whole, isWhole: true });
  if (words.length > 1)
    for (const { text, kind } of words)
      if (kind === CODE && text.length >= 5) codes.push({ text, isWhole: false });
  return codes;
}

function readCodes(record: MatchRecord, words: readonly TitleWord[]): ReadCode[] {
  const codes = new Map<string, ReadCode>();
  const add = (text: string, isMpn: boolean, isWhole: boolean) => {
    const known = codes.get(text);
    if (known) {
      known.isMpn ||= isMpn;
      known.isWhole ||= isWhole;
    } else if (codes.size < MAX_CODES && text.length <= MAX_WORD_LENGTH)
      codes.set(text, { text, id: hashText(text), isMpn, isWhole });
  };
  if (record.mpn) for (const { text, isWhole } of codesOfMpn(record.mpn)) add(text, true, isWhole);
  for (const text of codesOf(words)) add(text, false, false);
  return [...codes.values()];
}

function readMeasures(record: MatchRecord, title: ReturnType<typeof readTitle>): ReadMeasure[] {
  const field = record.quantity ? scanQuantities(foldTitle(record.quantity)) : [];
  const measures: ReadMeasure[] = [];
  for (const quantity of [...title.quantities, ...field]) {
    const dimension = dimensionIndex(quantity.dimension);
    const total = totalOf(quantity);
    // One piece is what everything comes in.
    if (quantity.dimension === 'count' && total <= 1) continue;
    if (!measures.some((other) => other.dimension === dimension && other.total === total))
      measures.push({ dimension, amount: quantity.amount, total });
  }
  return measures.slice(0, 8);
}

/** The words, codes, numbers and measures of a record. Pure; the same record always reads alike. */
export function readRecord(record: MatchRecord): Reading {
  const title = readTitle(record.title);
  const words: ReadWord[] = [];
  const numbers: number[] = [];
  let colors = 0;
  let size = 0;
  for (const { text, kind } of title.words) {
    if (kind === MEASURE || text === 'x') continue;
    if (kind === NUMBER) numbers.push(Number(text.replace(',', '.')));
    colors |= COLOR_BITS.get(text) ?? 0;
    if (size === 0 && LETTER_SIZES.has(text)) size = hashText(text);
    if (words.length < MAX_WORDS) {
      const short = text.slice(0, MAX_WORD_LENGTH);
      words.push({ text: short, id: hashText(kind === NUMBER ? short.replace(/[.,]0+$/, '') : short), kind });
    }
  }
  const brand = record.brand ? realBrand(record.brand.trim()) : null;
  const brandText = brand ? foldTitle(brand).replace(/[^\p{L}\p{N}]+/gu, '') : '';
  const { color, size: sizeField } = record.attributes ?? {};
  if (color) for (const word of readTitle(color).words) colors |= COLOR_BITS.get(word.text) ?? 0;
  if (sizeField) size = hashText(foldTitle(sizeField).replace(/\s+/g, ''));
  const category = record.category ? foldTitle(record.category) : '';
  return {
    words,
    codes: readCodes(record, title.words),
    numbers,
    measures: readMeasures(record, title),
    brand: brandText === '' ? 0 : hashText(brandText),
    brandText,
    colors: colors >>> 0,
    size,
    category: category === '' ? 0 : hashText(category),
    area: category === '' ? 0 : hashText(category.split('.')[0] as string),
    logPrice: record.price_minor && record.price_minor > 0 ? Math.log(record.price_minor) : Number.NaN,
  };
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
