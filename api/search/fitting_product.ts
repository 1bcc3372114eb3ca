import { wantedOf } from '../../pipelines/domain/claims.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Measure } from '../../pipelines/domain/intent.ts';
import {
  CONDITIONS,
  type Condition,
  type Listing,
  type Product,
  PURCHASABLE,
} from '../../pipelines/domain/listing.ts';
import { namedVariants } from '../../pipelines/domain/named_variants.ts';
import { isLive, summariseOffers } from '../../pipelines/domain/offer.ts';
import { type Pool, type PoolChoice, shownPool, usualCondition } from '../../pipelines/domain/pool.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { factOfFreedom } from './freedom.ts';
import {
  type Fact,
  factMeasuring,
  factMentioning,
  factStating,
  factsOf,
  isMeasured,
  mayHave,
} from './product_facts.ts';
import { mostToPay, type ShopperConstraints } from './shopper_constraints.ts';
import { alike } from './wanted_phrase.ts';

/** A product of which something meets every constraint. */
export interface Fitting {
  product: Product;
  /** Of the offers that meet them: those of the pool that most sellers carry. */
  pool: Pool;
  /** The cheapest of them that can be bought; of `fittingRecord`, where none can, the first. */
  best: Listing;
  /** What the record says of the variant of `best`. */
  facts: Fact[];
}

/** What the record says of a variant. */
type FactsOf = (variant_id: string) => Fact[];

/**
 * What of a product meets the constraints, or null. Phrases and measures are held against what the record says of
 * each variant, the rest against its offers; something must be left to buy.
 */
export function fitting(
  product: Product,
  constraints: ShopperConstraints,
  currency: string,
  facts: FactsOf = (variant) => factsOf(product, variant),
): Fitting | null {
  const counts = (listing: Listing) => isBuyable(listing, currency);
  return fittingAmong(product, constraints, currency, { facts, counts });
}

/**
 * The same where nothing need be left to buy, as none need be where nothing is read of a text: offers that are sold out
 * or in another currency stand where no other does, unless the price is bounded.
 */
export function fittingRecord(
  product: Product,
  constraints: ShopperConstraints,
  currency: string,
  facts: FactsOf = (variant) => factsOf(product, variant),
): Fitting | null {
  const buyable = fitting(product, constraints, currency, facts);
  if (buyable || constraints.min_minor !== null || constraints.budget_minor !== null) return buyable;
  if (product.listings.every((listing) => isBuyable(listing, currency))) return null;
  return fittingAmong(product, constraints, currency, { facts, counts: () => true });
}

function fittingAmong(
  product: Product,
  constraints: ShopperConstraints,
  currency: string,
  { facts: read, counts }: { facts: FactsOf; counts: (listing: Listing) => boolean },
): Fitting | null {
  const conditions = conditionsOf(product, constraints);
  const offers = product.listings.filter(
    (listing) => counts(listing) && conditions.includes(listing.condition) && isWanted(listing, constraints),
  );
  if (offers.length === 0) return null;
  const facts = new Map<string, Fact[]>();
  const passing = offers.filter(({ variant_id }) => {
    const known = facts.get(variant_id);
    if (known) return known.length > 0;
    const own = read(variant_id);
    const passes = isFitting(own, constraints);
    facts.set(variant_id, passes ? own : []);
    return passes;
  });
  const near = new Set(nearest(asMeasured(passing, facts, constraints.measures), facts, constraints.words));
  const pool = shownPool(product, currency, {
    conditions: CONDITIONS,
    passes: (listing) => near.has(listing),
  });
  const best = summariseOffers(pool.offers, currency).best ?? pool.offers[0];
  return best ? { product, pool, best, facts: facts.get(best.variant_id) ?? [] } : null;
}

/** Each word of a text as a title may write it. */
export const spellingsOf = (words: string): string[][] =>
  wordsOf(words).map(({ text }) => [text, ...alike(text)]);

/**
 * Of the words that some variant's titles have, the share that those of the shown ones have: less than 1 where another
 * variant is what is named, as `light 3.4 oz` is not the original of 3.4 oz for there being a light one of .8.
 */
