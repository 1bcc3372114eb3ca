import { type Factor, isTimes } from './factors.ts';
import { PACK_LINKS } from './languages.ts';
import { numberAt, readNumber } from './numbers.ts';
import { DIGITS, isGlued, isLetters, LATIN, SIGN, type Token } from './tokens.ts';
import type { UnitSpan } from './unit_spans.ts';
import { type Dimension, UNITS } from './units.ts';

/** `5G`, `2.4G`, `802.11g`: generations, bands and standards of networks, written like grams. */
const NETWORKS = /^(?:[1-6]|2\.4|5\.8|802\.11)$/;
/** `2019 г.`, `1995 GM`: a year, and a Russian word for it or a maker of cars. */
const YEAR = /^(?:19|20)\d\d$/;
const YEAR_WORDS = new Set(['г', 'gm']);
/** Waist and leg of trousers, in inches, where no sign stands between them: `38W 30L`. */
const TROUSERS = /^[2-5]\d$/;
/** Letters for the sides of a thing: `26w x 24d x 63h`. */
const SIDES = new Set(['w', 'd', 'h', 'l']);
/** Widest openings of lenses, behind which Nikon writes a G: `70-300mm f/4.5-5.6G`. */
const OPENINGS = /^(?:4\.5|5\.6|6\.3)$/;
/** What follows letters that are no units here: shoe widths (`8.5 M US`), millions and megabytes (`8M Cache`). */
const NOT_METRES = new Set(['us', 'cache', 'pixel', 'pixels']);
/** A title of one of these may end with a size and its width, `Slip-On Shoe Black 10 M`, without a word for the system. */
const SHOES = new Set(
  'boot boots clog clogs loafer loafers moccasin moccasins mule mules oxford oxfords sandal sandals shoe shoes slipper slippers sneaker sneakers'.split(
    ' ',
  ),
);
const SHOE_SIZE = /^0?(?:[5-9]|1[0-6])(?:\.[05])?$/;
/** Units of energy begin with one of power: `10 Watt Hours`. */
const HOURS = new Set(['h', 'hour', 'hours', 'stunden']);
/** Ages of babies, in steps of three months: `12-18m`. */
const OLDEST_BABY_MONTHS = 36;
/** `in` in languages that say it with a letter that is also a unit: `3 w 1`, `3 v 1`. */
const IN = new Set(['in', 'w', 'v']);
/** What a rate is per, besides units: `90MB/s`, `10 l/min`, `80 g/qm`. */
const PER = new Set(['s', 'sec', 'min', 'qm', 'sqm', 'day', 'tag', 'с', 'сек', 'мин']);
/** Longer spellings of units are no other words than those above. */
const LONGEST_DOUBTED = 2;
/** Letters of a model number that may stand before a hyphen. */
const LONGEST_CODE_LETTERS = 4;
const FRACTIONS: ReadonlySet<Dimension> = new Set(['mass', 'volume', 'length']);

/** Where ends what is written like an amount from a token on and may say something else; null where it is an amount. */
export function doubtEnd(
  tokens: readonly Token[],
  at: number,
  factors: readonly Factor[],
  span: UnitSpan,
): number | null {
  const { unit, text, next } = span;
  const [number] = factors as [Factor];
  if (factors.length === 1 && isInCode(tokens, at, number, span)) return next;
  if (unit === 'pack') return null;
  if (!FRACTIONS.has(unit.dimension) && factors.some(({ isFraction }) => isFraction)) return next;
  if (isRate(tokens, next)) return next + 2;
  if (factors.length > 1) return null;
  if (unit.dimension === 'percent') return readNumber(number.high ?? number.digits) >= 100 ? next : null;
  if (unit.dimension === 'power' && HOURS.has(tokens[next]?.text ?? '')) return next + 1;
  if (text.length > LONGEST_DOUBTED) return null;
  if (IN.has(text) && isInOne(tokens, number, span)) return next;
  if ((text === 'm' || text === 'w') && NOT_METRES.has(tokens[next]?.text ?? '')) return next;
  if (isShoeSize(tokens, at, number, span)) return next;
  if (text === 'l' && isArticle(tokens, number, next)) return next;
  if (SIDES.has(text)) return sidesEnd(tokens, number, span);
  return isName(tokens, number, span) ? next : null;
}

/** `100h` of `LT-100H`, `520m` of `i5-520M`, `20pk` of `EXBB-20PK-R0`, `79g` of `79G-00007`. */
function isInCode(
  tokens: readonly Token[],
  at: number,
  number: Factor,
  { unit, text, next }: UnitSpan,
): boolean {
  if (!isGlued(tokens, number.next) || tokens[number.next]?.kind !== LATIN) return false;
  const goesOn = tokens[next]?.text === '-' && isGlued(tokens, next) && isGlued(tokens, next + 1);
  if (goesOn && /^0\d/.test((tokens[next + 1] as Token).text)) return true;
  if (tokens[at - 1]?.text !== '-' || !isGlued(tokens, at) || !isCodeBefore(tokens, at - 1)) return false;
  return goesOn || text.length === 1 || unit === 'pack' || unit.dimension === 'count';
}

