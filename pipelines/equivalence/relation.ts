import { sameValue } from '../attributes/value.ts';
import { type Conflict, conflictsBetween } from '../domain/conflicts.ts';
import { statementsOfItem } from '../domain/stated.ts';
import { foldedParts } from '../text/fold.ts';
import type { StatedKind, Statement } from '../text/statement.ts';
import { MAIN_AXES } from '../variants/main_axes.ts';
import type { ComparedItem } from './compared_item.ts';
import { goesWithOther } from './heads.ts';
import { fitsOther, hasAccessoryNoun, type SameKind, sameKind, worksWith } from './kind.ts';
import { type Lineage, lineageOf } from './lineage.ts';
import { loneSizes } from './lone_sizes.ts';
import { areOtherSupplies, isOtherModel } from './other_model.ts';
import { bearOtherCodes, codes, shareCode, shareFigure } from './part_numbers.ts';
import { inRole, roleOf, textOf } from './roles.ts';
import { namesTier, type Rarity, sameBrand, type Wording, wordingOf } from './wording.ts';

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
/** An attribute less sure than this sets nothing apart. */
const LEAST_SURE = 0.6;
/** A thing of the same kind that is so many times as large is no substitute. */
const MOST_SCALE = 2;
/** What makes a thing one for another thing. */
const FOR_OTHERS: readonly StatedKind[] = ['accessory', 'spare_part'];
/** What sets the variants of one thing apart. */
const AXES: ReadonlySet<StatedKind> = new Set<StatedKind>([
  'weight',
  'volume',
  'count',
  'length',
  'capacity',
  'power',
  'voltage',
  'charge',
  'pack',
  'size',
  'colour',
  'scent_or_taste',
  'sex',
  'age_group',
  'side',
  'percent',
]);
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
  if (fitsOther(a, b) !== null || goesWithOther(a, b) || areOtherSupplies(a, b, conflicts))
    return as('unrelated', 'fits_other');
  const isKind = kind === 'same' || kind === 'unknown';
  // A battery names the camera's number too.
  const sharesCode = isKind ? shareCode(a, b) : !a.mpns.isDisjointFrom(b.mpns);
  if (!isKind && !sharesCode)
    return as(
      'unrelated',
      kind !== 'beside' && hasAccessoryNoun(a) === hasAccessoryNoun(b) ? 'other_kind' : 'accessory',
    );
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

/** Two products of one line of a brand; null where they are not. */
function ofOneLine(
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
  const lineage = sharesCode ? null : lineageOf(a, b, conflicts);
  if (lineage) return { relation: 'successor', basis: 'model_lineage', lineage };
  if (!sharesCode && isOtherModel(a, b, conflicts)) return null;
  if (a.condition !== b.condition || stated.has('condition'))
    return { relation: 'variant', basis: 'condition', lineage: null };
  const isOtherSize =
    [...stated].some((one) => AXES.has(one)) ||
    (!sharesCode && (stated.has('number') || stated.has('model')));
  if (differingAxes(a, b).length > 0 || isOtherSize || hasOtherTaste(a, b, wording))
    return { relation: 'variant', basis: 'same_line', lineage: null };
  if (!sharesCode && (isCodedOtherwise(a, b, wording) || bearOtherCodes(a, b))) return null;
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
  const { left_over, right_over, shared } = wording;
  if (kind !== 'same' && (shared < LEAST_SHARED_OF_KIND || Math.max(left_over, right_over) > MOST_UNSHARED))
    return false;
  const over = Math.min(left_over, right_over);
  const isNamedOtherwise = Math.max(left_over, right_over) > OTHER_NAMED;
  if (isNamedOtherwise && !hasOtherTaste(a, b, wording) && !shareFigure(a, b)) return false;
  if (isBrandUnknown)
    return (
      over <= OTHER_LINE / 3 && Math.max(left_over, right_over) <= MOST_UNSHARED && shared >= LEAST_SHARED
    );
  return over <= OTHER_LINE;
}

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

/** Keys of axes on which what is known of both differs. */
export function differingAxes(a: ComparedItem, b: ComparedItem): string[] {
  return [...a.attributes.values()].flatMap(({ key, value, confidence }) => {
    const other = b.attributes.get(key);
    if (!other || Math.min(confidence, other.confidence) < LEAST_SURE) return [];
    const isAxis = MAIN_AXES.includes(key) || roleOf(key) === 'taste';
    return isAxis && !sameValue(key, value, other.value) ? [key] : [];
  });
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
function statementsOf(item: ComparedItem): Statement[] {
  const stated =
    known.get(item) ?? item.stated.flatMap((one) => [...statementsOfItem(one), ...loneSizes(one.title)]);
  known.set(item, stated);
  return stated;
}

function sameItemBasis(a: ComparedItem, b: ComparedItem): Basis {
  const methods = [a.match.method, b.match.method];
  for (const method of ['title_fuzzy', 'brand_mpn', 'gtin_exact'] as const)
    if (methods.includes(method)) return method;
  return 'reference';
}
