import type { StatedKind, Statement } from '../text/statement.ts';
import { type Conflict, conflictsBetween, otherNumber } from './conflicts.ts';
import { type StatedItem, statementsOfItem } from './stated.ts';
import { numberOf, numbersOf, RANKS } from './stated_numbers.ts';

/** What a text need not say of what it means. */
const UNSAID: ReadonlySet<StatedKind> = new Set(['condition', 'pack']);

/**
 * What a caller's item says otherwise than a product. `left` is the caller's. It counts where all listings that say
 * anything of the kind say otherwise, or where none says what the caller does; what the caller leaves out counts only
 * where each of the listings says it. A caller's amount must be the product's but for units and decimals: sellers
 * round, 501 ml is no 500 ml. Who names no maker may still write the product's (`braun shaver`), which is no statement.
 */
export function contradictionsOf(item: StatedItem, listings: readonly StatedItem[]): Conflict[] {
  const maker = item.brand ?? listings.find(({ brand }) => brand)?.brand;
  const stated = statementsBy(item, maker ?? '');
  const others = listings.map((listing) => statementsBy(listing, listing.brand ?? ''));
  const found = others.map((other) => conflictsBetween(stated, other));
  const all = others.flat();
  const named = new Map(found.flat().map((conflict) => [conflict.kind, conflict]));
  const contradictions = [...named.values()].filter(({ kind }) => {
    const of = (at: number) => found[at]?.find((conflict) => conflict.kind === kind);
    const [first] = found.flatMap((_, at) => of(at) ?? []);
    if (first?.left === null) return !UNSAID.has(kind) && others.every((_, at) => of(at));
    if (others.every((other, at) => of(at) || !other.some((statement) => statement.kind === kind)))
      return true;
    return found.some((_, at) => {
      const text = of(at)?.left;
      const own = stated.find((statement) => statement.kind === kind && statement.text === text);
      return own !== undefined && !all.some((one) => one.value === own.value && says(one, kind));
    });
  });
  const closer = [...otherAmounts(stated, all), ...otherNumbers(stated, others)];
  return [
    ...contradictions,
    ...closer.filter(({ kind }) => !contradictions.some((one) => one.kind === kind)),
  ];
}

/** By item and maker, since one text is held against many listings, and a listing against several texts. */
const known = new WeakMap<StatedItem, Map<string, readonly Statement[]>>();

/** What an item states that is by a maker, if one is named. */
function statementsBy(item: StatedItem, maker: string): readonly Statement[] {
  const own = known.get(item) ?? new Map<string, readonly Statement[]>();
  known.set(item, own);
  const stated = own.get(maker) ?? statementsOfItem({ ...item, ...(maker && { brand: maker }) });
  own.set(maker, stated);
  return stated;
}

/** A caller's number that is nowhere in the product, where a listing has another beside the same word, said or not. */
function otherNumbers(stated: readonly Statement[], others: readonly (readonly Statement[])[]): Conflict[] {
  const figures = new Set(
    others.flatMap((other) => other.filter((one) => says(one, 'number')).map(({ value }) => value)),
  );
  for (const other of others) {
    const found = otherNumber(numbersOf(stated), numbersOf(other), false);
    const own = found && (stated[found.at] as Statement);
    if (found && own && !figures.has(own.value))
      return [{ kind: 'number', left: own.text, right: (other[found.other] as Statement).text }];
  }
  return [];
}

const says = ({ kind }: Statement, wanted: StatedKind): boolean =>
  kind === wanted ||
  (kind === 'figure' && RANKS.has(numberOf(wanted))) ||
  (kind === 'measured_figure' && wanted === 'number');

/** Amounts of a caller that are only nearly the product's, in the same unit and with as many decimals. */
function otherAmounts(stated: readonly Statement[], all: readonly Statement[]): Conflict[] {
  return stated.flatMap(({ kind, value, text }) => {
    const same = all.filter((one) => one.kind === kind);
    if (!isAmount(kind) || same.some((one) => Math.abs(one.value / value - 1) < EXACTLY)) return [];
    const near = same.find((one) => spelling(one.text) === spelling(text));
    return near ? [{ kind, left: text, right: near.text }] : [];
  });
}

/** As much as 32-bit floats and factors of units part one amount from itself. */
const EXACTLY = 1e-5;
const isAmount = (kind: Statement['kind']): kind is StatedKind => numberOf(kind) < numberOf('pack');

/** An amount without its digits and spaces: `ml` of `5x100 ml`, `."` of `15.6"`. */
const spelling = (text: string): string => text.replaceAll(/^[\dx×* ]+[x×*]|[\d\s]/g, '');

/** A difference in words, where `left` is what a caller says and `right` what the product does. */
export function contradictionInWords({ kind, left, right }: Conflict): string {
  const name = kindName(kind);
  if (left === null) return `the product is "${right}", which is not said (${name})`;
  return right === null
    ? `says "${left}", which the product is not (${name})`
    : `says ${left}, the product ${right} (${name})`;
}

/** A kind in words. */
export const kindName = (kind: StatedKind): string => NAMES[kind] ?? kind.replaceAll('_', ' ');

const NAMES: Partial<Record<StatedKind, string>> = {
  tier: 'edition',
  scent_or_taste: 'scent or taste',
  compatible: 'compatible with, not the same as',
  accessory: 'made for another thing',
  holds: 'how many it has or holds',
};
