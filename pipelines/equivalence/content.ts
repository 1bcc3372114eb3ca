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
}

/** What tells how much there is: what it weighs or fills before how many pieces it is. */
const TOLD_BY: readonly Dimension[] = ['mass', 'volume', 'count'];

/** The content of what is sold by it, as titles state it; null of anything else and where none does. */
export function contentOf(item: ComparedItem): Content | null {
  if (!isSoldByContent(nodeOf(item))) return null;
  const amounts = item.stated.flatMap(({ title }) => readText(title).amounts);
  for (const dimension of TOLD_BY) {
    const found = amounts.find((amount) => amount.dimension === dimension);
    if (found) return { dimension, amount: totalOf(found) };
  }
  return null;
}

/** How many times as much is in `b` as in `a`; null where it cannot be told, 1 of what is not sold by content. */
export function contentRatio(a: ComparedItem, b: ComparedItem): number | null {
  if (!isSoldByContent(nodeOf(a))) return 1;
  const [own, other] = [contentOf(a), contentOf(b)];
  return own && other && own.dimension === other.dimension ? other.amount / own.amount : null;
}
