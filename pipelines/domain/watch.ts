import { type ChangePoint, type Listing, PURCHASABLE } from './listing.ts';
import { isLive } from './offer.ts';

export const EVENT_TYPES = [
  'price.changed',
  'price.threshold_crossed',
  'availability.changed',
  'seller.changed',
  'policy.violated',
  'match.degraded',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const TARGET_KINDS = ['product', 'seller', 'brand', 'category'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** What a watch waits for. Each is judged product by product, over the offers that the watch is about. */
export const WATCH_CONDITIONS = [
  'price_below',
  'price_drop_percent',
  'price_changed',
  'back_in_stock',
  'out_of_stock',
  'new_seller',
  'seller_left',
  'policy_violated',
  'match_degraded',
] as const;
export type WatchCondition = (typeof WATCH_CONDITIONS)[number];

/** What judging needs of an offer of the product. */
export type WatchedOffer = Pick<Listing, 'offer_id' | 'variant_id' | 'seller' | 'changes'>;

/** The point at which an offer stood at a moment (epoch seconds); `before`: just before it. Null while there was none. */
function standingAt(offer: WatchedOffer, at: number, before = false): ChangePoint | null {
  return offer.changes.findLast(({ from }) => (before ? from < at : from <= at)) ?? null;
}

const isPurchasable = (point: ChangePoint | null): boolean =>
  point !== null && PURCHASABLE.includes(point.availability);
const stands = (point: ChangePoint | null): boolean => point !== null && isLive(point);

/** An offer and what it costs, minor units of the market's currency. */
export interface LowestOffer {
  offer: WatchedOffer;
  price_minor: number;
}

/**
 * The purchasable offer that cost least delivered at a moment (the price where delivery is unknown; other currencies
 * are compared with nothing); of equals the one with the smaller id. Null where none was purchasable.
 */
export function lowestAt(
  offers: readonly WatchedOffer[],
  at: number,
  currency: string,
  before = false,
): LowestOffer | null {
  let lowest: LowestOffer | null = null;
  for (const offer of offers) {
    const point = standingAt(offer, at, before);
    if (!point || !isPurchasable(point) || point.currency !== currency) continue;
    const price_minor = point.landed_minor ?? point.price_minor;
    const isLower =
      lowest === null ||
      price_minor < lowest.price_minor ||
      (price_minor === lowest.price_minor && offer.offer_id < lowest.offer.offer_id);
    if (isLower) lowest = { offer, price_minor };
  }
  return lowest;
}

/**
 * Whether the offer's step at a moment is the one that a condition waits for: all offers of the product together came
 * into stock or went out of it, or its seller came or left. Of several offers that did so at once one alone counts,
 * that with the smallest id, so that one thing that happened is told once.
 */
export function fulfils(
  condition: 'back_in_stock' | 'out_of_stock' | 'new_seller' | 'seller_left',
  offers: readonly WatchedOffer[],
  offer: WatchedOffer,
  at: number,
): boolean {
  const is = condition === 'back_in_stock' || condition === 'out_of_stock' ? isPurchasable : stands;
  const mine = is === stands ? offers.filter(({ seller }) => seller === offer.seller) : offers;
  const wasAny = mine.some((one) => is(standingAt(one, at, true)));
  const isAny = mine.some((one) => is(standingAt(one, at)));
  const comes = condition === 'back_in_stock' || condition === 'new_seller';
  if (comes ? wasAny || !isAny : !wasAny || isAny) return false;
  const [first] = mine
    .filter((one) => is(standingAt(one, at)) !== is(standingAt(one, at, true)))
    .map(({ offer_id }) => offer_id)
    .sort();
  return first === offer.offer_id;
}

/** What a price watch knows of one product. */
export interface PriceWatchState {
  /** The threshold is crossed; it tells again only after the price was back on the other side. */
  is_crossed: boolean;
  /** What a drop in percent is counted from; null while nothing was purchasable. */
  base_minor: number | null;
  /** The lowest landed price as last looked at, and when, epoch seconds. */
  last_minor: number | null;
  last_at: number;
}

/** The condition of a price watch. */
export type PriceCondition = { value_minor: number } | { percent: number };

/** The price that has to be reached, and whether reaching it suffices; null while there is nothing to count from. */
export function thresholdOf(
  condition: PriceCondition,
  { base_minor }: Pick<PriceWatchState, 'base_minor'>,
): number | null {
  if ('value_minor' in condition) return condition.value_minor;
  return base_minor === null ? null : Math.floor(base_minor * (1 - condition.percent / 100) + 1e-9);
}

function isBeyond(condition: PriceCondition, state: PriceWatchState, price: number | null): boolean {
  const threshold = thresholdOf(condition, state);
  if (threshold === null || price === null) return false;
  return 'value_minor' in condition ? price < threshold : price <= threshold;
}

/** How a price watch begins: with the price as it is, of which nothing is told. */
export function firstState(
  condition: PriceCondition,
  lowest: LowestOffer | null,
  at: number,
): PriceWatchState {
  const price = lowest?.price_minor ?? null;
  const state = { is_crossed: false, base_minor: price, last_minor: price, last_at: at };
  return 'value_minor' in condition ? { ...state, is_crossed: isBeyond(condition, state, price) } : state;
}

/** One look of a price watch at a product: what it knows from then on, and whether the threshold was crossed just now. */
export function look(
  condition: PriceCondition,
  state: PriceWatchState,
  lowest: LowestOffer | null,
  at: number,
): { state: PriceWatchState; crossed: boolean } {
  const price = lowest?.price_minor ?? null;
  const beyond = isBeyond(condition, state, price);
  const seen = { ...state, last_minor: price, last_at: at };
  if ('percent' in condition) {
    // From what was told on, it is counted anew, so it never has to be armed again.
    const base_minor = beyond ? price : (state.base_minor ?? price);
    return { state: { ...seen, base_minor }, crossed: beyond };
  }
  // Where nothing can be bought there is no price, and no crossing back either.
  const is_crossed = price === null ? state.is_crossed : beyond;
  return { state: { ...seen, is_crossed }, crossed: beyond && !state.is_crossed };
}

/** A crossing that was told: the price that was told (minor units) and the threshold that it was beyond. */
export interface ToldCrossing {
  price_minor: number;
  threshold_minor: number;
  /** What was told before: of a watch on a drop what it was counted from until then. */
  previous_minor: number | null;
  /** Whether none was told after it. */
  is_last: boolean;
}

/**
 * What a price watch knows once the price of a told crossing turns out to have been another (`right`; null: nothing was
 * purchasable), and whether that one was beyond the threshold, too. A drop is counted from the right price, or from what
 * it was counted from before; a threshold that was not crossed is armed again.
 */
export function takeBack(
  condition: PriceCondition,
  state: PriceWatchState,
  told: ToldCrossing,
  right: number | null,
): { state: PriceWatchState; stands: boolean } {
  const isPercent = 'percent' in condition;
  const isBelow =
    right !== null && (isPercent ? right <= told.threshold_minor : right < told.threshold_minor);
  if (!isPercent)
    return {
      state: { ...state, is_crossed: state.is_crossed && (isBelow || !told.is_last) },
      stands: isBelow,
    };
  if (state.base_minor !== told.price_minor) return { state, stands: isBelow };
  return { state: { ...state, base_minor: isBelow ? right : told.previous_minor }, stands: isBelow };
}
