import { settledProduct } from '../../pipelines/attributes/settled_product.ts';
import {
  bestOfEach,
  type DecisionOption,
  type DecisionTerms,
  meets,
  worth,
} from '../../pipelines/domain/decision.ts';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Quantity } from '../../pipelines/domain/intent.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { comparableOffers } from '../../pipelines/domain/offer.ts';
import type { AttributeOpinion, ReviewAggregate } from '../../pipelines/domain/product_reviews/aggregate.ts';
import type { RiskFlag } from '../../pipelines/domain/risk/risk_flag.ts';
import { comparedItem } from '../../pipelines/equivalence/compared_item.ts';
import { related } from '../../pipelines/equivalence/relation.ts';
import { muchness, USUAL, type WishAnswer, wishAnswer } from '../../pipelines/equivalence/wished.ts';
import { sameBrand } from '../../pipelines/equivalence/wording.ts';
import { ProductReviews } from '../../warehouse/reads/product_reviews.ts';
import { catalogueRarity } from '../../warehouse/reads/word_rarity.ts';
import { offerScope, sourceOf } from '../catalogue/offer_record.ts';
import type { Deps } from '../http/deps.ts';
import type { Fact } from '../search/product_facts.ts';
import type { ShopperConstraints } from '../search/shopper_constraints.ts';
import { offerFlags } from '../trust/offer_flags.ts';
import type { FittingCandidate } from './fitting_candidates.ts';
import { type DecisionOrder, deliveriesOf, type OptionDelivery } from './option_delivery.ts';
import { type OrderedUnits, orderedUnits, piecesOf } from './ordered_units.ts';
import { type ToldByBuyers, toldByBuyers } from './told_by_buyers.ts';

/** Options that are looked at closely: of those that meet the terms, and of those that do not. */
const MEETING = 14;
const FAILING = 6;
const CHEAPER = 2;
/** Offers of one product that are weighed, the cheapest. */
const OFFERS = 5;
/** What an observation about an offer takes off its trust, by severity. */
const TAKEN_OFF = { high: 0.5, medium: 0.25, low: 0.08 } as const;

/** An option with what the answer tells of it. */
export interface WeighedOption extends DecisionOption {
  product: Product;
  offer: Listing;
  facts: Fact[];
  reviews: ReviewAggregate;
  flags: RiskFlag[];
  delivery: OptionDelivery;
  ordered: OrderedUnits;
  /** How sure the data of the offer are, 0 to 1. */
  source_confidence: number;
  /** How it answers what the text wishes; null where it wishes nothing. */
  wish: WishAnswer | null;
}

/** What a text asks of options beside what they must meet. */
export interface AskedOfOptions {
  order: DecisionOrder;
  constraints: Pick<ShopperConstraints, 'quantity' | 'parts' | 'wishes' | 'words'>;
}

/** The options that are worth a closer look, with delivery, reviews and risks, no two of them one trade item. */
export async function decisionOptions(
  deps: Deps,
  found: readonly FittingCandidate[],
  { terms, asked }: { terms: DecisionTerms; asked: AskedOfOptions },
): Promise<WeighedOption[]> {
  const { order, constraints } = asked;
  const reviews = await deps.snapshot.hold(ProductReviews.open);
  const quality = qualityOf(reviews.usual);
  const quantity = constraints.quantity ?? countedParts(found, constraints.parts);
  const wishes = {
    text: wishesIn(constraints),
    words: constraints.words,
    most: terms.about_minor !== null,
  };
  const shortlist = shortlisted(
    found.flatMap((one) => plainOptions(deps, one, { quality, quantity, wishes })),
    terms,
  );
  const told = await toldByBuyers(
    reviews,
    shortlist.map(({ product, wish }) => ({ product, opinions: wish !== null })),
  );
  const looks = await Promise.all(
    shortlist.map((option, at) => looked(deps, option, told[at] as ToldByBuyers, wishes)),
  );
  const weighed = (await Promise.all(looks.map((option) => delivered(deps, option, order)))).flat();
  return distinct(deps, weighed, terms);
}

/** Stars as a share of the scale. */
const qualityOf = (stars: number): number => (stars - 1) / 4;

/** What a shopper names of a thing (`great picture`, `battery must last`) matters to them, as a wish or among the words. */
const wishesIn = ({ wishes, words }: Pick<ShopperConstraints, 'wishes' | 'words'>): string =>
  [...wishes, words].join(' ');

/** `100 pieces` are wanted of what comes in packs; of anything else it is made of so many. */
const countedParts = (found: readonly FittingCandidate[], parts: Quantity | null): Quantity | null =>
  parts !== null && found.some(({ product, best }) => (piecesOf(product, best.variant_id) ?? 1) > 1)
    ? parts
    : null;

/** What a text wishes, and whether it wants the most for about so much money. */
interface Wishes {
  text: string;
  /** What is wanted, without them. */
  words: string;
  most: boolean;
}

/** How it answers what is wished, and what is the most for about so much money; half where nothing of both is asked. */
function wishedOf(
  { product, offer }: { product: Product; offer: Listing },
  { text, most }: Wishes,
  opinions: readonly AttributeOpinion[] = [],
): { wished: number; wish: WishAnswer | null } {
  const attributes = settledProduct(product).attributes.filter(({ variant_ids }) =>
    variant_ids.includes(offer.variant_id),
  );
  const { category } = product;
  const wish = wishAnswer(text, { category, attributes, opinions });
  const scores = [...(wish ? [wish.score] : []), ...(most ? [muchness({ category, attributes })] : [])];
  const wished = scores.length === 0 ? USUAL : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return { wished, wish };
}

