import { doubtEnd, isOfModel } from './doubts.ts';
import { beginsNumber, type Factor, factorsAt, isListed } from './factors.ts';
import { readNumber } from './numbers.ts';
import { type Pack, type Place, packsApart, timesBehind, withPacks } from './packs.ts';
import type { Token } from './tokens.ts';
import { type UnitSpan, unitAt } from './unit_spans.ts';
import type { Dimension, Unit } from './units.ts';

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
const MOST_PACK = 999;
/** What comes in packs. */
const CONTENTS: ReadonlySet<Dimension> = new Set(['mass', 'volume', 'count']);

/** What is stated as a range of sizes (`4 - 9 kg`). */
const RANGED: ReadonlySet<Dimension> = new Set(['mass', 'length']);

/** All of it: `6x330ml` and `1.98 l` are both 1980 ml. */
export const totalOf = ({ amount, pack }: Quantity): number => amount * pack;

/**
 * Every amount among the tokens of a folded text, in order. A pack count belongs to all contents: `6x330ml`,
 * `330 ml x 6`, `pack of 6, 330 ml` and `שישיית 330 מ"ל` all read as 330 ml, pack 6. What cannot be read for sure is
 * left out: `10/12 cm`, a letter cut off (`330מ`), a model number, what doubts.ts lists. `areApart`: a pack that is named by
 * itself (`330 ml, pack of 6`) is an amount by itself, as somebody who asks for a thing says how many.
 */
export function amountsOf(tokens: readonly Token[], areApart = false): Amount[] {
  const amounts: Amount[] = [];
  const packs: Pack[] = [];
  const taken: Place[] = [];
  for (let at = 0; at < tokens.length; ) {
    const next = beginsNumber(tokens, at) ? readAt(tokens, at, amounts, packs) : null;
    if (next !== null) taken.push({ from: at, next });
    at = next ?? at + 1;
  }
  packsApart(tokens, taken, packs);
  return packs.length === 0 ? amounts : withPacks(amounts, packs, { tokens, areApart });
}

/** Reads the amounts that begin with the number at a token; returns where to go on, or null where it may be read otherwise. */
function readAt(tokens: readonly Token[], at: number, amounts: Amount[], packs: Pack[]): number | null {
  const { factors, span } = measureAt(tokens, at);
  const last = factors.at(-1) as Factor;
  if (!span || factors.some(({ digits, isFraction }) => digits.length > LONGEST_NUMBER && !isFraction))
    return null;
  if (last.high !== null && !isRange(last, span)) return null;
  const doubt = doubtEnd(tokens, at, factors, span);
  if (doubt !== null) return doubt;
  const { unit } = span;
  if (unit === 'pack') {
    if (isOfModel(tokens, at)) return null;
    const count = readNumber(last.digits);
    if (factors.length === 1 && last.high === null && !last.isFraction && count <= MOST_PACK)
      packs.push({ count, from: at, next: span.next, times: false });
    return span.next;
  }
  if (unit.dimension !== 'data' && isListed(tokens, at)) return null;
  const behind = CONTENTS.has(unit.dimension) ? timesBehind(tokens, span) : null;
  const next = behind?.next ?? span.next;
  const [start, end] = [(tokens[at] as Token).start, (tokens[next - 1] as Token).end];
  for (const quantity of quantitiesOf(factors, unit, behind?.count ?? 1))
    amounts.push({ ...quantity, start, end, from: at, next, unit });
  return next;
}

/** Whether a dash between numbers is a range of the unit: none of data, apart only of what is sold by the range. */
function isRange({ apart }: Factor, { unit }: UnitSpan): boolean {
  const dimension = unit === 'pack' ? 'count' : unit.dimension;
  return apart ? RANGED.has(dimension) : dimension !== 'data';
}

/** The numbers from a token on and the unit behind them; only contents are counted by a word for pieces. */
function measureAt(tokens: readonly Token[], at: number): { factors: Factor[]; span: UnitSpan | null } {
  const factors = factorsAt(tokens, at);
  const span = unitAt(tokens, (factors.at(-1) as Factor).next);
  if (!factors.some(({ counts }) => counts)) return { factors, span };
  if (span && span.unit !== 'pack' && CONTENTS.has(span.unit.dimension)) return { factors, span };
  const plain = factorsAt(tokens, at, false);
  return { factors: plain, span: unitAt(tokens, (plain.at(-1) as Factor).next) };
}

function quantitiesOf(factors: readonly Factor[], unit: Unit, behind: number): Quantity[] {
  const value = (digits: string, isFraction: boolean) =>
    (isFraction ? Number(digits) : readNumber(digits, unit)) * unit.factor;
  const read = ({ digits, high, isFraction }: Factor, pack: number): Quantity => ({
    dimension: unit.dimension,
    amount: value(high ?? digits, isFraction),
    low: high === null ? null : value(digits, isFraction),
    pack,
  });
  const last = factors.at(-1) as Factor;
  let found: Quantity[];
  if (CONTENTS.has(unit.dimension)) {
    const before = factors.slice(0, -1);
    const pack = before.reduce((product, { digits }) => product * readNumber(digits), behind);
    found = [read(last, pack >= 1 && pack <= MOST_PACK && Number.isInteger(pack) ? pack : 1)];
  } else if (unit.dimension === 'length') found = factors.map((factor) => read(factor, 1));
  else found = [read(last, 1)];
  return found.filter(({ amount }) => amount > 0);
}
