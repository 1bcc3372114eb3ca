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
  /** The cheapest live offer, NaN where there is none; of all, and of those that take orders. */
  readonly #least: Float64Array;
  readonly #leastInStock: Float64Array;
  /** The price a product is sorted by: of offers that take orders, else of those that may, else of the others. */
  readonly #best: Float64Array;
  /** By product: has a live offer, has one that takes orders. A byte each, for the many that are looked at. */
  readonly #live: Uint8Array;
  readonly #liveInStock: Uint8Array;

  constructor(columns: OfferColumns, sellers: readonly string[]) {
    this.columns = columns;
    this.sellers = sellers;
    const products = columns.firsts.length - 1;
    this.#least = new Float64Array(products).fill(Number.NaN);
    this.#leastInStock = new Float64Array(products).fill(Number.NaN);
    this.#best = new Float64Array(products).fill(Number.NaN);
    this.#live = new Uint8Array(products);
    this.#liveInStock = new Uint8Array(products);
    for (let product = 0; product < products; product++) {
      let tier = 3;
      for (
        let offer = columns.firsts[product] as number;
        offer < (columns.firsts[product + 1] as number);
        offer++
      ) {
        const cost = columns.costs[offer] as number;
        const stock = columns.stock[offer] as number;
        this.#live[product] = 1;
        if (stock === STOCK.yes) this.#liveInStock[product] = 1;
        if (!((this.#least[product] as number) <= cost)) this.#least[product] = cost;
        if (stock === STOCK.yes && !((this.#leastInStock[product] as number) <= cost))
          this.#leastInStock[product] = cost;
        if (stock < tier || (stock === tier && cost < (this.#best[product] as number))) {
          tier = stock;
          this.#best[product] = cost;
        }
      }
    }
  }

  /**
   * A filter made ready, exact: a product passes when `live[product]` is 1 and, each where it is not null,
   * `least[product] <= most` and `test` says so.
   */
  filter(filter: OfferFilter): {
    live: Uint8Array;
    least: Float64Array | null;
    most: number;
    test: ((product: number) => boolean) | null;
  } {
    const live = filter.in_stock ? this.#liveInStock : this.#live;
    const most = filter.max_price_minor ?? Number.POSITIVE_INFINITY;
    const cheapest = filter.in_stock ? this.#leastInStock : this.#least;
    const least = filter.max_price_minor === undefined ? null : cheapest;
    if (filter.sellers === undefined) return { live, least, most, test: null };
    const wanted = this.#wanted(filter.sellers);
    const { firsts } = this.columns;
    const test = (product: number) => {
      const end = firsts[product + 1] as number;
      for (let offer = firsts[product] as number; offer < end; offer++)
        if (this.#passes(offer, wanted, filter)) return true;
      return false;
    };
    return { live, least, most, test };
  }

  /** The price of a product among the offers that pass, minor units; infinite where none compares, NaN where none passes. */
  price(filter: OfferFilter): (product: number) => number {
    if (filter.sellers === undefined && filter.max_price_minor === undefined && !filter.in_stock)
      return (product) => this.#best[product] as number;
    const wanted = filter.sellers === undefined ? null : this.#wanted(filter.sellers);
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

  #passes(offer: number, wanted: Uint8Array | null, filter: OfferFilter): boolean {
    const { sellerNos, costs, stock } = this.columns;
    return (
      (wanted === null || wanted[sellerNos[offer] as number] === 1) &&
      (!filter.in_stock || stock[offer] === STOCK.yes) &&
      (filter.max_price_minor === undefined || (costs[offer] as number) <= filter.max_price_minor)
    );
  }

  #wanted(sellers: readonly string[]): Uint8Array {
    const names = new Set(sellers);
    return Uint8Array.from(this.sellers, (seller) => (names.has(seller) ? 1 : 0));
  }
}
