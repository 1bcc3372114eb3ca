import { totalOf } from '../text/amounts.ts';
import { readText } from '../text/reading.ts';
import type { Dimension } from '../text/units.ts';
import type { ComparedItem } from './compared_item.ts';
import { nodeOf } from './kind.ts';
import { isPerPack, isSoldByContent } from './roles.ts';

/** How much is in a pack, all of it, in base units (grams, millilitres, pieces). */
export interface Content {
  dimension: Dimension;
  amount: number;
  /** In one piece of a pack. */
  each: number;
}

/** What tells how much there is: what it weighs or fills before how many pieces it is. */
export const TOLD_BY: readonly Dimension[] = ['mass', 'volume', 'count'];

/** The content of what is sold by it, by each dimension that titles state one of, in the order of `TOLD_BY`. */
export const contentsSold = (item: ComparedItem): Content[] =>
  isSoldByContent(nodeOf(item)) ? statedContents(item) : [];

/** The same of whatever it is. */
export function statedContents(item: ComparedItem): Content[] {
  const amounts = item.stated.flatMap(({ title }) => readText(title).amounts);
  return TOLD_BY.flatMap((dimension) => {
    const found = amounts.find((amount) => amount.dimension === dimension);
    return found ? [{ dimension, amount: totalOf(found), each: found.amount }] : [];
  });
}

/**
 * How many times as much is in `b`, a thing of the kind of `a`, as in `a`: by what both count in a pack (loads of a liquid
 * and of pods), else by what titles state; null where it cannot be told, 1 of what is not sold by content.
 */
export function contentRatio(a: ComparedItem, b: ComparedItem): number | null {
  if (!isSoldByContent(nodeOf(a))) return 1;
  const counted = countedRatio(a, b);
  if (counted !== null) return counted;
  const [own] = statedContents(a);
  const other = statedContents(b).find(({ dimension }) => dimension === own?.dimension);
  return own && other ? other.amount / own.amount : null;
}

/** By the first key by which both count what is in a pack; null where there is none. */
function countedRatio(a: ComparedItem, b: ComparedItem): number | null {
  for (const { key, value } of a.attributes.values()) {
    const [own, other] = [Number(value), Number(b.attributes.get(key)?.value)];
    if (isPerPack(key) && own > 0 && other > 0) return other / own;
  }
  return null;
}
