import { PACK_COUNTS, PACK_LINKS, PACK_UNITS } from './languages.ts';
import { fractionAt, numberAt, readNumber } from './numbers.ts';
import { DIGITS, isGlued, isLetters, LATIN, SIGN, type Token } from './tokens.ts';
import { type Dimension, UNITS, type Unit } from './units.ts';

/** A measured amount in base units of its dimension (units.ts), of one piece, and how many pieces there are. */
export interface Quantity {
  dimension: Dimension;
  amount: number;
  /** The lower end where a range is stated (`10-12 kg`), whose upper end `amount` is; else null. */
  low: number | null;
  pack: number;
}

/** A quantity, the characters of the folded text it was read from, [start, end), and its tokens, [from, next). */
export interface Amount extends Quantity {
  start: number;
  end: number;
  from: number;
  next: number;
  /** Null of a pack that stands apart. */
  unit: Unit | null;
}

/** Longer runs of digits are codes. */
const LONGEST_NUMBER = 9;
const MOST_FACTORS = 4;
const MOST_PACK = 999;
/** `5G`, `2.4G`: generations of networks and bands of radio, written like grams. */
const NETWORKS = /^(?:[2-6]|2\.4|5\.8)$/;
const CONTENTS: ReadonlySet<Dimension> = new Set(['mass', 'volume', 'count']);
const FRACTIONS: ReadonlySet<Dimension> = new Set(['mass', 'volume', 'length']);

interface Place {
  from: number;
  next: number;
}
interface Pack extends Place {
  count: number;
  /** Behind a bare `x`, which begins model names too: it counts contents, by itself it is nothing. */
  byTimes: boolean;
}
interface UnitSpan {
  unit: Unit | 'pack';
  next: number;
  /** The unit's letters end in the `x` of `330mlx6`. */
  times: boolean;
}

/** All of it: `6x330ml` and `1.98 l` are both 1980 ml. */
export const totalOf = ({ amount, pack }: Quantity): number => amount * pack;

/**
 * Every amount among the tokens of a folded text, in order. A pack count belongs to all contents: `6x330ml`,
 * `330 ml x 6`, `pack of 6, 330 ml` and `שישיית 330 מ"ל` all read as 330 ml, pack 6. What cannot be read for sure is
 * left out: `10/12 cm`, a letter cut off (`330מ`), a model number.
 */
export function amountsOf(tokens: readonly Token[]): Amount[] {
  const amounts: Amount[] = [];
  const packs: Pack[] = [];
  for (let at = 0; at < tokens.length; ) {
    const next = beginsNumber(tokens, at) ? readAt(tokens, at, amounts, packs) : null;
    at = next ?? at + 1;
  }
  packs.push(...packsApart(tokens, amounts));
  return withPacks(amounts, packs, tokens);
}

