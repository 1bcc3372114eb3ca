import { CONTAINERS, HALF_WORDS, PACK_HOLDERS, PACK_LINKS, PACK_UNITS } from '../../text/languages.ts';
import { fromPlural } from '../../text/plural.ts';
import type { Dimension } from '../../text/units.ts';
import type { Reading } from './amount.ts';
import { inEveryLanguage } from './lexicon.ts';
import { behind } from './phrase_list.ts';
import { type ReadAmount, readTokens, type Token } from './tokens.ts';
import { wordedNumberAt } from './worded_number.ts';

/** Tokens behind a number that are looked through for its unit. */
const LONGEST_UNIT = 3;
/** What people count in units by an article alone: `a terabyte`, `un litro`; a foot and a minute are things as well. */
const BY_ARTICLE: ReadonlySet<Dimension> = new Set<Dimension>(['data', 'mass', 'volume']);

/** Amounts whose number is a word, or whose unit is slang, by the token they begin with: `sixteen gigs`, `half a litre`. */
export function wordedAmounts(reading: Reading): ReadonlyMap<number, ReadAmount> {
  const found = new Map<number, ReadAmount>();
  for (const [at, token] of reading.tokens.entries()) {
    const read =
      token.kind === 'word'
        ? (inQuarters(reading, at) ?? numbered(reading, at) ?? byArticle(reading, at))
        : (inSlang(reading, at) ?? inHalves(reading, at));
    if (read) found.set(at, read);
  }
  return found;
}

/** `two kilos`, `one and a half kilos`, `half a kilo`. */
function numbered(reading: Reading, at: number): ReadAmount | null {
  const number = wordedNumberAt(reading, at);
  const isOne = number === null && oneAt(reading, at) !== null;
  const next = number?.next ?? (isOne ? at + 1 : at);
  const half = behindHalf(reading, next, next > at);
  if (half !== null) return measured(reading, (number?.value ?? (isOne ? 1 : 0)) + HALF, half);
  return (
    number && (withHalf(reading, number.value, number.next) ?? measured(reading, number.value, number.next))
  );
}
const HALF = 0.5;

/** `three quarters of a litre`, `un cuarto de kilo`, `dreiviertel Liter`. */
function inQuarters(reading: Reading, at: number): ReadAmount | null {
  const whole = behind(reading, 'three_quarters', at);
  const number = wordedNumberAt(reading, at);
  const count = number?.value ?? 1;
  const from = number?.next ?? oneAt(reading, at) ?? behind(reading, 'skipped', at) ?? at;
  const next = whole ?? behind(reading, 'quarter', from);
  if (next === null || count > 3) return null;
  const link = PACK_LINKS.has(reading.tokens[next]?.folded ?? '') ? next + 1 : next;
  return measured(reading, (whole === null ? count : 3) / 4, behind(reading, 'skipped', link) ?? link);
}

/** Behind `half a`, and behind a number `and a half`; null where no half stands there. */
function behindHalf(reading: Reading, at: number, isAdded: boolean): number | null {
  const { tokens } = reading;
  const and = isAdded ? behind(reading, 'and', at) : at;
  if (and === null) return null;
  const from = isAdded ? (behind(reading, 'skipped', and) ?? and) : and;
  if (!HALF_WORDS.has(tokens[from]?.folded ?? '')) return null;
  const next = from + 1;
  return isAdded ? next : (behind(reading, 'skipped', next) ?? next);
}

const ENGLISH_ONES: ReadonlySet<string> = new Set(['a', 'an', 'one']);

/** What holds so much, one or several of it. */
const HOLDERS: ReadonlySet<string> = new Set(
  [...CONTAINERS, ...PACK_HOLDERS, ...PACK_UNITS].flatMap((word) => [word, fromPlural(word)]),
);
/** Where a certain one is meant, also what is sold by itself: `the litre jug`. */
const CERTAIN_HOLDERS: ReadonlySet<string> = new Set([
  ...HOLDERS,
  ...[...inEveryLanguage('counted_apart', 'pack_of')].flatMap((word) => [word, fromPlural(word)]),
]);