/** `7` of `G2-7 Pack of 12`, which counts no packs: it ends a model number; but `4` of `LR6-4 pack` does. */
export const isOfModel = (tokens: readonly Token[], at: number): boolean =>
  PACK_LINKS.has(tokens[at + 2]?.text ?? '') &&
  tokens[at + 3]?.kind === DIGITS &&
  tokens[at - 1]?.text === '-' &&
  isGlued(tokens, at) &&
  isGlued(tokens, at - 1) &&
  tokens[at - 2]?.kind === DIGITS &&
  isGlued(tokens, at - 2) &&
  tokens[at - 3]?.kind === LATIN;

/** Whether the beginning of a model number ends before a hyphen: `LT`, `i5`. */
function isCodeBefore(tokens: readonly Token[], hyphen: number): boolean {
  if (!isGlued(tokens, hyphen)) return false;
  const letters =
    tokens[hyphen - 1]?.kind === DIGITS && isGlued(tokens, hyphen - 1) ? hyphen - 2 : hyphen - 1;
  const { kind, text } = tokens[letters] as Token;
  if (kind !== LATIN || text.length > LONGEST_CODE_LETTERS) return false;
  return !isGlued(tokens, letters) || tokens[letters - 1]?.kind === SIGN;
}

/** `90MB/s`, `80 g/m²`; `250 g/pc` is what a piece has. */
function isRate(tokens: readonly Token[], at: number): boolean {
  const per = tokens[at + 1];
  if (tokens[at]?.text !== '/' || !per || !isLetters(per)) return false;
  if (!isGlued(tokens, at) || !isGlued(tokens, at + 1)) return false;
  const unit = UNITS.get(per.text);
  return unit ? unit.dimension !== 'count' : PER.has(per.text);
}

/** `2 in 1`, `3-in-1`, `3 w 1`; `5V 1A` is two amounts. */
function isInOne(tokens: readonly Token[], number: Factor, { text, next }: UnitSpan): boolean {
  const behind = tokens[next];
  const glued = isGlued(tokens, next);
  if (text === 'in' && glued && behind?.text === '-') return isGlued(tokens, next + 1);
  return behind?.text === '1' && !glued && (text === 'in' || !isGlued(tokens, number.next));
}

/** `10 M` that a title of a shoe ends with, apart as sizes are written; `10m` of laces is a length. */
function isShoeSize(
  tokens: readonly Token[],
  at: number,
  { digits, high, next: behind }: Factor,
  { text, next }: UnitSpan,
): boolean {
  if (text !== 'm' || next < tokens.length || high !== null || isGlued(tokens, behind)) return false;
  return SHOE_SIZE.test(digits) && tokens.slice(0, at).some(({ text: word }) => SHOES.has(word));
}

/** The `l'` of `Tome 3 l'île`; right behind its number it is a unit with an ending, `1L'lik`. */
function isArticle(tokens: readonly Token[], number: Factor, next: number): boolean {
  if (isGlued(tokens, number.next) || tokens[next]?.text !== "'") return false;
  return isGlued(tokens, next) && isGlued(tokens, next + 1) && isLetters(tokens[next + 1]);
}

/** Where the sides of a thing end that begin with a letter that is also a unit. */
function sidesEnd(tokens: readonly Token[], number: Factor, { text, next }: UnitSpan): number | null {
  let end: number | null = null;
  for (let at = next; isTimes(tokens, at) && tokens[at + 1]?.kind === DIGITS; ) {
    const side = numberAt(tokens, at + 1).next;
    if (!SIDES.has(tokens[side]?.text ?? '')) break;
    at = side + 1;
    end = at;
  }
  if (end !== null || text !== 'w' || !TROUSERS.test(number.digits)) return end;
  const leg = tokens[next]?.text === '/' ? next + 1 : next;
  return TROUSERS.test(tokens[leg]?.text ?? '') && tokens[leg + 1]?.text === 'l' ? leg + 2 : null;
}

/** Numbers and letters that are names: networks, years, ages, a brand, the words `to go`. */
function isName(
  tokens: readonly Token[],
  { digits, high, next: behind }: Factor,
  { text, next }: UnitSpan,
): boolean {
  const glued = isGlued(tokens, behind);
  if (YEAR_WORDS.has(text) && YEAR.test(digits)) return true;
  if (text === 'g') return high === null ? glued && NETWORKS.test(digits) : OPENINGS.test(high);
  if (text === 'go') return !glued && digits === '2';
  if (text !== 'm' || !glued) return false;
  if (high === null) return digits === '3' && behind === 1 && !isTimes(tokens, next);
  const [from, to] = [readNumber(digits), readNumber(high)];
  return from % 3 === 0 && to % 3 === 0 && to <= OLDEST_BABY_MONTHS;
}