type PlainOption = Omit<WeighedOption, 'reviews' | 'flags' | 'delivery'>;
type LookedOption = Omit<WeighedOption, 'delivery'>;

/** The offers of a candidate, as far as is known without asking further. */
function plainOptions(
  { snapshot }: Deps,
  { product, pool, facts, fit, best }: FittingCandidate,
  { quality, quantity, wishes }: { quality: number; quantity: Quantity | null; wishes: Wishes },
): PlainOption[] {
  const scope = offerScope(snapshot);
  const offers = comparableOffers(pool.offers, snapshot.currency).filter(
    ({ variant_id }) => variant_id === best.variant_id,
  );
  const ordered = orderedUnits(product, best.variant_id, { quantity, words: wishes.words });
  return offers.slice(0, OFFERS).map((offer) => {
    const { confidence } = sourceOf(offer, scope);
    const own = wishedOf({ product, offer }, wishes);
    return {
      id: offer.offer_id,
      thing: product.product_id,
      offer_id: offer.offer_id,
      cost_minor: Math.max(1, weighedMinor(offer) + (ordered.units - 1) * offer.price_minor),
      ordered,
      days: null,
      quality,
      trust: confidence,
      doubtful: false,
      fit,
      ...own,
      product,
      offer,
      facts,
      source_confidence: confidence,
    };
  });
}

/**
 * Of each side of the budget the products that are worth most, with all their offers; and the best of what costs less
 * than all of these, which a smaller budget would bring.
 */
function shortlisted(options: readonly PlainOption[], terms: DecisionTerms): PlainOption[] {
  const side = (meeting: boolean, most: number) => {
    // When it arrives is only looked up for these.
    const undated = { ...terms, deadline_days: null };
    const own = options.filter((option) => meets(option, undated) === meeting).toSorted(byWorth(terms));
    const listed = mostWorth(own, most);
    const least = Math.min(...listed.map(({ cost_minor }) => cost_minor));
    const cheaper = meeting ? own.filter(({ cost_minor }) => cost_minor < least) : [];
    return [...listed, ...mostWorth(cheaper, CHEAPER)];
  };
  return [...side(true, MEETING), ...side(false, FAILING)];
}

/** All options of so many products, those that come first. */
function mostWorth(options: readonly PlainOption[], most: number): PlainOption[] {
  const products = new Set([...new Set(options.map(({ product }) => product.product_id))].slice(0, most));
  return options.filter(({ product }) => products.has(product.product_id));
}

const byWorth =
  (terms: DecisionTerms) =>
  (a: DecisionOption, b: DecisionOption): number =>
    worth(b, terms) - worth(a, terms) || (a.id < b.id ? -1 : 1);

/** What meets the terms before what does not, doubtful offers last among them, then by worth. */
const byTerms =
  (terms: DecisionTerms) =>
  (a: DecisionOption, b: DecisionOption): number =>
    Number(meets(b, terms)) - Number(meets(a, terms)) ||
    Number(a.doubtful) - Number(b.doubtful) ||
    byWorth(terms)(a, b);

/** With what buyers say of the product, and what stands out about the offer. */
async function looked(
  deps: Deps,
  option: PlainOption,
  { reviews, opinions }: ToldByBuyers,
  wishes: Wishes,
): Promise<LookedOption> {
  const { product, offer } = option;
  return {
    ...option,
    ...wishedOf(option, wishes, option.wish === null ? [] : (opinions ?? [])),
    reviews,
    quality: reviews.score === null ? option.quality : qualityOf(reviews.score),
    ...trusted(option, await offerFlags(deps, product, offer)),
  };
}

/** How far an offer is trusted with what was observed about it. */
export function trusted(
  { source_confidence }: Pick<WeighedOption, 'source_confidence'>,
  flags: RiskFlag[],
): Pick<WeighedOption, 'flags' | 'trust' | 'doubtful'> {
  const taken = flags.reduce((sum, { severity }) => sum + TAKEN_OFF[severity], 0);
  return {
    flags,
    trust: source_confidence * Math.max(0, 1 - taken),
    doubtful: flags.some(({ severity }) => severity === 'high'),
  };
}

/** An option for each way to have it delivered; none where its seller does not deliver there. */
async function delivered(deps: Deps, option: LookedOption, order: DecisionOrder): Promise<WeighedOption[]> {
  const { units } = option.ordered;
  const deliveries = await deliveriesOf(deps, option.offer, { ...order, units });
  return deliveries.map((delivery) => ({
    ...option,
    id: delivery.tier === null ? option.id : `${option.id}/${delivery.tier}`,
    cost_minor: Math.max(1, units * option.offer.price_minor + (delivery.cost_minor ?? 0)),
    days: delivery.days,
    delivery,
  }));
}

/**
 * One trade item under several products is one thing, whose best option is chosen: left out here, the other one would be
 * the better of the two at other weights, and no flip would know of it.
 */
async function distinct(
  { snapshot }: Deps,
  options: readonly WeighedOption[],
  terms: DecisionTerms,
): Promise<WeighedOption[]> {
  const rarity = await catalogueRarity(snapshot);
  const better = options.toSorted(byTerms(terms));
  const things: { thing: string; item: ReturnType<typeof comparedItem> }[] = [];
  const thingOf = new Map<string, string>();
  for (const { product, offer, thing } of bestOfEach(better)) {
    const item = comparedItem(product, offer.variant_id, offer.condition);
    const known = things.find(
      (one) =>
        sameBrand(one.item, item) !== 'other' && related(one.item, item, rarity).relation === 'identical',
    );
    if (!known) things.push({ thing, item });
    thingOf.set(thing, known?.thing ?? thing);
  }
  return better.map((option) => ({ ...option, thing: thingOf.get(option.thing) ?? option.thing }));
}
