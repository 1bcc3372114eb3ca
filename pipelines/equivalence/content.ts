import { totalOf } from '../text/amounts.ts';
import { readText } from '../text/reading.ts';
import type { Dimension } from '../text/units.ts';
import type { ComparedItem } from './compared_item.ts';
import { nodeOf } from './kind.ts';
import { isSoldByContent } from './roles.ts';

/** How much is in a pack, all of it, in base units (grams, millilitres, pieces). */
export interface Content {
  dimension: Dimension;
  amount: number;
  /** In one piece of a pack. */
  each: number;
}

/** What tells how much there is: what it weighs or fills before how many pieces it is. */
export const TOLD_BY: readonly Dimension[] = ['mass', 'volume', 'count'];

/** The content of what is sold by it, as titles state it; null of anything else and where none does. */
export const contentOf = (item: ComparedItem): Content | null => contentsSold(item)[0] ?? null;

/** The same by each dimension that titles state one of, in the order of `TOLD_BY`. */
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

/** How many times as much is in `b` as in `a`; null where it cannot be told, 1 of what is not sold by content. */
export function contentRatio(a: ComparedItem, b: ComparedItem): number | null {
  if (!isSoldByContent(nodeOf(a))) return 1;
  const [own, other] = [contentOf(a), contentOf(b)];
  return own && other && own.dimension === other.dimension ? other.amount / own.amount : null;
}
