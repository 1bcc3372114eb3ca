import { COLORS } from '../text/languages.ts';
import { KIND_NUMBER, type Statement, wordId } from '../text/statement.ts';
import { nearAmounts } from './near_amounts.ts';

/** Statements [from, to) as numbers: place of the kind in `STATED_KINDS` and its helpers, and value. */
export interface StatedNumbers {
  kinds: ArrayLike<number>;
  values: ArrayLike<number>;
  from: number;
  to: number;
}

/** The number of a kind of statement. */
export const numberOf = (kind: Parameters<typeof KIND_NUMBER.get>[0]): number =>
  KIND_NUMBER.get(kind) as number;

const [NUMBER, AGE, COLOUR, SEX, FIGURE, MEASURED] = [
  numberOf('number'),
  numberOf('age_group'),
  numberOf('colour'),
  numberOf('sex'),
  numberOf('figure'),
  numberOf('measured_figure'),
];
const LAST_AMOUNT = numberOf('pack');
/**
 * Numbers that say which one of several; where the other text has the number anywhere it contradicts nothing, but that a
 * cable of 3 ft is no third one.
 */
export const RANKS: ReadonlySet<number> = new Set([
  numberOf('version'),
  numberOf('generation'),
  numberOf('year'),
  numberOf('number'),
]);
const UNISEX = wordId('unisex');
const ADULT = wordId('adult');

/** Whether a side states a value of a kind, or what is the same. */
export function isShared(value: number, b: StatedNumbers, kind: number): boolean {
  if (kind === SEX && value === UNISEX) return true;
  for (let at = b.from; at < b.to; at++) {
    const other = b.values[at] as number;
    if (b.kinds[at] === kind && sameValue(kind, value, other)) return true;
    if (
      value === other &&
      RANKS.has(kind) &&
      (b.kinds[at] === FIGURE || (kind === NUMBER && b.kinds[at] === MEASURED))
    )
      return true;
  }
  return false;
}

/** Place of the first statement of a kind, or -1. */
export function placeOf(side: StatedNumbers, kind: number): number {
  for (let at = side.from; at < side.to; at++) if (side.kinds[at] === kind) return at;
  return -1;
}

function sameValue(kind: number, left: number, right: number): boolean {
  if (left === right) return true;
  if (kind <= LAST_AMOUNT) return nearAmounts(kind, left, right);
  if (kind === COLOUR) return NEAR_COLOURS.has(left * 32 + right) || NEAR_COLOURS.has(right * 32 + left);
  // A baby is a child.
  if (kind === AGE) return left !== ADULT && right !== ADULT;
  return kind === SEX && right === UNISEX;
}

/** Colours that one maker's shade is called. */
const NEAR_COLOURS: ReadonlySet<number> = new Set(
  (
    [
      ['silver', 'gray'],
      ['navy', 'blue'],
      ['cyan', 'blue'],
      ['cyan', 'green'],
      ['magenta', 'pink'],
      ['magenta', 'purple'],
      ['magenta', 'red'],
      ['ivory', 'white'],
      ['ivory', 'beige'],
      ['beige', 'brown'],
      ['bronze', 'brown'],
      ['clear', 'white'],
      ['gold', 'yellow'],
    ] as const
  ).map(([one, other]) => COLORS.indexOf(one) * 32 + COLORS.indexOf(other)),
);

/** As `eachConflict` takes them. */
export function numbersOf(statements: readonly Statement[]): StatedNumbers {
  return {
    kinds: statements.map(({ kind }) => KIND_NUMBER.get(kind) as number),
    values: statements.map(({ value }) => value),
    from: 0,
    to: statements.length,
  };
}