/** A number that is no part of a model number, a decimal or a fraction that could not be read. */
function beginsNumber(tokens: readonly Token[], at: number): boolean {
  if (tokens[at]?.kind !== DIGITS) return false;
  if (!isGlued(tokens, at)) return true;
  const before = tokens[at - 1] as Token;
  if (before.kind === LATIN) return false;
  if (before.text === '/') return true;
  return !/^[.,']$/.test(before.text) || isLeadingPoint(tokens, at - 1);
}

/** The point of `.5 oz`. */
const isLeadingPoint = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '.' && !isGlued(tokens, at) && isGlued(tokens, at + 1);

/** `256` of `8/256GB`, where the unit is of both; `2` of `1/2 TB` may be half of one. */
const isListed = (tokens: readonly Token[], at: number): boolean =>
  isBehindSlash(tokens, at) && fractionAt(tokens, at - 2) === null;

const isBehindSlash = (tokens: readonly Token[], at: number): boolean =>
  isGlued(tokens, at) &&
  tokens[at - 1]?.text === '/' &&
  isGlued(tokens, at - 1) &&
  tokens[at - 2]?.kind === DIGITS;

const isTimes = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'x' || tokens[at]?.text === '*';

/** Reads the amounts that begin with the number at a token; returns where to go on, or null where there are none. */
function readAt(tokens: readonly Token[], at: number, amounts: Amount[], packs: Pack[]): number | null {
  const numbers = factorsAt(tokens, at);
  const last = numbers.at(-1) as Factor;
  const named = unitAt(tokens, last.next);
  if (!named || numbers.some(({ digits }) => digits.length > LONGEST_NUMBER)) return null;
  const { unit } = named;
  if (unit === 'pack') {
    const count = readNumber(last.digits);
    if (numbers.length === 1 && last.high === null && !last.isFraction && count <= MOST_PACK)
      packs.push({ count, from: at, next: named.next, byTimes: false });
    return named.next;
  }
  if (!isSound(numbers, unit, isGlued(tokens, last.next))) return null;
  if (isBehindSlash(tokens, at) && !(unit.dimension === 'data' && isListed(tokens, at))) return null;
  const behind = timesBehind(tokens, named, unit);
  const place = { from: at, next: behind?.next ?? named.next };
  for (const quantity of quantitiesOf(numbers, unit, behind?.count ?? 1))
    amounts.push({ ...quantity, ...placed(tokens, place), unit });
  return place.next;
}

const placed = (tokens: readonly Token[], { from, next }: Place) => ({
  from,
  next,
  start: (tokens[from] as Token).start,
  end: (tokens[next - 1] as Token).end,
});

/** One of the numbers before a unit: `6` and `330` of `6x330 ml`; with `high` the lower end of a range. */
interface Factor {
  digits: string;
  high: string | null;
  isFraction: boolean;
  next: number;
}

/** The numbers multiplied with each other from a token on, the last of them perhaps a range. */
function factorsAt(tokens: readonly Token[], at: number): Factor[] {
  const factors: Factor[] = [];
  for (let from = at; factors.length < MOST_FACTORS; ) {
    const number = numberAt(tokens, from);
    if (from === at && isLeadingPoint(tokens, at - 1)) number.digits = `0.${number.digits}`;
    factors.push({ ...number, high: null });
    if (!isTimes(tokens, number.next) || tokens[number.next + 1]?.kind !== DIGITS) break;
    from = number.next + 1;
  }
  const last = factors.at(-1) as Factor;
  const high = rangeEnd(tokens, last);
  if (high) Object.assign(last, { high: high.digits, next: high.next });
  return factors;
}

/** The number behind the dash of a range that goes up. */
function rangeEnd(tokens: readonly Token[], low: Factor): { digits: string; next: number } | null {
  if (tokens[low.next]?.text !== '-' || tokens[low.next + 1]?.kind !== DIGITS || low.isFraction) return null;
  if (isGlued(tokens, low.next) !== isGlued(tokens, low.next + 1)) return null;
  const high = numberAt(tokens, low.next + 1);
  if (high.isFraction || readNumber(high.digits) <= readNumber(low.digits)) return null;
  return high;
}

/** Whether these numbers may be amounts of the unit. */
function isSound(numbers: readonly Factor[], unit: Unit, glued: boolean): boolean {
  const last = numbers.at(-1) as Factor;
  if (numbers.some(({ isFraction }) => isFraction) && !FRACTIONS.has(unit.dimension)) return false;
  return !(unit.name === 'g' && glued && numbers.length === 1 && NETWORKS.test(last.digits));
}

function quantitiesOf(numbers: readonly Factor[], unit: Unit, behind: number): Quantity[] {
  const value = (digits: string, isFraction: boolean) =>
    (isFraction ? Number(digits) : readNumber(digits, unit)) * unit.factor;
  const read = ({ digits, high, isFraction }: Factor, pack: number): Quantity => ({
    dimension: unit.dimension,
    amount: value(high ?? digits, isFraction),
    low: high === null ? null : value(digits, isFraction),
    pack,
  });
  const last = numbers.at(-1) as Factor;
  const before = numbers.slice(0, -1);
  let found: Quantity[];
  if (CONTENTS.has(unit.dimension)) {
    const pack = before.reduce((product, { digits }) => product * readNumber(digits), behind);
    found = [read(last, pack >= 1 && pack <= MOST_PACK && Number.isInteger(pack) ? pack : 1)];
  } else if (unit.dimension === 'length') found = numbers.map((number) => read(number, 1));
  else found = [read(last, 1)];
  return found.filter(({ amount }) => amount > 0);
}

/** The unit behind a number: glued to it, behind a hyphen or a space; of two words before of one. */
function unitAt(tokens: readonly Token[], at: number): UnitSpan | null {
  const token = tokens[at];
  if (!token) return null;
  const glued = isGlued(tokens, at);
  if (token.kind === SIGN && token.text !== '-') return unitSign(tokens, at, glued);
  const hyphen = token.text === '-' && glued && isGlued(tokens, at + 1);
  const from = hyphen ? at + 1 : at;
  if (!glued && token.start - (tokens[at - 1] as Token).end > 2) return null;
  const word = wordAt(tokens, from);
  if (!word) return null;
  const second = wordAt(tokens, isDot(tokens, word.next) ? word.next + 1 : word.next);
  if (second) {
    const pair = UNITS.get(`${word.text}_${second.text}`);
    if (pair) return { unit: pair, next: second.next, times: false };
  }
  return packAt(tokens, word) ?? plainUnit(tokens, word, glued);
}

const isDot = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === '.' && isGlued(tokens, at);

/** `%`, inches as `"` or `''`. */
function unitSign(tokens: readonly Token[], at: number, glued: boolean): UnitSpan | null {
  const text = tokens[at]?.text as string;
  const twice = text === "'" && tokens[at + 1]?.text === "'" && isGlued(tokens, at + 1);
  const unit = UNITS.get(twice ? '"' : text);
  if (!unit || (!glued && unit.dimension === 'length')) return null;
  return { unit, next: at + (twice ? 2 : 1), times: false };
}

/** A word with the quote of an abbreviation inside it left out: `מ"ל`, `גר'`. */
function wordAt(tokens: readonly Token[], at: number): { text: string; next: number } | null {
  const token = tokens[at];
  if (!token || !isLetters(token)) return null;
  let { text } = token;
  let next = at + 1;
  if (token.kind !== LATIN && /^['"]$/.test(tokens[next]?.text ?? '') && isGlued(tokens, next)) {
    const behind = tokens[next + 1];
    if (behind?.kind === token.kind && isGlued(tokens, next + 1)) {
      text += behind.text;
      next += 2;
    } else if (tokens[next]?.text === "'") next++;
  }
  return { text, next };
}

function plainUnit(
  tokens: readonly Token[],
  word: { text: string; next: number },
  glued: boolean,
): UnitSpan | null {
  const followed = isGlued(tokens, word.next) && (tokens[word.next] as Token).kind <= DIGITS;
  const times = followed && word.text.endsWith('x') && tokens[word.next]?.kind === DIGITS;
  if (followed && !times && (tokens[word.next] as Token).kind === DIGITS) return null;
  const unit = UNITS.get(times ? word.text.slice(0, -1) : word.text);
  if (!unit || (unit.glued && !glued)) return null;
  return { unit, next: word.next, times };
}

/** `6 pack`, `6er`, `6er-Pack`. */
function packAt(tokens: readonly Token[], word: { text: string; next: number }): UnitSpan | null {
  if (!PACK_UNITS.has(word.text)) return null;
  const from = tokens[word.next]?.text === '-' ? word.next + 1 : word.next;
  const second = tokens[from];
  const isPair = second !== undefined && PACK_UNITS.has(`${word.text}_${second.text}`);
  return { unit: 'pack', next: isPair ? from + 1 : word.next, times: false };
}

/** A count behind contents: `330 ml x 6`, `330mlx6`. */
function timesBehind(
  tokens: readonly Token[],
  { next, times }: UnitSpan,
  unit: Unit,
): { count: number; next: number } | null {
  if (!CONTENTS.has(unit.dimension)) return null;
  const at = times ? next : isTimes(tokens, next) ? next + 1 : -1;
  if (at < 0 || !isCount(tokens, at)) return null;
  return { count: Number((tokens[at] as Token).text), next: at + 1 };
}

/** A whole number of up to three digits that nothing continues. */
function isCount(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token?.kind !== DIGITS || token.text.length > 3 || Number(token.text) < 1) return false;
  const behind = tokens[at + 1];
  if (!behind || !isGlued(tokens, at + 1)) return true;
  if (behind.kind <= DIGITS) return false;
  return !(/^[.,/]$/.test(behind.text) && tokens[at + 2]?.kind === DIGITS && isGlued(tokens, at + 2));
}

/** Packs that no number stands right before: `pack of 6`, `x6`, `שישיית`; a number that is an amount counts none. */
function packsApart(tokens: readonly Token[], amounts: readonly Amount[]): Pack[] {
  const packs: Pack[] = [];
  const isFree = (at: number) => amounts.every(({ from, next }) => at < from || at >= next);
  for (const [at, token] of tokens.entries()) {
    if (!isLetters(token) && token.text !== '*') continue;
    const told = PACK_COUNTS.get(token.text);
    if (told !== undefined) packs.push({ count: told, from: at, next: at + 1, byTimes: false });
    const number = countBehind(tokens, at);
    if (number !== null && isFree(number) && isFree(at))
      packs.push({
        count: Number((tokens[number] as Token).text),
        from: at,
        next: number + 1,
        byTimes: isTimes(tokens, at),
      });
  }
  return packs;
}

/** Where the count of a pack word or of `x` stands. */
function countBehind(tokens: readonly Token[], at: number): number | null {
  const { text } = tokens[at] as Token;
  if (isTimes(tokens, at))
    return isGlued(tokens, at + 1) &&
      !(isGlued(tokens, at) && (tokens[at - 1] as Token).kind <= DIGITS) &&
      isCount(tokens, at + 1)
      ? at + 1
      : null;
  if (!PACK_UNITS.has(text)) return null;
  const linked = PACK_LINKS.has(tokens[at + 1]?.text ?? '') ? at + 2 : at + 1;
  return !isGlued(tokens, linked) && isCount(tokens, linked) ? linked : null;
}

/** A pack without contents. */
const ALONE = { dimension: 'count', low: null, pack: 1, unit: null } as const;

/** Gives the pack count that stands apart to the contents it counts; alone it is a count itself. */
function withPacks(amounts: Amount[], packs: readonly Pack[], tokens: readonly Token[]): Amount[] {
  const pack = packs
    .filter(({ count }) => count > 1)
    .sort((a, b) => Number(a.byTimes) - Number(b.byTimes))[0];
  if (!pack) return amounts;
  const contents = amounts.filter(({ dimension }) => dimension === 'mass' || dimension === 'volume');
  const isFree = amounts.every(({ from, next }) => next <= pack.from || from >= pack.next);
  if (contents.length === 0 && isFree && !pack.byTimes)
    amounts.push({ ...ALONE, amount: pack.count, ...placed(tokens, pack) });
  for (const content of contents) if (content.pack === 1) content.pack = pack.count;
  return amounts.sort((a, b) => a.start - b.start);
}
