import { resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { LoggedCrossing, NewDelivery, NewEvent, WatchStateRow } from '../../warehouse/state/events.ts';
import type { Watch } from '../../warehouse/state/watches.ts';
import { parseId } from '../domain/key.ts';
import type { Listing, Product } from '../domain/listing.ts';
import {
  firstState,
  fulfils,
  look,
  lowestAt,
  type PriceCondition,
  type PriceWatchState,
  takeBack,
} from '../domain/watch.ts';
import { correctionOf, crossingOf, momentOf, toldCrossing } from './crossing.ts';
import { deliveryOf } from './delivery_body.ts';
import { WatchList } from './watch_list.ts';

/** What some events mean to the watches. */
export interface Told {
  /** The events, each followed by the crossings of thresholds that it made. */
  events: NewEvent[];
  deliveries: NewDelivery[];
  states: WatchStateRow[];
}

/** Events that move what a product costs at the least. */
const PRICING: readonly string[] = ['price.changed', 'availability.changed', 'seller.changed'];

const placeOf = (watch: Watch, product: Product): string =>
  watch.target_kind === 'product' ? '' : product.product_id;

/** An event that a watch on prices looks at a product for. */
interface PriceLook {
  watch: Watch;
  condition: PriceCondition;
  event: NewEvent;
  product: Product;
}

/** The condition of a watch on prices; null for any other. */
export function priceCondition(
  watch: Pick<Watch, 'condition' | 'value_minor' | 'percent'>,
): PriceCondition | null {
  if (watch.condition === 'price_below' && watch.value_minor !== null)
    return { value_minor: watch.value_minor };
  if (watch.condition === 'price_drop_percent' && watch.percent !== null) return { percent: watch.percent };
  return null;
}

/** The offers of a product that a watch is about. */
export function watchedOffers(
  watch: Pick<Watch, 'target_kind' | 'target' | 'target_seller'>,
  listings: readonly Listing[],
): readonly Listing[] {
  const seller = watch.target_kind === 'seller' ? watch.target : watch.target_seller;
  return seller === null ? listings : listings.filter((listing) => listing.seller === seller);
}

/**
 * Holds events against watches, one after another in the order of the log. Prices and stock are looked up as they stood
 * at the moment of each event, in the history of the product's offers, so several publications taken in late mean
 * what they would have meant one by one.
 */
export class Teller {
  readonly #snapshot: Snapshot;
  readonly #watches: readonly Watch[];
  #list: { concerned: number; watches: WatchList } | null = null;
  readonly #states: Map<string, WatchStateRow>;
  #crossings: ReadonlyMap<string, readonly LoggedCrossing[]> = new Map();
  /** Ids of crossings that were corrected, and watches with their place that were told one since. */
  readonly #takenBack = new Set<string>();
  readonly #crossed = new Set<string>();

  /** `states`: what the price watches knew until now. */
  constructor(snapshot: Snapshot, watches: readonly Watch[], states: readonly WatchStateRow[]) {
    this.#snapshot = snapshot;
    this.#watches = watches;
    this.#states = new Map(states.map((state) => [`${state.watch_id} ${state.scope}`, state]));
  }

  /**
   * `part`: which of the snapshot's files of events they are from. `crossings`: those of the log that were told at a
   * moment of which one of the events corrects something.
   */
  async tell(
    events: readonly NewEvent[],
    part: number,
    crossings: readonly LoggedCrossing[] = [],
  ): Promise<Told> {
    this.#crossings = Map.groupBy(crossings, (crossing) => toldCrossing(crossing).watch_id);
    const watches = this.#of(part);
    const products = await this.#productsOf(events);
    const told: Told = { events: [], deliveries: [], states: [] };
    const moved = new Map<string, WatchStateRow>();
    for (const event of events) {
      told.events.push(event);
      const found = products.get(event.offer_id ?? '');
      if (!found) continue;
      for (const watch of watches.of(found.number, found.product, event.seller ?? '')) {
        const condition = priceCondition(watch);
        if (condition) this.#price({ watch, condition, event, product: found.product }, told, moved);
        else if (watch.status === 'active' && isTold(watch, event, found.product))
          told.deliveries.push(deliveryOf(watch, event));
      }
      if (event.type === 'match.degraded') await this.#left(event, found.number, watches, told);
    }
    told.states = [...moved.values()];
    return told;
  }

  /** Tells a match that is no more to those who watch the product that the offer has left. */
  async #left(event: NewEvent, now: number, watches: WatchList, told: Told): Promise<void> {
    const left = resolveReference(this.#snapshot, event.product_id ?? '');
    if (left.outcome !== 'found' || left.product_no === now) return;
    const [product] = await this.#snapshot.products([left.product_no]);
    if (!product) return;
    const already = new Set(
      told.deliveries.filter(({ event_id }) => event_id === event.id).map((one) => one.watch_id),
    );
    for (const watch of watches.of(left.product_no, product, event.seller ?? ''))
      if (watch.status === 'active' && watch.condition === 'match_degraded' && !already.has(watch.id))
        told.deliveries.push(deliveryOf(watch, event));
  }

  /** The watches that were there before the file was. */
  #of(part: number): WatchList {
    const watches = this.#watches.filter(({ event_parts }) => event_parts <= part);
    if (this.#list?.concerned !== watches.length)
      this.#list = { concerned: watches.length, watches: new WatchList(this.#snapshot, watches) };
    return this.#list.watches;
  }

  #price(
    { watch, condition, event, product }: PriceLook,
    told: Told,
    moved: Map<string, WatchStateRow>,
  ): void {
    if (!PRICING.includes(event.type)) return;
    const { currency } = this.#snapshot;
    const offers = watchedOffers(watch, product.listings);
    const scope = placeOf(watch, product);
    const key = `${watch.id} ${scope}`;
    const moment = momentOf(event);
    const kept = this.#states.get(key);
    const known: PriceWatchState = kept
      ? { ...kept, is_crossed: kept.is_crossed === 1 }
      : firstState(condition, lowestAt(offers, moment, currency, true), moment);
    const state = this.#takeBack({ watch, condition, event, product, offers }, known, told);
    // What comes late is judged by what stands since: a price of before that does not hold any more is no news.
    const at = Math.max(moment, state.last_at);
    const lowest = lowestAt(offers, at, currency);
    const next = look(condition, state, lowest, at);
    const row: WatchStateRow = {
      ...next.state,
      watch_id: watch.id,
      scope,
      is_crossed: next.state.is_crossed ? 1 : 0,
    };
    this.#states.set(key, row);
    moved.set(key, row);
    if (!next.crossed || !lowest || watch.status !== 'active') return;
    const { product_id } = product;
    const crossing = crossingOf({ watch, condition, state, event, product_id, lowest, at, currency });
    this.#crossed.add(key);
    told.events.push(crossing);
    told.deliveries.push(deliveryOf(watch, crossing));
  }

  /** Corrects the crossings that a watch was told at a moment whose prices turn out to have been others. */
  #takeBack(
    { watch, condition, event, product, offers }: PriceLook & { offers: readonly Listing[] },
    known: PriceWatchState,
    told: Told,
  ): PriceWatchState {
    let state = known;
    if (typeof event.payload['corrects'] !== 'string') return state;
    for (const crossing of this.#crossings.get(watch.id) ?? []) {
      if (!this.#isOf(crossing, product)) continue;
      const was = toldCrossing(crossing);
      const right = lowestAt(offers, was.at, this.#snapshot.currency)?.price_minor ?? null;
      if (right === was.price_minor || this.#takenBack.has(crossing.id)) continue;
      this.#takenBack.add(crossing.id);
      const is_last = was.is_last && !this.#crossed.has(`${watch.id} ${placeOf(watch, product)}`);
      const taken = takeBack(condition, state, { ...was, is_last }, right);
      state = taken.state;
      if (watch.status !== 'active') continue;
      const correction = correctionOf(crossing, { event, right, stands: taken.stands });
      told.events.push(correction);
      told.deliveries.push(deliveryOf(watch, correction));
    }
    return state;
  }

  /** Whether a crossing was told of a product, or of one that has become it. */
  #isOf({ product_id }: LoggedCrossing, product: Product): boolean {
    if (product_id === product.product_id) return true;
    const became = resolveReference(this.#snapshot, product_id ?? '');
    const now = resolveReference(this.#snapshot, product.product_id);
    return became.outcome === 'found' && now.outcome === 'found' && became.product_no === now.product_no;
  }

  /** The product of each offer as it is now. */
  async #productsOf(events: readonly NewEvent[]): Promise<Map<string, { number: number; product: Product }>> {
    const numbers = new Map<string, number>();
    for (const { offer_id } of events) {
      const key = offer_id === null ? null : parseId(offer_id)?.key;
      const found = key === null || key === undefined ? null : this.#snapshot.find(key);
      if (offer_id !== null && found) numbers.set(offer_id, found.product_no);
    }
    const wanted = [...new Set(numbers.values())];
    const products = new Map<number, Product>();
    for (let from = 0; from < wanted.length; from += READ_AT_ONCE) {
      const some = wanted.slice(from, from + READ_AT_ONCE);
      for (const [at, product] of (await this.#snapshot.products(some)).entries())
        products.set(some[at] as number, product);
    }
    return new Map(
      [...numbers].map(([offer, number]) => [offer, { number, product: products.get(number) as Product }]),
    );
  }
}

/** Products read in one call: a few of them have hundreds of listings. */
const READ_AT_ONCE = 50;

function isTold(watch: Watch, event: NewEvent, product: Product): boolean {
  const offers = watchedOffers(watch, product.listings);
  const offer = offers.find(({ offer_id }) => offer_id === event.offer_id);
  switch (watch.condition) {
    case 'price_changed':
      return event.type === 'price.changed';
    case 'policy_violated':
      return event.type === 'policy.violated';
    case 'match_degraded':
      return event.type === 'match.degraded';
    case 'back_in_stock':
    case 'out_of_stock':
      return (
        offer !== undefined &&
        (event.type === 'availability.changed' || event.type === 'seller.changed') &&
        fulfils(watch.condition, offers, offer, momentOf(event))
      );
    case 'new_seller':
    case 'seller_left':
      return (
        offer !== undefined &&
        event.type === 'seller.changed' &&
        event.payload['change'] === (watch.condition === 'new_seller' ? 'added' : 'removed') &&
        fulfils(watch.condition, offers, offer, momentOf(event))
      );
    case 'price_below':
    case 'price_drop_percent':
      return false;
  }
}
