import { DIMENSIONS, type Dimension, PACK_LINKS, PACK_UNITS, PACK_WORDS, UNITS, type Unit } from './units.ts';

/** A measured amount in base units of its dimension (see units.ts), of one piece, and how many pieces there are. */
export interface Quantity {
  dimension: Dimension;
  amount: number;
  pack: number;
}

/** A quantity and the characters of the folded text it was read from: [start, end). */
export interface QuantitySpan extends Quantity {
  start: number;
  end: number;
}

const ASCII = /^[\0-\x7f]*$/;
const ABBREVIATION_QUOTE = /(?<=\p{L})["'’´`׳״](?=\p{L})|(?<=\p{Script=Hebrew})['’׳]/gu;
/** Model numbers mix digits with Latin letters only; in other scripts a number merely lost its space. */
const NON_LATIN_DIGIT = /(?<=[\p{L}--\p{Script=Latin}])(?=\d)/gv;

/**
 * Text as quantities and title words are read from it: compatibility forms unified (NFKC), lower case, no accents,
 * no quotes inside abbreviations (`מ"ל` is `מל`, `kellogg's` is `kelloggs`).
 */
export function foldTitle(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase().replace(/(?<=[a-z])['"`](?=[a-z])/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .replace(ABBREVIATION_QUOTE, '')
    .replace(NON_LATIN_DIGIT, ' ')
    .replaceAll('ß', 'ss')
    .replaceAll('ς', 'σ');
}

/**
 * A number as people write it. `1,5` and `1.5` are one and a half; three digits behind one separator are thousands
 * where the number counts pieces or small units (`1.500 g`, `1,000 sheets`) and a fraction behind a zero or before
 * a large unit (`0,330 l`, `1.500 kg`).
 */
export function readNumber(digits: string, unit?: Unit): number {
  const parts = digits.split(/[.,]/);
  const last = parts.at(-1) as string;
  if (parts.length === 1) return Number(digits);
  if (parts.length > 2) return Number(parts.join(''));
  const whole = parts[0] as string;
  const thousands = last.length === 3 && !whole.startsWith('0') && (unit === undefined || unit.factor <= 1);
  return thousands ? Number(whole + last) : Number(`${whole}.${last}`);
}

const foldKeys = <Value>(words: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
  new Map([...words].map(([word, value]) => [foldTitle(word), value]));
const FOLDED_UNITS = foldKeys(UNITS);
const FOLDED_PACK_WORDS = foldKeys(PACK_WORDS);
const FOLDED_PACK_UNITS: ReadonlySet<string> = new Set([...PACK_UNITS].map(foldTitle));

const NUMBER = String.raw`\d+(?:[.,]\d+)*`;
/** A number that no letter, digit or decimal point touches on its left, so that model numbers are left alone. */
const MEASURED = new RegExp(
  String.raw`(?<![\p{L}\d.,])(?:(\d{1,3})[ ]?[x×*][ ]?)?(${NUMBER})([ -]?)(%|["″]|\p{L}+)\.?(?:[ ](\p{L}{2,7})(?![\p{L}\d]))?`,
  'gu',
);
const TIMES = /^[ ]?[x×*][ ]?(\d{1,3})(?![\p{L}\d]|[.,]\d)/u;
const TRAILING_COUNT = /(?<![\p{L}\d])[x×*](\d{1,3})(?![\p{L}\d]|[.,]\d)/gu;
const PACK_OF = /(?<![\p{L}\d])(\p{L}+)[ ](?:(\p{L}+)[ ])?(\d{1,3})(?![\p{L}\d]|[.,]\d)/gu;

interface Measured {
  number: string;
  unit: Unit | 'pack';
  end: number;
}

/** The unit behind a number, of two words before of one; undefined where the word is none. */
function unitOf(match: RegExpExecArray): Measured | undefined {
  const [whole, , number = '', gap = '', word = '', second] = match;
  const end = match.index + whole.length;
  const secondAt = second === undefined ? end : end - second.length - 1;
  if (second !== undefined) {
    const pair = `${word}_${second}`;
    const unit = FOLDED_UNITS.get(pair) ?? (FOLDED_PACK_UNITS.has(pair) ? 'pack' : undefined);
    if (unit) return { number, unit, end };
  }
  if (FOLDED_PACK_UNITS.has(word)) return { number, unit: 'pack', end: secondAt };
  const unit = FOLDED_UNITS.get(word);
  if (!unit || (unit.glued && gap === ' ')) return undefined;
  return { number, unit, end: secondAt };
}

/**
 * Every quantity in a folded text (`foldTitle`), in order, with its place. A pack count belongs to all of them:
 * `6x330ml`, `330 ml x 6`, `pack of 6, 330 ml` and `שישיית 330 מ"ל` all read as 330 ml, pack 6.
 */
export function scanQuantities(folded: string): QuantitySpan[] {
  if (!/\d/.test(folded)) return [];
  const spans: QuantitySpan[] = [];
  const packs: { count: number; start: number; end: number }[] = [];
  MEASURED.lastIndex = 0;
  for (let match = MEASURED.exec(folded); match; match = MEASURED.exec(folded)) {
    const measured = unitOf(match);
    if (!measured) {
      // The second word may begin a quantity of its own, so only the number is passed by.
      MEASURED.lastIndex = match.index + (match[1] ? match[1].length : (match[2] as string).length);
      continue;
    }
    MEASURED.lastIndex = measured.end;
    const { unit } = measured;
    const start = match.index;
    if (unit === 'pack') {
      packs.push({ count: readNumber(measured.number), start, end: measured.end });
      continue;
    }
    const times = TIMES.exec(folded.slice(measured.end));
    const end = measured.end + (times ? times[0].length : 0);
    const isContent = unit.dimension === 'mass' || unit.dimension === 'volume' || unit.dimension === 'count';
    const pack = isContent ? Number(match[1] ?? times?.[1] ?? 1) || 1 : 1;
    const amount = readNumber(measured.number, unit) * unit.factor;
    if (amount > 0) spans.push({ dimension: unit.dimension, amount, pack, start, end });
    MEASURED.lastIndex = end;
  }
  readPacks(folded, packs);
  return withPacks(spans, packs);
}

function readPacks(folded: string, packs: { count: number; start: number; end: number }[]): void {
  for (const match of folded.matchAll(TRAILING_COUNT))
    packs.push({ count: Number(match[1]), start: match.index, end: match.index + match[0].length });
  for (const match of folded.matchAll(PACK_OF)) {
    const [whole, word = '', link] = match;
    if (!FOLDED_PACK_UNITS.has(word) || (link !== undefined && !PACK_LINKS.has(link))) continue;
    packs.push({ count: Number(match[3]), start: match.index, end: match.index + whole.length });
  }
  for (const match of folded.matchAll(/\p{L}{5,}/gu)) {
    const count = FOLDED_PACK_WORDS.get(match[0]);
    if (count) packs.push({ count, start: match.index, end: match.index + match[0].length });
  }
}

/** Gives the pack count that stands apart to the contents it counts; alone it is a count itself. */
function withPacks(
  spans: QuantitySpan[],
  packs: readonly { count: number; start: number; end: number }[],
): QuantitySpan[] {
  const pack = packs.find(({ count }) => count > 1);
  if (!pack) return spans;
  const contents = spans.filter(({ dimension }) => dimension === 'mass' || dimension === 'volume');
  const isFree = spans.every(({ start, end }) => end <= pack.start || start >= pack.end);
  if (contents.length === 0 && isFree)
    spans.push({ dimension: 'count', amount: pack.count, pack: 1, start: pack.start, end: pack.end });
  for (const span of contents) if (span.pack === 1) span.pack = pack.count;
  return spans.sort((a, b) => a.start - b.start);
}

/** The quantities of a raw text, such as a title or a feed's `330 ml`. */
export function readQuantities(text: string): Quantity[] {
  return scanQuantities(foldTitle(text)).map(({ dimension, amount, pack }) => ({ dimension, amount, pack }));
}

/** All of it: `6x330ml` and `1.98 l` are both 1980 ml. */
export const totalOf = (quantity: Quantity): number => quantity.amount * quantity.pack;

/** How two amounts of one dimension differ by more than rounding of labels (1.5 %) allows. */
export const sameAmount = (left: number, right: number): boolean =>
  Math.abs(left - right) <= 0.015 * Math.max(left, right);

/** Place of a dimension in DIMENSIONS, for arrays of numbers. */
export const dimensionIndex = (dimension: Dimension): number => DIMENSIONS.indexOf(dimension);
