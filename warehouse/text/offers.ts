import { Arena, type SharedArena } from './arena.ts';
import type { Column } from './array_file.ts';
import type { Selection } from './selection.ts';

/** Costs from here on, minor units, are compared offer by offer. */
const DEAR = 2 ** 30;

/** Whether an order is taken: it is, the feed does not say, it is not. */
export const STOCK = { yes: 0, unknown: 1, no: 2 } as const;

/** Which offers count. A product passes when one of its offers meets all of them at once. */
export interface OfferFilter {
  /** Any of these; absent means all. */
  sellers?: readonly string[];
  in_stock?: boolean;
  /** Minor units, compared with the landed cost, or with the price where delivery is unknown. */
  max_price_minor?: number;
  /** By offer 1 where its variant meets conditions (`AttributeValues.meeting`), in memory that threads share. */
  attributes?: Uint8Array;
}

/** The live offers of every product, grouped: product p's are first[p] … first[p + 1) - 1. */
export interface OfferColumns {
  firsts: Uint32Array;
  /** Index into `sellers`. */
  sellerNos: Uint16Array;
  /** Landed cost or price in minor units; infinite for another currency, which compares with nothing. */
  costs: Float64Array;
  /** `STOCK`. */
  stock: Uint8Array;
  /** By product: 1 where nobody sells it new; absent where all are new. */
  used?: Uint8Array;
}

/** What is known of each product from its offers. */
interface OfferFacts {
  /** 1 where it has a live offer, one that takes orders. */
  live: Uint8Array;
  liveInStock: Uint8Array;
  /** 1 where one takes orders or its feed does not say. */
  ready: Uint8Array;
  /** Its cheapest live offer, of all and of those that take orders; `DEAR` stands for that much and more. */
  least: Int32Array;
  leastInStock: Int32Array;
  /** The price it is sorted by: of offers that take orders, else of those that may, else of the others. */
  best: Float64Array;
  /** A bit for the number of each of its sellers, modulo 32. */
  sellerBits: Int32Array;
}

/** The offers as another thread gets them. */
export interface SharedOffers {
  columns: OfferColumns;
  sellers: readonly string[];
  facts: OfferFacts;
  arena: SharedArena;
}

/** Answers which products have an offer that passes a filter, and for how much. */
export class Offers {
  readonly columns: OfferColumns;
  readonly sellers: readonly string[];
  /** Where what is computed of a snapshot lies, these arrays among it. */
  readonly arena: Arena;
  readonly #facts: OfferFacts;
  readonly #wantedSellers: Uint8Array;

  private constructor(sellers: readonly string[], arena: Arena, columns: OfferColumns, facts: OfferFacts) {
    this.sellers = sellers;
    this.arena = arena;
    this.columns = columns;
    this.#facts = facts;
    this.#wantedSellers = arena.allocate(Uint8Array, sellers.length);
  }

  static of(columns: OfferColumns, sellers: readonly string[]): Offers {
    const arena = new Arena();
    const held: OfferColumns = {
      firsts: arena.hold(columns.firsts),
      sellerNos: arena.hold(columns.sellerNos),
      costs: arena.hold(columns.costs),
      stock: arena.hold(columns.stock),
      ...(columns.used && { used: arena.hold(columns.used) }),
    };
    return new Offers(sellers, arena, held, factsOf(held, arena));
  }

  /** The offers of another thread. */
  static attach({ columns, sellers, facts, arena: shared }: SharedOffers): Offers {
    const arena = new Arena(shared);
    const adopted = <T extends object>(arrays: T): T =>
      Object.fromEntries(
        Object.entries(arrays).map(([name, array]) => [name, arena.adopt(array as Column)]),
      ) as T;
    return new Offers(sellers, arena, adopted(columns), adopted(facts));
  }

  /** What another thread needs to filter by the same offers. */
  get shared(): SharedOffers {
    return { columns: this.columns, sellers: this.sellers, facts: this.#facts, arena: this.arena.shared };
  }

  /** By product: 1 where an offer is live, with `in_stock` where one takes orders. */
  live(filter: OfferFilter): Uint8Array {
    return filter.in_stock ? this.#facts.liveInStock : this.#facts.live;
  }

  /** Tells of a product whether it is sold as something new that can be had: an order is taken, or its feed does not say. */
  isReady(product: number): boolean {
    return this.columns.used?.[product] !== 1 && this.#facts.ready[product] === 1;
  }

  /** Keeps of products that are live the ones that pass the rest of the filter, exactly. */
  narrow(selection: Selection, filter: OfferFilter): void {
    const { max_price_minor: most, sellers } = filter;
    if (most !== undefined && most < DEAR)
      selection.within(filter.in_stock ? this.#facts.leastInStock : this.#facts.least, {
        from: 0,
        to: Math.floor(most) + 1,
      });
    if (filter.attributes) return this.#narrowByOffer(selection, filter);
    if (sellers === undefined && (most === undefined || most < DEAR)) return;
    const wanted = this.#wanted(sellers);
    if (sellers !== undefined)
      selection.having(
        this.#facts.sellerBits,
        wanted.reduce((bits, is, no) => (is === 1 ? bits | (1 << (no & 31)) : bits), 0),
      );
    selection.offering(this.columns, {
      wanted,
      most: most ?? Number.POSITIVE_INFINITY,
      stockMost: filter.in_stock ? STOCK.yes : STOCK.no,
    });
  }

