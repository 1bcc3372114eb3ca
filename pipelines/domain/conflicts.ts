import {
  beforeIn,
  behindIn,
  NO_WORD,
  STATED_KINDS,
  type StatedKind,
  type Statement,
  seriesIn,
  THIRD_PARTY,
  TITLE_END,
  wordId,
} from '../text/statement.ts';
import { type StatedItem, statementsOfItem } from './stated.ts';
import { isShared, numberOf, numbersOf, placeOf, type StatedNumbers } from './stated_numbers.ts';

/** What two records state differently. `null`: that side does not say it, and by that is another thing. */
export interface Conflict {
  kind: StatedKind;
  left: string | null;
  right: string | null;
}

const [NUMBER, TIER, TIER_OF, WEIGHT, VOLUME] = [
  numberOf('number'),
  numberOf('tier'),
  numberOf('tier_of'),
  numberOf('weight'),
  numberOf('volume'),
];
const [MODEL, FIGURE, MEASURED, COMPATIBLE, ACCESSORY, GOES_WITH_KIND, PACK, COUNT] = [
  numberOf('model'),
  numberOf('figure'),
  numberOf('measured_figure'),
  numberOf('compatible'),
  numberOf('accessory'),
  numberOf('goes_with'),
  numberOf('pack'),
  numberOf('count'),
];
/** Values of a series, of which each side may state several: another of the series counts, another series does not. */
const SERIAL: ReadonlySet<number> = new Set([MODEL, numberOf('holds')]);
/** What a thing is only where it is said: without it, it is another thing. */
const ONE_SIDED: ReadonlySet<number> = new Set([numberOf('condition'), numberOf('spare_part')]);
const TASTE = numberOf('scent_or_taste');
/** A taste that is said of what has it: coffee of which nothing is said is not decaffeinated. */
const DECAF = wordId('decaf');
/** Judged by what else stands there. */
const RELATIONS: ReadonlySet<number> = new Set([COMPATIBLE, ACCESSORY]);
/** Kinds in which one side alone may differ, because the other is silent; by their places in `STATED_KINDS`. */
export const SILENCE_COUNTS: readonly number[] = [...ONE_SIDED, ...RELATIONS, TIER, PACK];
/** Calls `found` for each kind that two lists of statements state differently, with the places of both, -1 for none. */
export function eachConflict(
  a: StatedNumbers,
  b: StatedNumbers,
  found: (kind: number, left: number, right: number) => void,
): void {
  for (let kind = 0; kind < STATED_KINDS.length; kind++) {
    if (RELATIONS.has(kind) || kind === NUMBER) continue;
    const left = loneOf(a, b, kind);
    const right = loneOf(b, a, kind);
    if (ONE_SIDED.has(kind) ? left >= 0 || right >= 0 : left >= 0 && right >= 0) found(kind, left, right);
    else if (kind === TASTE && (isDecaf(a, left) || isDecaf(b, right))) found(kind, left, right);
  }
  const number = otherNumber(a, b, true);
  if (number) found(NUMBER, number.at, number.other);
  const [leftTier, rightTier] = [tierAlone(a, b), tierAlone(b, a)];
  if (leftTier >= 0 !== rightTier >= 0) found(TIER, leftTier, rightTier);
  const [leftPack, rightPack] = [packAlone(a, b), packAlone(b, a)];
  if (leftPack >= 0 || rightPack >= 0) found(PACK, leftPack, rightPack);
  for (const kind of RELATIONS) {
    const [left, right] = [relationAlone(a, b, kind), relationAlone(b, a, kind)];
    if (left >= 0 || right >= 0) found(kind, left, right);
  }
}

/** Place of a statement of the kind that the other side does not share, or -1. */
function loneOf(a: StatedNumbers, b: StatedNumbers, kind: number): number {
  for (let at = a.from; at < a.to; at++) {
    if (a.kinds[at] !== kind) continue;
    if (SERIAL.has(kind)) {
      if (hasOtherOfSeries(a, at, b)) return at;
    } else if (!isShared(a.values[at] as number, b, kind) && !isCountedOut(a, at, b)) return at;
  }
  return -1;
}

const isDecaf = ({ values }: StatedNumbers, at: number): boolean => at >= 0 && values[at] === DECAF;

/** Whether a side states what a piece holds and how many there are (`250 ml, 24 pieces`), and the other all of it. */
function isCountedOut(a: StatedNumbers, at: number, b: StatedNumbers): boolean {
  const kind = a.kinds[at] as number;
  if (kind !== WEIGHT && kind !== VOLUME) return false;
  const value = a.values[at] as number;
  for (let place = a.from; place < a.to; place++)
    if (a.kinds[place] === COUNT && isShared(value * (a.values[place] as number), b, kind)) return true;
  return false;
}

