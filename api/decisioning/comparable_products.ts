import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Condition, Listing, Product } from '../../pipelines/domain/listing.ts';
import { comparableOffers } from '../../pipelines/domain/offer.ts';
import { poolsOf } from '../../pipelines/domain/pool.ts';
import { type ComparedItem, comparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { spokenLikeness } from '../../pipelines/equivalence/evidence.ts';
import {
  areCalledAlike,
  headsOf,
  kindQueries,
  shareLooseName,
  speaksOfOther,
} from '../../pipelines/equivalence/heads.ts';
import {
  areCalledApart,
  hasAccessoryNoun,
  isForThings,
  LIKE_ENOUGH,
  likeness,
  NEAR,
  nodeOf,
  onOneShelf,
  wornByOthers,
} from '../../pipelines/equivalence/kind.ts';
import { type Related, related } from '../../pipelines/equivalence/relation.ts';
import type { Rarity } from '../../pipelines/equivalence/wording.ts';
import { foldedParts } from '../../pipelines/text/fold.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { type TrustDeps, trustedBest } from '../trust/trusted_best.ts';

/**
 * Products that are looked at: of the node those most like the words of the title and those that most sellers carry, and
 * anywhere those that are called so.
 */
const BY_WORDS = 120;
const BY_CARRIERS = 60;
const BY_KIND = 60;
/** Variants of one product that are held against the reference. */
const MOST_VARIANTS = 60;

/** What stands in for a thing in a condition: what is in none worse. */
const AS_GOOD: Readonly<Record<Condition, readonly Condition[]>> = {
  new: ['new'],
  refurbished: ['new', 'refurbished'],
  used: ['new', 'refurbished', 'used'],
};

/** A variant that may stand in for another, and its best offer. */
export interface ComparableVariant {
  product: Product;
  item: ComparedItem;
  found: Related;
  best: Listing;
  /** Minor units: landed, the price where delivery is unknown. */
  cost_minor: number;
}

/**
 * Variants of other products that may stand in for an item (substitutes, and other generations of its line), of its
 * node, in its condition or a better one, each with an offer that takes orders; `limit_minor` bounds what one costs delivered.
 */
export async function comparableVariants(
  deps: TrustDeps,
  item: ComparedItem,
  { rarity, limit_minor, signal }: { rarity: Rarity; limit_minor: number | null; signal: AbortSignal },
): Promise<ComparableVariant[]> {
  const numbers = await candidateNumbers(deps.snapshot, item);
  const products = await deps.snapshot.products(numbers, signal);
  const found = products
    .filter(({ product_id }) => product_id !== item.product_id)
    .map((product) => variantsOf(deps, product, item, { rarity, limit_minor }));
  return (await Promise.all(found)).flat();
}

async function candidateNumbers(snapshot: Snapshot, item: ComparedItem): Promise<number[]> {
  const node = nodeOf(item);
  const [searcher, browser] = await Promise.all([snapshot.searcher(), snapshot.browser()]);
  const brand = new Set(foldedParts(item.brand ?? ''));
  const q = item.title.split(/\s+/).filter((word) => !foldedParts(word).some((part) => brand.has(part)));
  const filter = { in_stock: true, ...(node !== null && { category: node }) };
  const { hits } = await searcher.search({ q: q.join(' '), ...filter, limit: BY_WORDS, refined: false });
  const carried = node === null ? [] : browser.browse({ ...filter, limit: BY_CARRIERS }).hits;
  // Sellers who name no category, or one of their own, have their things in other places.
  const called = await Promise.all(
    kindQueries(item).map((kind) => searcher.search({ q: kind, in_stock: true, limit: BY_KIND })),
  );
  const found = [...hits, ...carried, ...called.flatMap((answer) => answer.hits)];
  return [...new Set(found.map(({ product }) => product))].toSorted((a, b) => a - b);
}

async function variantsOf(
  deps: TrustDeps,
  product: Product,
  item: ComparedItem,
  { rarity, limit_minor }: { rarity: Rarity; limit_minor: number | null },
): Promise<ComparableVariant[]> {
  const { currency } = deps.snapshot;
  let relation: Related | null = null;
  const found: ComparableVariant[] = [];
  for (const pool of poolsOf(product, currency, { conditions: AS_GOOD[item.condition] })) {
    const byVariant = Map.groupBy(comparableOffers(pool.offers, currency), ({ variant_id }) => variant_id);
    for (const [variant_id, offers] of byVariant) {
      const { best } = await trustedBest(deps, product, offers);
      if (found.length >= MOST_VARIANTS || !best) break;
      const cost_minor = weighedMinor(best);
      if (limit_minor !== null && cost_minor > limit_minor) continue;
      const other = comparedItem(product, variant_id, pool.condition);
      if (wornByOthers(item, other)) continue;
      if (areCalledApart(item, other) || !meansAlike(item, other)) return [];
      // One variant speaks for all: they are of one line.
      relation ??= related(item, other, rarity);
      if (relation.relation !== 'substitute' && relation.relation !== 'successor') return [];
      // Titles say whom a thing is for where no field does.
      if (relation.conflicts.some(({ kind }) => kind === 'sex')) return [];
      found.push({ product, item: other, found: relation, best, cost_minor });
    }
  }
  return found;
}

/**
 * Whether two things may be one kind by what they are called. Called alike they are one on one shelf; in two places they
 * must mean nearly the same where the word is one for things of many areas (`hand cream`, `ice cream`). Called otherwise
 * they must mean the same wherever they lie, since sellers lay pans beside toasters; nearly so where one speaks of what the
 * other is called. On one shelf both may say what it is called instead, or nobody may know what either is called.
 */
function meansAlike(item: ComparedItem, other: ComparedItem): boolean {
  const isShelved = onOneShelf(item, other);
  if (areCalledAlike(item, other)) {
    const node = nodeOf(item);
    const isPlaced = isShelved || (node !== null && node === nodeOf(other));
    return isPlaced || !shareLooseName(item, other) || spokenLikeness(item, other) >= NEAR;
  }
  if (isShelved && (nameTheirShelf(item, other) || isCalledNothing(item, other))) return true;
  const isBeside =
    hasAccessoryNoun(item) !== hasAccessoryNoun(other) || isForThings(item) !== isForThings(other);
  return !isBeside && spokenLikeness(item, other) >= (speaksOfOther(item, other) ? NEAR : LIKE_ENOUGH);
}

/** Whether nobody knows the word for either thing, as in languages that no list of words has. */
const isCalledNothing = (...items: readonly ComparedItem[]): boolean =>
  items.every((item) => headsOf(item).length === 0);

/** Whether both titles have all the words that their shelf is called by: a `draadloze muis` in `elektronik.draadloze_muis`. */
function nameTheirShelf(...items: readonly ComparedItem[]): boolean {
  return items.every(({ category, titles }) => {
    const shelf = wordsIn(category?.split('.').at(-1) ?? '');
    return shelf.size > 0 && titles.some((title) => shelf.isSubsetOf(wordsIn(title)));
  });
}
const wordsIn = (text: string): Set<string> =>
  new Set(foldedParts(text.replaceAll('_', ' ')).map((word) => fromPlural(word)));

/** How much two titles mean the same, 0 to 1. */
export const alike = (a: ComparedItem, b: ComparedItem): number =>
  Math.max(0, likeness(a.title, b.title) ?? 0);