  /** Keeps, of any products, those with an offer that passes the filter and takes orders, or whose feed does not say. */
  narrowToBuyable(
    selection: Selection,
    { sellers, max_price_minor }: Pick<OfferFilter, 'sellers' | 'max_price_minor'>,
  ): void {
    selection.offering(this.columns, {
      wanted: this.#wanted(sellers),
      most: max_price_minor ?? Number.POSITIVE_INFINITY,
      stockMost: STOCK.unknown,
    });
  }

  /** Keeps those with an offer that meets everything at once. */
  #narrowByOffer(selection: Selection, filter: OfferFilter): void {
    const passes = this.passing(filter);
    const { firsts } = this.columns;
    selection.keep((product) => {
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++)
        if (passes(offer)) return true;
      return false;
    });
  }

  /** Tells of an offer, by its place in the columns, whether it passes. */
  passing(filter: OfferFilter): (offer: number) => boolean {
    const wanted = this.#wanted(filter.sellers).slice();
    return (offer) => this.#passes(offer, wanted, filter);
  }

  /** The price of a product among the offers that pass, minor units; infinite where none compares, NaN where none passes. */
  price(filter: OfferFilter): (product: number) => number {
    if (
      filter.sellers === undefined &&
      filter.max_price_minor === undefined &&
      !filter.in_stock &&
      !filter.attributes
    )
      return (product) => this.#facts.best[product] as number;
    const wanted = this.#wanted(filter.sellers).slice();
    const { firsts, costs, stock } = this.columns;
    return (product) => {
      let tier = 3;
      let best = Number.NaN;
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++) {
        if (!this.#passes(offer, wanted, filter)) continue;
        const state = stock[offer] as number;
        if (state > tier || (state === tier && (costs[offer] as number) >= best)) continue;
        tier = state;
        best = costs[offer] as number;
      }
      return best;
    };
  }

  #passes(offer: number, wanted: Uint8Array, filter: OfferFilter): boolean {
    const { sellerNos, costs, stock } = this.columns;
    return (
      wanted[sellerNos[offer] as number] === 1 &&
      (filter.attributes === undefined || filter.attributes[offer] === 1) &&
      (!filter.in_stock || stock[offer] === STOCK.yes) &&
      (filter.max_price_minor === undefined || (costs[offer] as number) <= filter.max_price_minor)
    );
  }

  /** By seller number 1 where the seller is one of these, or everywhere without them; valid until the next call. */
  #wanted(sellers: readonly string[] | undefined): Uint8Array {
    const names = sellers && new Set(sellers);
    for (const [no, seller] of this.sellers.entries())
      this.#wantedSellers[no] = !names || names.has(seller) ? 1 : 0;
    return this.#wantedSellers;
  }
}

function factsOf({ firsts, sellerNos, costs, stock }: OfferColumns, arena: Arena): OfferFacts {
  const products = firsts.length - 1;
  const live = arena.allocate(Uint8Array, products);
  const liveInStock = arena.allocate(Uint8Array, products);
  const ready = arena.allocate(Uint8Array, products);
  const least = arena.allocate(Int32Array, products).fill(DEAR);
  const leastInStock = arena.allocate(Int32Array, products).fill(DEAR);
  const best = arena.allocate(Float64Array, products).fill(Number.NaN);
  const sellerBits = arena.allocate(Int32Array, products);
  for (let product = 0; product < products; product++) {
    let tier = 3;
    const end = firsts[product + 1] as number;
    for (let offer = firsts[product] as number; offer < end; offer++) {
      const cost = costs[offer] as number;
      const state = stock[offer] as number;
      live[product] = 1;
      sellerBits[product]! |= 1 << ((sellerNos[offer] as number) & 31);
      least[product] = Math.min(least[product] as number, cost);
      if (state !== STOCK.no) ready[product] = 1;
      if (state === STOCK.yes) {
        liveInStock[product] = 1;
        leastInStock[product] = Math.min(leastInStock[product] as number, cost);
      }
      if (state < tier || (state === tier && cost < (best[product] as number))) {
        tier = state;
        best[product] = cost;
      }
    }
  }
  return { live, liveInStock, ready, least, leastInStock, best, sellerBits };
}