export function shareNamed(
  product: Product,
  { variant_ids }: Pool,
  wanted: readonly (readonly string[])[],
): number {
  const isShown = ({ variant_id }: Listing) => variant_ids.includes(variant_id);
  if (product.listings.every(isShown)) return 1;
  const own = product.listings.map((listing) => ({
    isShown: isShown(listing),
    title: new Set(wordsOf(listing.title).map(({ text }) => text)),
  }));
  const having = (listings: typeof own) =>
    wanted.filter((texts) => listings.some(({ title }) => texts.some((text) => title.has(text)))).length;
  const all = having(own);
  return all === 0 ? 1 : having(own.filter((listing) => listing.isShown)) / all;
}

/**
 * Which variants of a fitting product may stand for it: those with an offer that meets the constraints, of them those
 * that are named. What is refused names none: `not blue` asks for no blue one.
 */
export function standingFor(
  product: Product,
  pool: Pool,
  { asked, uses }: Pick<ShopperConstraints, 'asked' | 'uses'>,
): Pick<PoolChoice, 'meant'> {
  const offered = new Set(pool.offers.map(({ variant_id }) => variant_id));
  const named = new Set(
    [...(namedVariants(product, `${asked} ${uses}`) ?? [])].filter((id) => offered.has(id)),
  );
  return { meant: named.size > 0 ? named : offered };
}

/** The conditions that are asked for; else what the product is usually sold as, of those that are not refused. */
function conditionsOf(
  product: Product,
  { conditions, avoid_conditions }: ShopperConstraints,
): readonly Condition[] {
  const allowed = (asked: readonly Condition[]) => asked.filter((one) => !avoid_conditions.includes(one));
  if (conditions.length > 0) return allowed(conditions);
  return [usualCondition(product.listings.filter(({ condition }) => !avoid_conditions.includes(condition)))];
}

/** The offers of those variants that have most of the words: of shoes in all sizes, those in the size named. */
function nearest(offers: readonly Listing[], facts: ReadonlyMap<string, Fact[]>, words: string): Listing[] {
  const variants = [...new Set(offers.map(({ variant_id }) => variant_id))];
  if (variants.length < 2) return [...offers];
  const wanted = wordsOf(words).map(({ text }) => wantedOf(text, alike));
  const counts = new Map(
    variants.map((variant) => {
      const own = facts.get(variant) ?? [];
      return [variant, wanted.filter((word) => factMentioning(own, word)).length];
    }),
  );
  const most = Math.max(...counts.values());
  return offers.filter(({ variant_id }) => counts.get(variant_id) === most);
}

function isFitting(
  facts: readonly Fact[],
  { must_have, avoid, must_free, measures }: ShopperConstraints,
): boolean {
  return (
    must_free.every((freedom) => factOfFreedom(facts, freedom)) &&
    must_have.every(({ wanted }) => factStating(facts, wanted)) &&
    !avoid.some(({ wanted }) => mayHave(facts, wanted)) &&
    measures.every((measure) => factMeasuring(facts, measure))
  );
}

/**
 * Where titles of one variant state several amounts, as under a code that a seller gives all sizes, the offers whose own title
 * states what is asked for: nobody who wants a pan of 28 cm buys the one that says 24 cm.
 */
function asMeasured(
  offers: readonly Listing[],
  facts: ReadonlyMap<string, Fact[]>,
  measures: readonly Measure[],
): readonly Listing[] {
  const own = ({ variant_id, title }: Listing) =>
    (facts.get(variant_id) ?? []).filter(({ kind, text }) => kind === 'title' && text === title);
  const isMet = (offer: Listing, measure: Measure) => factMeasuring(own(offer), measure) !== undefined;
  return measures
    .filter((measure) => offers.some((offer) => isMet(offer, measure)))
    .reduce<readonly Listing[]>(
      (left, measure) => left.filter((offer) => isMet(offer, measure) || !isMeasured(own(offer), measure)),
      offers,
    );
}

/** What can be compared with others and is not known to be sold out. */
const isBuyable = ({ currency: own, availability }: Listing, currency: string): boolean =>
  own === currency && [...PURCHASABLE, 'unknown'].includes(availability);

function isWanted(listing: Listing, constraints: ShopperConstraints): boolean {
  const { sellers, avoid_sellers, min_minor, in_stock } = constraints;
  if (!isLive(listing)) return false;
  if (in_stock !== null && !PURCHASABLE.includes(listing.availability)) return false;
  if (!(sellers?.includes(listing.seller) ?? true) || avoid_sellers.includes(listing.seller)) return false;
  const cost = weighedMinor(listing);
  return cost >= (min_minor ?? 0) && cost <= (mostToPay(constraints) ?? Number.POSITIVE_INFINITY);
}
