import type { Offers } from './offers.ts';
import { type Judge, SEVERAL } from './variant_amounts.ts';

/** Dimensions that columns are kept of; those that were asked for last. */
const MOST_KEPT = 12;

const SHORT = 2 ** 16;

export type OnlyColumn = Uint16Array | Uint32Array;

/**
 * By product the only quantity of a dimension that any variant with an offer states; `NOTHING`, or `SEVERAL` where they
 * are to be looked at one by one. A column is made when its dimension is first asked for: asking every product found
 * for its offers, their variants and what these state takes thirty times as long as looking it up.
 */
export class OnlyQuantities {
  readonly #offers: Offers;
  readonly #columns = new Map<string, OnlyColumn>();

  constructor(offers: Offers) {
    this.#offers = offers;
  }

  of(judge: Judge): OnlyColumn {
    const { dimensions } = judge;
    const column = this.#columns.get(dimensions) ?? this.#made(judge);
    this.#columns.delete(dimensions);
    this.#columns.set(dimensions, column);
    const [oldest] = this.#columns.keys();
    if (this.#columns.size > MOST_KEPT && oldest !== undefined) this.#columns.delete(oldest);
    return column;
  }

  #made({ only, most }: Judge): OnlyColumn {
    const { firsts } = this.#offers.columns;
    const column = new (most < SHORT ? Uint16Array : Uint32Array)(firsts.length - 1);
    for (let product = 0; product < column.length; product++) {
      const [first, end] = [firsts[product] as number, firsts[product + 1] as number];
      for (let offer = first; offer < end; offer++) {
        const own = only(offer);
        if (offer === first) column[product] = own;
        else if (column[product] !== own) column[product] = SEVERAL;
      }
    }
    return column;
  }
}