/** `a litre of`, `one kilo,`: by itself, or of something, or what holds it. */
function byArticle(reading: Reading, at: number): ReadAmount | null {
  const one = oneAt(reading, at);
  // `the kilo bag`
  const own = one ?? behind(reading, 'skipped', at);
  const halved = own === null ? null : withHalf(reading, 1, own);
  if (halved) return halved;
  const read = own === null ? null : measured(reading, 1, own);
  if (!read || !BY_ARTICLE.has(read.amount.dimension)) return null;
  const after = reading.tokens[read.next];
  if (one === null) return CERTAIN_HOLDERS.has(after?.folded ?? '') ? read : null;
  const isOne =
    !reading.lexicon.articles.has(reading.tokens[at]?.folded ?? '') &&
    CERTAIN_HOLDERS.has(after?.folded ?? '');
  const isWhole =
    after === undefined ||
    isOne ||
    // `ein Liter Milch`: only English calls a thing so (`a pound cake`)
    !ENGLISH_ONES.has(reading.tokens[at]?.folded ?? '') ||
    after.kind === 'sign' ||
    PACK_LINKS.has(after.folded) ||
    // `one litre bottle`
    HOLDERS.has(after.folded) ||
    (['phrase_end', 'and', 'or_more', 'or_less'] as const).some(
      (list) => behind(reading, list, read.next) !== null,
    );
  return isWhole ? read : null;
}

/** `a litre and a half`, `2 litros y medio`: the half stands behind the unit. */
function withHalf(reading: Reading, value: number, unit: number): ReadAmount | null {
  const next = behindHalf(reading, unit + 1, true);
  const read = next === null ? null : measured(reading, value + HALF, unit);
  return read && read.next === unit + 1 ? { ...read, next: next as number } : null;
}

/** What people call units, and no title does. */
const SLANG: Readonly<Record<string, string>> = { giga: 'gb', gigas: 'gb', tera: 'tb', teras: 'tb' };

/** `1 To`, `2To`: only its capital letter tells French terabytes from a range. */
const isTeraoctet = ({ text }: Reading, unit: Token | undefined): boolean =>
  unit !== undefined && text.slice(unit.start, unit.end) === 'To';

/** `16 gigas`, `1 To`. */
function inSlang(reading: Reading, at: number): ReadAmount | null {
  const { kind, folded } = reading.tokens[at] as Token;
  const unit = reading.tokens[at + 1];
  const isSlang = (unit?.folded ?? '') in SLANG || isTeraoctet(reading, unit);
  return kind === 'number' && isSlang ? measured(reading, folded, at + 1) : null;
}

/** `2 litres and a half`. */
const inHalves = (reading: Reading, at: number): ReadAmount | null => {
  const number = reading.tokens[at];
  return number?.kind === 'number' && /^\d+$/.test(number.folded)
    ? withHalf(reading, Number(number.folded), at + 1)
    : null;
};

/** The token behind a word for one. */
function oneAt({ lexicon, tokens }: Reading, at: number): number | null {
  const one = lexicon.number.at(tokens, at);
  return one?.value === 1 ? one.next : null;
}

/** Grams of what people weigh by at a counter. */
const METRIC: Readonly<Record<string, number>> = { pfund: 500, pond: 500, ons: 100, etto: 100, etti: 100 };
/** Of these some are money as well. */
export const COINED: ReadonlySet<string> = new Set(['pfund', 'pond']);

/** So many of the unit that stands at a token, read as if the number were written in digits. */
function measured(reading: Reading, value: number | string, at: number): ReadAmount | null {
  const { text, tokens } = reading;
  const unit = tokens[at];
  const isTera = isTeraoctet(reading, unit);
  if (unit?.kind !== 'word' || (unit.glued && !isTera)) return null;
  const last = tokens[Math.min(at + LONGEST_UNIT, tokens.length) - 1] ?? unit;
  const grams = METRIC[unit.folded];
  // more of them than one may be money: `zwanzig Pfund`
  if (grams !== undefined && (value === 1 || !COINED.has(unit.folded))) {
    const read = readTokens(`${Number(value) * grams} g`).amounts.get(0);
    return read ? { amount: read.amount, next: at + 1 } : null;
  }
  const slang = SLANG[unit.folded] ?? (isTera ? 'tb' : undefined);
  const written = `${slang ?? text.slice(unit.start, unit.end)}${text.slice(unit.end, last.end)}`;
  const read = readTokens(`${value} ${written}`).amounts.get(0);
  if (!read?.amount.unit || read.amount.dimension === 'count') return null;
  return { amount: read.amount, next: at + read.next - 1 };
}
