import type { Listing } from '../../pipelines/domain/listing.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import type { ComparedItem } from '../../pipelines/equivalence/compared_item.ts';
import {
  type Comparison,
  compareKnown,
  type Step,
  withTitledTastes,
} from '../../pipelines/equivalence/comparison.ts';
import { contentRatio } from '../../pipelines/equivalence/content.ts';
import { nodeOf } from '../../pipelines/equivalence/kind.ts';
import type { Related } from '../../pipelines/equivalence/relation.ts';
import type { OfferScope } from '../catalogue/offer_record.ts';
import { type TrustDeps, trustedBest } from '../trust/trusted_best.ts';
import { alike, type ComparableVariant } from './comparable_products.ts';
import type { ComparedReference } from './compared_reference.ts';
import { areOneThing, type Relating } from './relating.ts';

/** A dearer thing gives up money: twice the price as much as an attribute lost. */
const PRICE_LOSS = 1;
/** A pack of which nobody can say how much is in it against the other's. */
const UNTOLD_CONTENT_LOSS = 0.5;

/** How the price does against that of the reference; minor units. */
export interface PriceStep {
  step: Step;
  by_minor: number;
}

/** What may stand in for a reference, and how much is given up with it. */
export interface Weighed {
  one: ComparableVariant;
  comparison: Comparison;
  price: PriceStep | null;
  given_up: number;
  likeness: number;
}

/** The offer to buy of the variant itself, in its condition. */
export async function bestOf(deps: TrustDeps, { product, item }: ComparedReference): Promise<Listing | null> {
  const own = product.listings.filter(
    ({ condition, variant_id }) => condition === item.condition && variant_id === item.variant_id,
  );
  return (await trustedBest(deps, product, own)).best;
}

/** Holds what may stand in for a reference against it; `best` is the offer that it is held against. */
export function weigh(
  one: ComparableVariant,
  { reference, best, scope }: { reference: ComparedReference; best: Listing | null; scope: OfferScope },
): Weighed {
  const { item } = reference;
  const comparison = compareKnown(
    item.attributes,
    withTitledTastes(item, one.item),
    nodeOf(item) ?? item.category,
  );
  const content = contentRatio(item, one.item);
  const dearer = best === null ? 0 : one.best.price_minor / best.price_minor / (content ?? 1) - 1;
  return {
    one,
    comparison,
    price: best && priceStep(best, one.best, content, scope),
    given_up:
      comparison.given_up +
      Math.min(1, Math.max(0, dearer)) * PRICE_LOSS +
      (content === null ? UNTOLD_CONTENT_LOSS : Math.min(1, Math.abs(Math.log(content)))),
    likeness: alike(item, one.item),
  };
}

/** The step of the price; where there is more or less in the pack, of the price for as much as is in the reference. */
function priceStep(
  own: Listing,
  other: Listing,
  content: number | null,
  { currency, locale }: OfferScope,
): PriceStep {
  const shown = (minor: number) => formatPrice(minor, currency, locale);
  const isUnit = content !== null && content !== 1;
  const asMuch = isUnit ? Math.round(other.price_minor / content) : other.price_minor;
  const by_minor = asMuch - own.price_minor;
  return {
    by_minor,
    step: {
      attribute: isUnit ? 'unit_price' : 'price',
      a: shown(own.price_minor),
      b: isUnit ? `${shown(asMuch)} for as much` : shown(asMuch),
      delta: `${by_minor > 0 ? '+' : '−'}${shown(Math.abs(by_minor))}`,
    },
  };
}

/**
 * The first ones that `POST /v1/equivalence` calls substitutes or other generations of the reference, of which no two are
 * one thing: a trade item under two products, or in two sizes of screen.
 */
export function shownSubstitutes(
  reference: ComparedItem,
  ranked: readonly Weighed[],
  { limit, relate }: { limit: number; relate: Relating },
): Weighed[] {
  const chosen: Weighed[] = [];
  for (const each of ranked) {
    if (chosen.length === limit) break;
    const found = relate.relate(reference, each.one.item);
    const isInstead = found.relation === 'substitute' || found.relation === 'successor';
    if (
      isInstead &&
      !isPerhapsItself(found) &&
      !chosen.some(({ one }) => areOneThing(relate, one.item, each.one.item))
    )
      chosen.push({ ...each, one: { ...each.one, found } });
  }
  return chosen;
}

/** What is as likely as one in three the reference in another colour or pack is nobody's way out of it. */
const isPerhapsItself = ({ odds }: Related): boolean =>
  odds !== undefined && odds.identical + odds.variant > MOST_ITSELF;
const MOST_ITSELF = 1 / 3;

/** Least given up, then the most alike, then the cheapest; the id last, so that no two are equal. */
const byGivenUp = (left: Weighed, right: Weighed): number =>
  left.given_up - right.given_up ||
  right.likeness - left.likeness ||
  left.one.cost_minor - right.one.cost_minor ||
  (left.one.item.variant_id < right.one.item.variant_id ? -1 : 1);

/** Of each product the variant that gives up least, those that give up least first. */
export const leastGivenUp = (weighed: readonly Weighed[]): Weighed[] =>
  [...Map.groupBy(weighed, ({ one }) => one.item.product_id).values()]
    .map((all) => all.toSorted(byGivenUp)[0] as Weighed)
    .toSorted(byGivenUp);