/** Whether the other side has a value of the same series, and not this one. */
function hasOtherOfSeries(a: StatedNumbers, at: number, b: StatedNumbers): boolean {
  let series = false;
  for (let place = b.from; place < b.to; place++) {
    if (b.kinds[place] !== a.kinds[at]) continue;
    if (b.values[place] === a.values[at]) return false;
    series ||= seriesIn(b.values[place] as number) === seriesIn(a.values[at] as number);
  }
  return series;
}

/**
 * A number that the other side does not have anywhere, and the one that it has beside the same word, which, where it
 * is to be so on `both` sides, this one does not have either; null where there are none.
 */
export function otherNumber(
  a: StatedNumbers,
  b: StatedNumbers,
  both: boolean,
): { at: number; other: number } | null {
  for (let at = a.from; at < a.to; at++) {
    if (a.kinds[at] !== NUMBER || isShared(a.values[at] as number, b, NUMBER)) continue;
    for (let other = b.from; other < b.to; other++)
      if (
        b.kinds[other] === NUMBER &&
        !(both && isShared(b.values[other] as number, a, NUMBER)) &&
        isBesideTheSame(a, at, b, other) &&
        !isOneCutOff(a, at, b, other)
      )
        return { at, other };
  }
  return null;
}

function isBesideTheSame(a: StatedNumbers, at: number, b: StatedNumbers, other: number): boolean {
  const [own, others] = [a.values[at + 1] as number, b.values[other + 1] as number];
  if (beforeIn(own) !== NO_WORD && beforeIn(own) === beforeIn(others)) return true;
  return behindIn(own) > TITLE_END && behindIn(own) === behindIn(others);
}

/** Whether one of two numbers stands at the end of a title that was cut off and begins the other. */
function isOneCutOff(a: StatedNumbers, at: number, b: StatedNumbers, other: number): boolean {
  const [value, longer] = [a.values[at] as number, b.values[other] as number];
  if (behindIn(a.values[at + 1] as number) === TITLE_END && begins(value, longer)) return true;
  return behindIn(b.values[other + 1] as number) === TITLE_END && begins(longer, value);
}

/** Whether the digits of a whole number begin with those of another. */
const begins = (value: number, longer: number): boolean => String(longer).startsWith(String(value));

/** A step of a numbered series that the other side does not name at all. */
function tierAlone(a: StatedNumbers, b: StatedNumbers): number {
  for (let at = a.from; at < a.to; at++)
    if (a.kinds[at] === TIER_OF && !isShared(a.values[at] as number, b, TIER)) return at;
  return -1;
}

const isFigure = (kind: number | undefined): boolean => kind === FIGURE || kind === MEASURED;

/** Whether each number of a side stands in the other too, be it as a number, in an amount or in a model number. */
export function hasAllFigures(a: StatedNumbers, b: StatedNumbers): boolean {
  for (let at = a.from; at < a.to; at++) {
    if (!isFigure(a.kinds[at])) continue;
    let has = false;
    for (let place = b.from; place < b.to && !has; place++)
      has = isFigure(b.kinds[place]) && b.values[place] === a.values[at];
    if (!has) return false;
  }
  return true;
}

/** A pack whose number the other side, which says nothing of packs, does not have, nor all of its contents. */
function packAlone(a: StatedNumbers, b: StatedNumbers): number {
  if (placeOf(b, PACK) >= 0) return -1;
  const at = placeOf(a, PACK);
  if (at < 0) return -1;
  for (let place = b.from; place < b.to; place++)
    if ((isFigure(b.kinds[place]) || b.kinds[place] === COUNT) && b.values[place] === a.values[at]) return -1;
  for (const contents of [WEIGHT, VOLUME]) {
    const inside = placeOf(a, contents);
    if (inside < 0) continue;
    const other = placeOf(b, contents);
    if (other < 0 || isShared(a.values[inside] as number, b, contents)) return -1;
  }
  return at;
}

/** A thing of another maker, or for another thing, where the other side names the thing itself. */
function relationAlone(a: StatedNumbers, b: StatedNumbers, kind: number): number {
  for (let at = a.from; at < a.to; at++) {
    if (a.kinds[at] !== kind) continue;
    let related = false;
    for (let place = b.from; place < b.to; place++) {
      related ||= b.kinds[place] === kind;
      if (b.kinds[place] !== GOES_WITH_KIND) continue;
      related ||= kind === ACCESSORY || a.values[at] !== THIRD_PARTY;
    }
    if (!related) return at;
  }
  return -1;
}

/** What two items state differently, named; the strongest first, as `STATED_KINDS` has them. */
export function conflictsOf(left: StatedItem, right: StatedItem): Conflict[] {
  return conflictsBetween(statementsOfItem(left), statementsOfItem(right));
}

/** The same of what was read already. */
export function conflictsBetween(left: readonly Statement[], right: readonly Statement[]): Conflict[] {
  const conflicts: Conflict[] = [];
  eachConflict(numbersOf(left), numbersOf(right), (kind, at, to) => {
    conflicts.push({
      kind: STATED_KINDS[kind] as StatedKind,
      left: left[at]?.text ?? null,
      right: right[to]?.text ?? null,
    });
  });
  return conflicts;
}
