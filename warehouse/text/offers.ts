import { Arena } from './arena.ts';
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
}

/** Answers which products have an offer that passes a filter, and for how much. */
export class Offers {
  readonly columns: OfferColumns;
  readonly sellers: readonly string[];
  /** Where what is computed of a snapshot lies, these arrays among it. */
  readonly arena = new Arena();
  /** The cheapest live offer of a product, of all and of those that take orders; `DEAR` stands for that much and more. */
  readonly #least: Int32Array;
  readonly #leastInStock: Int32Array;
  /** The price a product is sorted by: of offers that take orders, else of those that may, else of the others. */
  readonly #best: Float64Array;
  /** By product: 1 where it has a live offer, one that takes orders. */
  readonly #live: Uint8Array;
  readonly #liveInStock: Uint8Array;
  /** By product: a bit for the number of each of its sellers, modulo 32. */
  readonly #sellerBits: Int32Array;
  readonly #wantedSellers: Uint8Array;

  constructor(columns: OfferColumns, sellers: readonly string[]) {
    this.columns = {
      firsts: this.arena.hold(columns.firsts),
      sellerNos: this.arena.hold(columns.sellerNos),
      costs: this.arena.hold(columns.costs),
      stock: this.arena.hold(columns.stock),
    };
    this.sellers = sellers;
    const products = columns.firsts.length - 1;
    this.#least = this.arena.allocate(Int32Array, products).fill(DEAR);
    this.#leastInStock = this.arena.allocate(Int32Array, products).fill(DEAR);
    this.#best = new Float64Array(products).fill(Number.NaN);
    this.#live = this.arena.allocate(Uint8Array, products);
    this.#liveInStock = this.arena.allocate(Uint8Array, products);
    this.#wantedSellers = this.arena.allocate(Uint8Array, sellers.length);
    this.#sellerBits = this.arena.allocate(Int32Array, products);
    for (let product = 0; product < products; product++) this.#read(product);
  }

  #read(product: number): void {
    const { firsts, sellerNos, costs, stock } = this.columns;
    let tier = 3;
    const end = firsts[product + 1] as number;
    for (let offer = firsts[product] as number; offer < end; offer++) {
      const cost = costs[offer] as number;
      const state = stock[offer] as number;
      this.#live[product] = 1;
      this.#sellerBits[product]! |= 1 << ((sellerNos[offer] as number) & 31);
      this.#least[product] = Math.min(this.#least[product] as number, cost);
      if (state === STOCK.yes) {
        this.#liveInStock[product] = 1;
        this.#leastInStock[product] = Math.min(this.#leastInStock[product] as number, cost);
      }
      if (state < tier || (state === tier && cost < (this.#best[product] as number))) {
        tier = state;
        this.#best[product] = cost;
      }
    }
  }

  /** By product: 1 where an offer is live, with `in_stock` where one takes orders. */
  live(filter: OfferFilter): Uint8Array {
    return filter.in_stock ? this.#liveInStock : this.#live;
  }

  /** Keeps of products that are live the ones that pass the rest of the filter, exactly. */
  narrow(selection: Selection, filter: OfferFilter): void {
    const { max_price_minor: most, sellers } = filter;
    if (most !== undefined && most < DEAR)
      selection.within(filter.in_stock ? this.#leastInStock : this.#least, {
        from: 0,
        to: Math.floor(most) + 1,
      });
    if (sellers === undefined && (most === undefined || most < DEAR)) return;
    const wanted = this.#wanted(sellers);
    if (sellers !== undefined)
      selection.having(
        this.#sellerBits,
        wanted.reduce((bits, is, no) => (is === 1 ? bits | (1 << (no & 31)) : bits), 0),
      );
    selection.offering(this.columns, {
      wanted,
      most: most ?? Number.POSITIVE_INFINITY,
      stockMost: filter.in_stock ? STOCK.yes : STOCK.no,
    });
  }

  /** The price of a product among the offers that pass, minor units; infinite where none compares, NaN where none passes. */
  price(filter: OfferFilter): (product: number) => number {
    if (filter.sellers === undefined && filter.max_price_minor === undefined && !filter.in_stock)
      return (product) => this.#best[product] as number;
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
