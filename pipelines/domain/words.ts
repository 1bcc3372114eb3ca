import { foldCase } from './title.ts';

/** One thing a text says, folded so that all its usual spellings are the same. */
export interface Word {
  /** The spelling that counts, for example `1000xm4`, `15.6inch`, `cable`. */
  readonly text: string;
  /** The whole compound this is a part of, written solid: `wh1000xm4`. Null where it stands alone. */
  readonly joined: string | null;
  /** Ends and beginnings inside it that people search for by themselves: `xm4` of `1000xm4`. */
  readonly pieces: readonly string[];
}

/** Spellings of units, and the one that counts. */
const UNITS: Record<string, string> = Object.fromEntries(
  Object.entries({
    inch: 'inch inches zoll pulgada pulgadas pouce pouces ιντσα ιντσεσ ιντσων אינץ אינצ',
    tb: 'tb terabyte terabytes טרה',
    gb: 'gb gigabyte gigabytes גיגה',
    mb: 'mb megabyte megabytes',
    kg: 'kg kgs kilo kilos kilogram kilograms kilogramm קג קילו',
    g: 'g gr gram grams gramm gramos gramme grammes γρ γραμμαρια גר גרם ג',
    mg: 'mg',
    l: 'l lt ltr liter liters litre litres litro litros λιτρα λιτρο ליטר ל',
    ml: 'ml milliliter millilitre μλ מל',
    cl: 'cl',
    mm: 'mm ממ',
    cm: 'cm סמ',
    m: 'm meter meters metre metres metro metros μετρα מטר',
    ft: 'ft feet foot',
    oz: 'oz ounce ounces',
    lb: 'lb lbs pound pounds',
    w: 'w watt watts וואט',
    v: 'v volt volts',
    mah: 'mah',
    hz: 'hz hertz',
    mhz: 'mhz',
    ghz: 'ghz',
    mp: 'mp mpx megapixel megapixels',
    pk: 'pk pack packs pcs pieces stuck unidades יח יחידות',
  }).flatMap(([unit, names]) => names.split(' ').map((name) => [name, unit])),
);
/** `15.6in` is inches, `2 in 1` is not. */
const GLUED_UNITS: Record<string, string> = { ...UNITS, in: 'inch', p: 'p' };

