import type { Measure } from '../../pipelines/domain/intent.ts';
import { type OfferFilter, type Offers, STOCK } from './offers.ts';
import type { OnlyColumn, OnlyQuantities } from './only_quantities.ts';
import type { Selection } from './selection.ts';
import { type Judge, SEVERAL, type VariantAmounts } from './variant_amounts.ts';

/**
 * How a product stands to measures: none of its offers that pass can be bought, though the price is bounded; it has such
 * an offer, but none of a variant within the bounds; it has one.
 */
export const FIT = { none: 0, lacking: 1, met: 2 } as const;
export type Fit = (typeof FIT)[keyof typeof FIT];

/** A measure, and by product the only quantity that decides it. */
interface Judged {
  judge: Judge;
  only: OnlyColumn;
}

/** Tells how products stand to measures, by their offers that pass a filter. */
export class MeasuredFit {
  readonly #firsts: Uint32Array;
  readonly #stock: Uint8Array;
  readonly #mostStock: number;
  /** Null where every offer passes. */
  readonly #passes: ((offer: number) => boolean) | null;
  readonly #judged: readonly Judged[];
  /** What decides alone of products that state one quantity; undefined where several measures or offers do. */
  readonly #sure: Judged | undefined;
  readonly #amounts: VariantAmounts;

  constructor(
    { offers, amounts, quantities }: { offers: Offers; amounts: VariantAmounts; quantities: OnlyQuantities },
    filter: OfferFilter,
    measures: readonly Measure[],
  ) {
    const { firsts, stock } = offers.columns;
    this.#firsts = firsts;
    this.#stock = stock;
    // What is sold out is an answer, but to who bounds the price.
    this.#mostStock = filter.max_price_minor === undefined ? STOCK.no : STOCK.unknown;
    const { sellers, in_stock, max_price_minor, attributes } = filter;
    const isFiltered = [sellers, in_stock || undefined, max_price_minor, attributes].some(
      (part) => part !== undefined,
    );
    this.#passes = isFiltered ? offers.passing(filter) : null;
    const judges = measures.map((measure) => amounts.judge(measure));
    const columns = quantities.of(judges);
    this.#judged = judges.map((judge, at) => ({ judge, only: columns[at] as OnlyColumn }));
    this.#sure = this.#passes === null && this.#judged.length === 1 ? this.#judged[0] : undefined;
    this.#amounts = amounts;
  }

  of(product: number): Fit {
    const sure = this.#sure;
    const [first, end] = [this.#firsts[product] as number, this.#firsts[product + 1] as number];
    const quantity = sure?.only[product] ?? SEVERAL;
    if (sure && quantity > SEVERAL) return sure.judge.meets(first, quantity) ? FIT.met : FIT.lacking;
    let fit: Fit = FIT.none;
    const passes = this.#passes;
    for (let offer = first; offer < end; offer++) {
      if (passes !== null && ((this.#stock[offer] as number) > this.#mostStock || !passes(offer))) continue;
      if (this.#meets(product, offer)) return FIT.met;
      fit = FIT.lacking;
    }
    return fit;
  }

  /** Whether an offer's variant meets all; of a product that states one quantity that is decided once for all its offers. */
  #meets(product: number, offer: number): boolean {
    return this.#judged.every(({ judge, only }) => {
      const quantity = only[product] as number;
      return quantity === SEVERAL ? judge.meets(offer) : quantity > SEVERAL && judge.meets(offer, quantity);
    });
  }

  /** What an answer tells of a product that was found: how it stands to them, and whether several variants may. */
  told(product: number): { fit: Fit; several?: true } {
    const first = this.#firsts[product] as number;
    const isOffered = first < (this.#firsts[product + 1] as number);
    return {
      fit: this.of(product),
      ...(isOffered && !this.#amounts.isAlone(first) ? { several: true } : {}),
    };
  }

  /** Keeps of what is selected what meets them; returns what was selected before. */
  keep(selection: Selection): Uint32Array {
    const before = selection.taken();
    const firsts = this.#firsts;
    const isSure = this.#sure !== undefined;
    const isMet = (product: number) => this.of(product) === FIT.met;
    for (const { judge, only } of this.#judged)
      selection.keepValues(only, { most: judge.most, open: SEVERAL }, (quantity, product) => {
        if (quantity === SEVERAL) return isSure ? isMet(product) : true;
        return quantity > SEVERAL && judge.meets(firsts[product] as number, quantity);
      });
    // Which offers pass, and which of several quantities are of one variant, is looked at where it may be met at all.
    if (!isSure) selection.keep(isMet);
    return before;
  }
}

/** Products that are looked at for amounts of a kind. */
const MOST_LOOKED_AT = 100;

/** Some products evenly of all, since what comes first is often one maker's. */
export function evenly(products: readonly number[]): number[] {
  const step = Math.max(1, products.length / MOST_LOOKED_AT);
  const count = Math.min(products.length, MOST_LOOKED_AT);
  return Array.from({ length: count }, (_, at) => products[Math.floor(at * step)] as number);
}

/** Of some measures those of whose dimension no offer of these products is of a variant that states any amount. */
export function unstatedOf(
  measures: readonly Measure[],
  products: readonly number[],
  amounts: VariantAmounts,
  { columns: { firsts } }: Offers,
): readonly Measure[] {
  return measures.filter((measure) => {
    const states = amounts.stating(measure);
    return !products.some((product) => {
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++)
        if (states(offer)) return true;
      return false;
    });
  });
}
