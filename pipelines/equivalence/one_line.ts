import { sameValue } from '../attributes/value.ts';
import type { Conflict } from '../domain/conflicts.ts';
import { foldedParts } from '../text/fold.ts';
import type { ComparedItem } from './compared_item.ts';
import { differingAxes } from './differing_axes.ts';
import { areOtherThings } from './heads.ts';
import { likeness, type SameKind } from './kind.ts';
import { areNumberedNext, lineageOf } from './lineage.ts';
import { fillsOtherwise } from './named_slots.ts';
import { haveOpposites } from './opposites.ts';
import { isOtherModel } from './other_model.ts';
import { hasOtherShade } from './other_shade.ts';
import { bearOtherCodes, bearOtherShortCodes, codes, shareFigure, shareStem } from './part_numbers.ts';
import { ranksIn } from './ranks.ts';
import type { Related } from './relation.ts';
import { inRole, textOf } from './roles.ts';
import { VARYING } from './varying.ts';
import { namesTier, type Rarity, sameBrand, type Wording, wordingOf } from './wording.ts';

/** Words left over on both sides from this share on name two things of a brand. */
const OTHER_LINE = 0.25;
/** More than this of one name that the other says nothing of is a name of its own. */
const OTHER_NAMED = 0.55;
/** Where part numbers are two, or nothing says that the things are of one kind, words must agree more. */
const OTHER_CODED = 0.3;
const LEAST_SHARED_OF_KIND = 0.3;
/** Where one side names no maker, most of the words must be the other's. */
const LEAST_SHARED = 0.6;
const MOST_UNSHARED = 0.5;
/** Two titles of one item hardly each say a word of its name that the other does not: slogans of shirts. */
const MOST_UNSAID = 0.1;
/** Two products of one line of a brand; null where they are not. */
export function ofOneLine(
  a: ComparedItem,
  b: ComparedItem,
  conflicts: readonly Conflict[],
  { sharesCode, kind, rarity }: { sharesCode: boolean; kind: SameKind; rarity: Rarity },
): Omit<Related, 'conflicts'> | null {
  const brand = sameBrand(a, b);
  if (brand === 'other') return null;
  const wording = wordingOf(a, b, rarity);
  if (!sharesCode && !isOneLine(a, b, wording, { isBrandUnknown: brand === 'unknown', kind })) return null;
  if (!sharesCode && (namesTier(a, b) || namesTier(b, a))) return null;
  const stated = new Set(conflicts.map(({ kind: one }) => one));
  // A part number of a title may be of a whole series (`NH-D15`, `NH-D15 G2`), one that is declared is not.
  const lineage = a.mpns.isDisjointFrom(b.mpns) ? lineageOf(a, b, conflicts) : null;
  if (lineage) return { relation: 'successor', basis: 'model_lineage', lineage };
  if (!sharesCode && isOtherModel(a, b, conflicts)) return null;
  if (a.condition !== b.condition || stated.has('condition'))
    return { relation: 'variant', basis: 'condition', lineage: null };
  const isOtherSize =
    [...stated].some((one) => VARYING.has(one)) ||
    stated.has('number') ||
    (!sharesCode && stated.has('model'));
  if (differingAxes(a, b).length > 0 || isOtherSize || hasOtherTaste(a, b, wording) || hasOtherShade(a, b))
    return { relation: 'variant', basis: 'same_line', lineage: null };
  const isNamedOtherwise = Math.min(wording.left_over, wording.right_over) > MOST_UNSAID;
  const isCoded = isCodedOtherwise(a, b, wording) || bearOtherCodes(a, b) || bearOtherShortCodes(a, b);
  if (!sharesCode && (isNamedOtherwise || isCoded)) return null;
  // However alike their titles are, two GTINs are two trade items.
  if (a.gtin !== null && b.gtin !== null && a.gtin !== b.gtin)
    return { relation: 'variant', basis: 'same_line', lineage: null };
  return { relation: 'identical', basis: sharesCode ? 'brand_mpn' : 'title_fuzzy', lineage: null };
}

function isOneLine(
  a: ComparedItem,
  b: ComparedItem,
  wording: Wording,
  { isBrandUnknown, kind }: { isBrandUnknown: boolean; kind: SameKind },
): boolean {
  const lines = inRole(a.attributes, 'line').flatMap(({ key, value }) => {
    const other = b.attributes.get(key)?.value;
    return other === undefined ? [] : [sameValue(key, value, other)];
  });
  if (lines.length > 0) return lines.every(Boolean);
  if (shareStem(a, b)) return true;
  if (areOtherThings(a, b, likeness) || haveOpposites(a, b)) return false;
  const { left_over, right_over, shared } = wording;
  if (kind !== 'same' && (shared < LEAST_SHARED_OF_KIND || Math.max(left_over, right_over) > MOST_UNSHARED))
    return false;
  const over = Math.min(left_over, right_over);
  const isNamedOtherwise = Math.max(left_over, right_over) > OTHER_NAMED;
  if (isNamedOtherwise && !isToldOne(a, b, wording)) return false;
  if (fillsOtherwise(a, b) || fillsOtherwise(b, a)) return false;
  if (isBrandUnknown)
    return (
      over <= OTHER_LINE / 3 && Math.max(left_over, right_over) <= MOST_UNSHARED && shared >= LEAST_SHARED
    );
  return over <= OTHER_LINE;
}

/** Whether something beside the words says that two are of one line: a taste, a number, a generation. */
const isToldOne = (a: ComparedItem, b: ComparedItem, wording: Wording): boolean =>
  hasOtherTaste(a, b, wording) || shareFigure(a, b) || areOfGenerations(a, b) || areNumberedNext(a, b);

/** Whether each says in words of which generation it is: of one line, however much more one tells. */
const areOfGenerations = (a: ComparedItem, b: ComparedItem): boolean =>
  ranksIn(a).generations.size > 0 && ranksIn(b).generations.size > 0;

/** `Cotton Fresh` of one, where the other has other words instead of those. */
const hasOtherTaste = (a: ComparedItem, b: ComparedItem, { left_over, right_over }: Wording): boolean =>
  (right_over > OTHER_LINE && hasTasteBeyond(a, b)) || (left_over > OTHER_LINE && hasTasteBeyond(b, a));

const hasTasteBeyond = (own: ComparedItem, other: ComparedItem): boolean => {
  const words = new Set(other.titles.flatMap(foldedParts));
  return inRole(own.attributes, 'taste').some(({ value }) =>
    foldedParts(textOf(value)).every((word) => !words.has(word)),
  );
};

/** Whether both bear part numbers, not one in common, and are worded otherwise too. */
function isCodedOtherwise(a: ComparedItem, b: ComparedItem, { left_over, right_over }: Wording): boolean {
  const [left, right] = [codes(a), codes(b)];
  return (
    left.size > 0 && right.size > 0 && left.isDisjointFrom(right) && left_over + right_over > OTHER_CODED
  );
}
