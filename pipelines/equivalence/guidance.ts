import { consumptionOf } from '../domain/consumption.ts';
import type { ComparedItem } from './compared_item.ts';
import { contentRatio } from './content.ts';
import { differingAxes } from './differing_axes.ts';
import { nodeOf } from './kind.ts';
import { asSeen, type Related, type Strictness } from './relation.ts';
import { CONSUMABLES } from './roles.ts';

/** What a buyer makes of a relation, in a sentence; null where it says all by itself. */
export function guidanceOf(
  a: ComparedItem,
  b: ComparedItem,
  found: Related,
  strictness: Strictness,
): string | null {
  const hidden = asSeen(found.relation, strictness) !== found.relation ? hiddenBy(found, strictness) : null;
  return hidden ?? adviceOn(a, b, found);
}

function hiddenBy({ relation }: Related, strictness: Strictness): string {
  const lenient = relation === 'substitute' ? 'loose' : 'practical';
  const article = relation === 'substitute' || relation === 'successor' || relation === 'variant' ? 'a ' : '';
  return `Not the same trade item at strictness ${strictness}; at ${lenient} b is ${article}${relation} of a.`;
}

function adviceOn(a: ComparedItem, b: ComparedItem, found: Related): string | null {
  const { relation, basis, lineage } = found;
  switch (basis) {
    case 'condition':
      return `The same thing, a is ${a.condition} and b is ${b.condition}; compare warranty and return terms before price.`;
    case 'model_lineage':
      return successorAdvice(a, b, lineage?.newer ?? 'b');
    case 'accessory':
      return 'One of them is made for things like the other, or is a part of it; neither replaces the other.';
    case 'works_with':
      return 'They are used together; neither replaces the other.';
    case 'fits_other':
      return 'The same kind of thing, for other devices; check what yours takes.';
    case 'other_scale':
      return 'The same kind of thing, of so different a size that one does not stand in for the other.';
    case 'same_kind':
      return 'Another thing for the same purpose; see what differs.';
    default:
      return relation === 'variant' ? variantAdvice(a, b, found) : null;
  }
}

/** By what sets variants apart: the place that each fills, how much is in them, or what they are like. */
function variantAdvice(a: ComparedItem, b: ComparedItem, { conflicts }: Related): string {
  const filled = byPlace(nodeOf(a));
  if (filled !== null && differingAxes(a, b).includes(filled))
    return 'Of one series, each for a place of its own in the device; neither replaces the other.';
  const ratio = contentRatio(a, b);
  const isOtherContent = conflicts.some(({ kind }) => kind === 'pack') || (ratio !== null && ratio !== 1);
  return isOtherContent
    ? 'The same thing with another content; compare the price for as much.'
    : 'The same thing in another version; choose by what differs, then by price.';
}

/** The attribute by whose values a device takes one each of what is used up (a colour of ink); null of anything else. */
const byPlace = (node: string | null): string | null =>
  CONSUMABLES.has(node ?? '') ? (consumptionOf(node)?.slot ?? null) : null;

function successorAdvice(a: ComparedItem, b: ComparedItem, newer: 'a' | 'b'): string {
  const older = newer === 'a' ? b : a;
  const name = newer === 'a' ? 'b' : 'a';
  return older.on_sale.to === null
    ? `${newer} is the newer generation; ${name} is still sold, so a lower price is what speaks for it.`
    : `${newer} is the newer generation; ${name} is no longer sold.`;
}
