/**
 * Letters that stand for others although no accent is on them, script by script: Latin ligatures and barred letters,
 * the final sigma of Greek, letters that Arabic and Persian keyboards write for one another. Hebrew final forms stay:
 * people read category paths.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
};
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Signs that mean one: apostrophes, quotation and inch marks, dashes, multiplication, fraction slash. */
const SIGNS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Array.from('’‘‛´ʹʼˈ׳′', (sign) => [sign, "'"])),
  ...Object.fromEntries(Array.from('“”„‟״″«»', (sign) => [sign, '"'])),
  ...Object.fromEntries(Array.from('‐‑‒–—―−﹣', (sign) => [sign, '-'])),
  // the micro sign, which is written beside Latin letters; the Greek letter stays
  µ: 'u',
  '×': 'x',
  '✕': 'x',
  '·': '.',
  '∙': '.',
  // the separators of Arabic numbers
  '٫': '.',
  '٬': ',',
  '⁄': '/',
  '∕': '/',
};
const SIGN = new RegExp(`[${Object.keys(SIGNS).join('')}]`, 'g');

const ASCII = /^[\0-\x7f]*$/;
/** ASCII and letters that fold to their lower case alone: Hebrew, and Cyrillic but й. */
const PLAIN = /^[\0-\x7f\u05d0-\u05eaА-ИК-ик-я]*$/;
/** A raised digit behind a digit is a footnote or a power, never a digit more; behind a letter it belongs to the word. */
const RAISED = /(?<=[\p{Nd}])[⁰¹²³⁴-⁹]+/gu;
/** A glyph of a fraction is parted from a whole number before it: `1½` is 1 1/2, not 11/2. */
const FRACTION = /(\p{Nd}?)([¼-¾⅐-⅞↉])/gu;
const MARKED = /[™®©℠]/g;
/** Accents and points, also of Hebrew and Arabic. In other scripts a mark is a letter of its own (Thai and Indic vowels, kana). */
const ACCENT =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}\p{Script=Greek}]]--[\u3099\u309a]]+/gv;
const INVISIBLE = /[\p{Cf}\u0640]+/gu;
const OTHER_DIGIT = /[\p{Nd}--[0-9]]/gv;

/**
 * A text as all its usual spellings are one: lower case, no accents, one width, ligatures and letters such as ß, ø,
 * æ and ł written out, digits of any script as 0 to 9, one kind of each sign, no invisible characters. Folding twice
 * is folding once. ASCII is only lowered, which `fold_case` in warehouse/sql/macros.sql does by itself.
 */
export function foldText(text: string): string {
  return PLAIN.test(text) ? text.toLowerCase() : foldAny(text);
}

function foldAny(text: string): string {
  const plain = text
    .replace(MARKED, ' ')
    .replace(RAISED, ' ')
    .replace(FRACTION, (_, whole: string, glyph: string) => `${whole}${whole && ' '}${glyph}`)
    .replace(SIGN, (sign) => SIGNS[sign] as string)
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKD')
    .replace(ACCENT, '')
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(SIGN, (sign) => SIGNS[sign] as string)
    .replace(LETTER, (letter) => LETTERS[letter] as string);
  return plain.replace(OTHER_DIGIT, asciiDigit);
}

/** Digits of a script stand in tens, ascending from 0. */
function asciiDigit(digit: string): string {
  let value = 0;
  for (let code = (digit.codePointAt(0) as number) - 1; value < 10; value++, code--)
    if (!/\p{Nd}/u.test(String.fromCodePoint(code))) break;
  return String(value % 10);
}

/** Words of a text with a letter that has an accent, as they stand there, parted by spaces: what folding makes others of. */
export function accentedIn(text: string): string {
  if (ASCII.test(text)) return '';
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.filter((word) => /\p{M}/u.test(word.normalize('NFD'))).join(' ');
}

/** Key of a brand or a manufacturer's part number: letters and digits of any script only, so `WH-1000 XM4` is `wh1000xm4`. */
export function foldKey(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** The runs of letters and digits of a folded text, whatever stands between them; as `regexp_split_to_array` parts them in SQL. */
export function foldedParts(text: string): string[] {
  return foldText(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((part) => part !== '');
}

/** A name as a part of a key: its folded parts joined by `_`. */
export const foldSlug = (text: string): string => foldedParts(text).join('_');

/** A folded text, and for each of its characters (UTF-16) where in the raw text it comes from; one more for the end. */
export interface PlacedText {
  folded: string;
  places: Uint32Array;
}

/** A character with the marks on it, or a digit with what is raised behind it or a glyph that belongs to it. */
const CLUSTER = /\p{Nd}[⁰¹²³⁴-⁹¼-¾⅐-⅞↉]*|\P{M}\p{M}*|\p{M}+/gu;

/** Folds a text and keeps where each character comes from. */
export function foldWithPlaces(text: string): PlacedText {
  if (ASCII.test(text))
    return {
      folded: text.toLowerCase(),
      places: Uint32Array.from({ length: text.length + 1 }, (_, at) => at),
    };
  let folded = '';
  const places: number[] = [];
  for (const match of text.matchAll(CLUSTER)) {
    const part = foldText(match[0]);
    for (let at = 0; at < part.length; at++) places.push(match.index);
    folded += part;
  }
  places.push(text.length);
  return { folded, places: Uint32Array.from(places) };
}

/** Where in the raw text ends what ends at `end` (1 or more) in the folded one: behind the character it comes from, which may have become several. */
export function rawEnd(places: Uint32Array, end: number): number {
  const last = places[end - 1] as number;
  let at = end;
  while (places[at] === last) at++;
  return places[at] as number;
}