/** Letters that stand for others although no accent is on them. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

const COMPOUND = /[\p{L}\p{N}]+(?:[-_.,/&'"`´’‘“”״׳‐‑‒–·][\p{L}\p{N}]+)*/gu;
const INCH_MARK = /^(?:["″”“״]|'')/u;
const QUOTES = '\'"`´’‘“”״׳';
const HEBREW = /\p{Script=Hebrew}/u;
/** Scripts written without spaces: searched by pairs of characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;
const ANY_UNSPACED = new RegExp(UNSPACED.source, 'u');
const MAX_JOINED_PARTS = 6;
const MAX_LENGTH = 48;
const MAX_PIECES = 4;

/** The words of a text in any language, in order. Punctuation, invisible marks and markup signs leave nothing. */
export function wordsOf(text: string): Word[] {
  return joinUnits(text.split(/[\t-\r ]+/).flatMap(chunkWords));
}

/** Every spelling a text is found by, once each: words, compounds written solid, and pieces. */
export function termsOf(text: string): string[] {
  return [...new Set(wordsOf(text).flatMap(spellings))];
}

/** The spellings one word is found by; the first is the one that counts. */
export function spellings(word: Word): string[] {
  return word.joined === null ? [word.text, ...word.pieces] : [word.text, word.joined, ...word.pieces];
}

/**
 * The words of a stretch without white space. Depends on nothing around it, so a builder may keep what it
 * found; `joinUnits` then looks across stretches.
 */
export function chunkWords(chunk: string): Word[] {
  const folded = fold(chunk);
  const words: Word[] = [];
  for (const match of folded.matchAll(COMPOUND)) {
    for (const parts of compounds(match[0])) words.push(...compoundWords(parts));
    const last = words.at(-1);
    if (last && isNumber(last.text) && INCH_MARK.test(folded.slice(match.index + match[0].length)))
      words[words.length - 1] = alone(`${last.text}inch`);
  }
  return words;
}

/** Takes a number and the unit after it as one word: `15.6 inch`, `1 TB`. */
export function joinUnits(words: readonly Word[]): Word[] {
  const joined: Word[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    const unit = before && isNumber(before.text) ? unitAfter(before.text, word.text) : null;
    if (before && unit !== null)
      joined[joined.length - 1] = { text: before.text + unit, joined: null, pieces: before.pieces };
    else joined.push(word);
  }
  return joined;
}

/** The unit that a word is when it follows a number, else null. */
export function unitAfter(number: string, word: string): string | null {
  if (word === 'in') return number.includes('.') ? 'inch' : null;
  return Object.hasOwn(UNITS, word) ? (UNITS[word] as string) : null;
}

export function isNumber(text: string): boolean {
  return /^\d+(?:\.\d+)?$/.test(text);
}

/** Lower case, no accents, compatible forms (full width, ligatures) as plain ones, no invisible marks. */
function fold(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  const plain = text
    .replace(/[™®©℠]/g, ' ')
    .replaceAll('″', '"')
    .normalize('NFKC')
    .replace(/\p{Cf}+/gu, '');
  return foldCase(plain).replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Splits a compound at the signs that part words for good, and leaves those that may be written solid. */
function compounds(text: string): string[][] {
  const pieces = text.split(/([-_.,/&'"`´’‘“”״׳‐‑‒–·])/u);
  const result: string[][] = [[pieces[0] as string]];
  for (let index = 1; index < pieces.length; index += 2) {
    const sign = pieces[index] as string;
    const right = pieces[index + 1] as string;
    const parts = result.at(-1) as string[];
    const left = parts.at(-1) as string;
    const digits = /\d$/.test(left) && /^\d/.test(right);
    if (digits && sign === ',' && /^\d{3}(?!\d)/.test(right) && /^[1-9]\d*$/.test(left))
      parts[parts.length - 1] += right;
    else if (digits && (sign === '.' || sign === ',') && !left.includes('.'))
      parts[parts.length - 1] += `.${right}`;
    else if (QUOTES.includes(sign) && HEBREW.test(left) && HEBREW.test(right))
      parts[parts.length - 1] += right;
    else if (/\d$/.test(left) && INCH_MARK.test(sign) && sign !== '׳') {
      parts[parts.length - 1] += 'inch';
      result.push([right]);
    } else if (isBreak(sign, left, right)) result.push([right]);
    else parts.push(right);
  }
  return result;
}

function isBreak(sign: string, left: string, right: string): boolean {
  if (sign === ',' || sign === '"' || '“”״'.includes(sign)) return true;
  return sign === '/' && /^\p{L}{3,}$/u.test(left) && /^\p{L}{3,}$/u.test(right);
}

/** The words of parts that stand together, such as `wh` and `1000xm4`. */
function compoundWords(parts: readonly string[]): Word[] {
  const words = joinUnits(parts.flatMap(partWords));
  if (words.length < 2 || parts.length > MAX_JOINED_PARTS) return words;
  const whole = parts.join('').replaceAll('.', '');
  if (whole.length > MAX_LENGTH || ANY_UNSPACED.test(whole)) return words;
  const joined = fromPlural(whole);
  const several = words.filter((word) => word.text.length > 1 || !/^[a-z]$/.test(word.text));
  return (several.length > 0 ? several : words).map((word) =>
    word.text === joined ? word : { ...word, joined },
  );
}

function partWords(part: string): Word[] {
  const runs = part.match(UNSPACED);
  if (runs) {
    const rest = part.split(UNSPACED).filter((text) => text !== '');
    return [...runs.flatMap(pairsOf), ...rest.flatMap(partWords)];
  }
  const measure = /^(\d+(?:\.\d+)?)(\D*)$/u.exec(part);
  if (measure) {
    const [, digits = '', letters = ''] = measure;
    const number = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
    if (letters === '') return [alone(number.slice(0, MAX_LENGTH))];
    if (Object.hasOwn(GLUED_UNITS, letters)) return [alone(number + (GLUED_UNITS[letters] as string))];
  }
  const text = part.slice(0, MAX_LENGTH);
  return [{ text: fromPlural(text), joined: null, pieces: piecesOf(text) }];
}

function alone(text: string): Word {
  return { text, joined: null, pieces: [] };
}

/** Pairs of neighbouring characters of a script without spaces. */
function pairsOf(run: string): Word[] {
  const characters = Array.from(run);
  if (characters.length < 2) return [alone(run)];
  return characters.slice(1).map((character, index) => alone((characters[index] as string) + character));
}

/**
 * English plural folding after D. Harman, "How effective is suffixing?" (1991), the S stemmer: it touches only
 * final `s` of words in the letters a to z, so that in other languages it joins at most a word with its own plural.
 */
export function fromPlural(word: string): string {
  if (!word.endsWith('s') || !/^[a-z]{4,}$|^[b-df-hj-np-tv-z]{2}s$/.test(word)) return word;
  if (word.endsWith('ies')) return /[ae]ies$/.test(word) || word.length < 5 ? word : `${word.slice(0, -3)}y`;
  if (/(?:sses|xes|ches|shes|zes)$/.test(word)) return word.slice(0, -2);
  return /[us]s$/.test(word) ? word : word.slice(0, -1);
}

/** Where letters and digits meet inside a model number: what follows, and a beginning of four letters or more. */
function piecesOf(text: string): string[] {
  if (!/\d/.test(text) || !/\p{L}/u.test(text)) return [];
  const pieces: string[] = [];
  for (const border of text.matchAll(/(?<=\d)(?=\p{L})|(?<=\p{L})(?=\d)/gu)) {
    const head = text.slice(0, border.index);
    const tail = text.slice(border.index);
    if (pieces.length === 0 && /^\p{L}{4,}$/u.test(head)) pieces.push(fromPlural(head));
    if ((/\d/.test(tail) && /\p{L}/u.test(tail)) || /^\d{3,}$/.test(tail)) pieces.push(unitOf(tail));
  }
  return [...new Set(pieces)].slice(0, MAX_PIECES);
}

/** `8gb` at the end of `2x8gb` is spelt as it is alone. */
function unitOf(tail: string): string {
  const measure = /^(\d+)(\p{L}+)$/u.exec(tail);
  const unit = measure ? GLUED_UNITS[measure[2] as string] : undefined;
  return measure && unit !== undefined ? (measure[1] as string) + unit : tail;
}
