import type { Conflict } from '../domain/conflicts.ts';
import { foldKey } from '../text/fold.ts';
import { fromPlural } from '../text/plural.ts';

import type { StatedKind } from '../text/statement.ts';
import { SIGN } from '../text/tokens.ts';
import type { ComparedItem } from './compared_item.ts';
import { areWordedAlike, headsOf } from './heads.ts';
import { isPrintSupply, worksWith } from './kind.ts';
import { areOtherModels, bearsOtherNumber, numberChains, shareCode } from './part_numbers.ts';
import { WHOLES } from './roles.ts';
import { readTitle } from './title_reading.ts';
import { VARYING } from './varying.ts';
import { sameBrand } from './wording.ts';

/** What sets one model apart from another. */
const MODELS: ReadonlySet<StatedKind> = new Set<StatedKind>([
  'tier',
  'number',
  'edition',
  'version',
  'generation',
  'year',
  'model',
]);

/** Whether two things of a brand bear two numbers or names, other than by the amount in which they differ. */
export function isOtherModel(a: ComparedItem, b: ComparedItem, conflicts: readonly Conflict[]): boolean {
  if (bearsOtherNumber(a, b) || areOtherModels(a, b)) return true;
  const models = conflicts.filter(({ kind }) => MODELS.has(kind));
  const code = models.find(({ kind }) => kind === 'model');
  if (code?.left && code.right && isSizedCode(code.left, code.right, conflicts)) return false;
  const [left, right] = [numberChains(a), numberChains(b)];
  if (left.size > 0 && right.size > 0 && left.isDisjointFrom(right)) return true;
  return models.some((one) => !isMeasured(one) && !isAmount(a, b, one, conflicts));
}

/** `700x28c`: a size by its two sides. */
const isMeasured = ({ left, right }: Conflict): boolean =>
  [left, right].every((text) => /^\d+x\d/.test(text ?? ''));

/** Whether two numbers are amounts: attributes have them as values, or they are as the amounts are to one another. */
function isAmount(
  a: ComparedItem,
  b: ComparedItem,
  { kind, left, right }: Conflict,
  all: readonly Conflict[],
): boolean {
  const [one, other] = [Number(left), Number(right)];
  if (kind !== 'number' || !(one > 0) || !(other > 0)) return false;
  if (isCounting(a, left as string) && isCounting(b, right as string)) return true;
  const isDeclared = [...a.attributes.values()].some(
    ({ key, value }) => Number(value) === one && Number(b.attributes.get(key)?.value) === other,
  );
  const ratio = one / other;
  const isSize = all.some((size) => size.kind === 'size' && size.left === left && size.right === right);
  return (
    isDeclared ||
    isSize ||
    isOrderNumber(a, b, [left as string, right as string], all) ||
    all.some((amount) => AMOUNTS.has(amount.kind) && Math.abs(ratioOf(amount) / ratio - 1) < SAME_RATIO)
  );
}
/** `Dish 6888 …, 7 Inch` and `Dish 6887 …, 5 Inch`: each size of one thing has a number that orders it. */
const isOrderNumber = (
  a: ComparedItem,
  b: ComparedItem,
  numbers: readonly string[],
  all: readonly Conflict[],
): boolean =>
  numbers.every((text) => /^\d{4,}$/.test(text)) &&
  all.some(({ kind }) => AMOUNTS.has(kind) || kind === 'size') &&
  areWordedAlike(a, b);

/** Whether a number counts what is in the pack: first behind the word for the thing, with a word of its own (`Treatment, 6 doses`), or behind what closes a name (`X200 Series 9 Cell`). */
function isCounting(item: ComparedItem, number: string): boolean {
  const things = new Set(headsOf(item).map(({ word }) => word));
  return item.stated.some(({ title }) => {
    const { folded, tokens } = readTitle(title);
    return tokens.some(({ start }, at) => {
      const before = tokens[at - 1];
      if (!before || !new RegExp(`^${RegExp.escape(number)}\\)? \\p{L}`, 'u').test(folded.slice(start)))
        return false;
      if (WHOLES.has(before.text)) return true;
      const thing = tokens.findLastIndex((one) => things.has(fromPlural(one.text)));
      return thing >= 0 && (before.kind === SIGN ? thing < at : thing === at - 1);
    });
  });
}

const AMOUNTS: ReadonlySet<StatedKind> = new Set<StatedKind>(['weight', 'volume', 'count', 'length', 'pack']);
const SAME_RATIO = 1e-4;

/** Of two amounts in one unit; not a number otherwise. */
const ratioOf = ({ left, right }: Conflict): number =>
  Number.parseFloat(left ?? '') / Number.parseFloat(right ?? '');

/**
 * `ln19a450` and `ln26a450` of what has 19 and 26 inches, `mb732lla` and `mb739lla` of what is blue and purple: a code that
 * differs in one number orders the variants of a thing where titles state what varies, and names another model elsewhere
 * (`HL-L2400DW`, `HL-L2350DW`).
 */
const isSizedCode = (left: string, right: string, conflicts: readonly Conflict[]): boolean =>
  conflicts.some((one) => {
    const [from, to] = [figureOf(one.left), figureOf(one.right)];
    return (
      (one.kind !== 'model' || conflicts.some(({ kind }) => VARYING.has(kind))) &&
      from !== null &&
      to !== null &&
      left.includes(from) &&
      left.replace(from, '') === right.replace(to, '')
    );
  });

const figureOf = (text: string | null): string | null => /\d{2,}/.exec(text ?? '')?.[0] ?? null;

/** Ink or toner of two makers, neither of which names the other or states a printer that both fit: each printer takes its own. */
export function areOfOtherPrinters(a: ComparedItem, b: ComparedItem): boolean {
  if (!isPrintSupply(a) || !isPrintSupply(b) || sameBrand(a, b) !== 'other') return false;
  return !namesMaker(a, b) && !namesMaker(b, a) && !worksWith(a, b) && !shareCode(a, b);
}

const namesMaker = (own: ComparedItem, { brand }: ComparedItem): boolean => {
  const maker = foldKey(brand ?? '');
  return maker === '' || own.titles.some((title) => foldKey(title).includes(maker));
};

/** Ink or toner of two numbers, and not because they fill two places of one device: `63` and `67`, not `67` and `67XL`. */
export function areOtherSupplies(a: ComparedItem, b: ComparedItem, conflicts: readonly Conflict[]): boolean {
  if (conflicts.some(({ kind }) => kind === 'colour') || !isPrintSupply(a) || !isPrintSupply(b)) return false;
  const isOther = (one: Conflict) => {
    const { kind, left, right } = one;
    if (left === null || right === null || left.startsWith(right) || right.startsWith(left)) return false;
    return kind === 'model' ? /^\p{L}/u.test(left) : kind === 'number' && !isAmount(a, b, one, conflicts);
  };
  return conflicts.some(isOther) && !shareCode(a, b);
}
