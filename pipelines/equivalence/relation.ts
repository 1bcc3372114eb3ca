import { type Conflict, conflictsBetween } from '../domain/conflicts.ts';
import { statementsOfItem } from '../domain/stated.ts';
import type { StatedKind, Statement } from '../text/statement.ts';
import type { ComparedItem } from './compared_item.ts';
import { differingAxes } from './differing_axes.ts';
import { goesWithOther } from './heads.ts';
import type { Odds } from './judgement.ts';
import { fitsOther, goesWith, hasAccessoryNoun, replacesPart, sameKind, worksWith } from './kind.ts';
import type { Lineage } from './lineage.ts';
import { bedSizes, loneSizes, sidesOf } from './lone_sizes.ts';
import { ofOneLine } from './one_line.ts';
import { areOfOtherPrinters, areOtherSupplies } from './other_model.ts';
import { shareCode } from './part_numbers.ts';
import { inRole } from './roles.ts';
import { type Rarity, sameBrand } from './wording.ts';

export const RELATIONS = ['identical', 'variant', 'substitute', 'successor', 'unrelated'] as const;
export type Relation = (typeof RELATIONS)[number];
export const STRICTNESSES = ['exact', 'practical', 'loose'] as const;
export type Strictness = (typeof STRICTNESSES)[number];

/** What says what two things are to one another. */
export const BASES = [
  'reference',
  'gtin_exact',
  'brand_mpn',
  'title_fuzzy',
  'same_product',
  'condition',
  'same_line',
  'model_lineage',
  'same_kind',
  'other_kind',
  'other_scale',
  'fits_other',
  'accessory',
  'works_with',
] as const;
export type Basis = (typeof BASES)[number];

/** What two things are to one another, as the most lenient strictness sees it. */
export interface Related {
  relation: Relation;
  basis: Basis;
  conflicts: Conflict[];
  lineage: Lineage | null;
  /** How likely each relation is, where evidence was weighed. */
  odds?: Odds;
}

/** Each relation as a strictness calls it: `exact` knows the same trade item alone, `loose` alone knows substitutes. */
const SEEN: Readonly<Record<Strictness, Readonly<Record<Relation, Relation>>>> = {
  exact: {
    identical: 'identical',
    variant: 'unrelated',
    substitute: 'unrelated',
    successor: 'unrelated',
    unrelated: 'unrelated',
  },
  practical: {
    identical: 'identical',
    variant: 'variant',
    substitute: 'unrelated',
    successor: 'successor',
    unrelated: 'unrelated',
  },
  loose: {
    identical: 'identical',
    variant: 'variant',
    substitute: 'substitute',
    successor: 'successor',
    unrelated: 'unrelated',
  },
};

export const asSeen = (relation: Relation, strictness: Strictness): Relation => SEEN[strictness][relation];

/** A thing of the same kind that is so many times as large is no substitute. */
const MOST_SCALE = 2;
/** What makes a thing one for another thing. */
const FOR_OTHERS: readonly StatedKind[] = ['accessory', 'spare_part'];
/** What two things are to one another. Symmetric but for what is newer and the sides of what differs. */
export function related(a: ComparedItem, b: ComparedItem, rarity: Rarity): Related {
  const conflicts = conflictsBetween(statementsOf(a), statementsOf(b));
  const as = (relation: Relation, basis: Basis, lineage: Lineage | null = null): Related => ({
    relation,
    basis,
    conflicts,
    lineage,
  });
  if (a.product_id === b.product_id) {
    const [relation, basis] = ofOneProduct(a, b, conflicts);
    return as(relation, basis);
  }
  if (conflicts.some(({ kind }) => FOR_OTHERS.includes(kind))) return as('unrelated', 'accessory');
  const kind = sameKind(a, b);
  if (kind === 'other' && worksWith(a, b)) return as('unrelated', 'works_with');
  if (
    fitsOther(a, b) !== null ||
    goesWithOther(a, b) ||
    areOtherSupplies(a, b, conflicts) ||
    areOfOtherPrinters(a, b)
  )
    return as('unrelated', 'fits_other');
  const isKind = kind === 'same' || kind === 'unknown';
  // A battery names the camera's number too.
  const sharesCode = isKind ? shareCode(a, b) : !a.mpns.isDisjointFrom(b.mpns);
  if (!isKind && !sharesCode) {
    const isAccessory =
      kind === 'beside' ? goesWith(a) || goesWith(b) : hasAccessoryNoun(a) !== hasAccessoryNoun(b);
    return as('unrelated', isAccessory ? 'accessory' : 'other_kind');
  }
  if (sameBrand(a, b) === 'same' && replacesPart(a, b)) return as('unrelated', 'accessory');
  const own = ofOneLine(a, b, conflicts, { sharesCode, kind, rarity });
  if (own) return as(own.relation, own.basis, own.lineage);
  if (kind !== 'same') return as('unrelated', 'other_kind');
  return isOtherScale(a, b) ? as('unrelated', 'other_scale') : as('substitute', 'same_kind');
}

/** Two references to one product. */
function ofOneProduct(a: ComparedItem, b: ComparedItem, conflicts: readonly Conflict[]): [Relation, Basis] {
  if (a.condition !== b.condition) return ['variant', 'condition'];
  if (a.variant_id === b.variant_id) return ['identical', sameItemBasis(a, b)];
  const isToldApart =
    (a.gtin !== null && b.gtin !== null) || conflicts.length > 0 || differingAxes(a, b).length > 0;
  return isToldApart ? ['variant', 'same_product'] : ['identical', 'title_fuzzy'];
}

function isOtherScale(a: ComparedItem, b: ComparedItem): boolean {
  return inRole(a.attributes, 'scale').some(({ key, value }) => {
    const [one, two] = [Number(value), Number(b.attributes.get(key)?.value)];
    return one > 0 && two > 0 && Math.max(one, two) / Math.min(one, two) > MOST_SCALE;
  });
}

/** Of items that are held against many. */
const known = new WeakMap<ComparedItem, Statement[]>();

/** All that the listings of an item state. */
export function statementsOf(item: ComparedItem): Statement[] {
  const stated =
    known.get(item) ??
    [...item.sizes].concat(
      item.stated.flatMap((one) => [
        ...statementsOfItem(one),
        ...loneSizes(one.title),
        ...bedSizes(one.title),
        ...sidesOf(one.title),
      ]),
    );
  known.set(item, stated);
  return stated;
}

function sameItemBasis(a: ComparedItem, b: ComparedItem): Basis {
  const methods = [a.match.method, b.match.method];
  for (const method of ['title_fuzzy', 'brand_mpn', 'gtin_exact'] as const)
    if (methods.includes(method)) return method;
  return 'reference';
}
