import { BrandSpellings } from './brand_spellings.ts';
import { subtree } from './category_tree.ts';
import { Kernel } from './kernel.ts';
import { type OfferFilter, type Offers, STOCK } from './offers.ts';
import { Page, type Position } from './page.ts';
import type { Selection } from './selection.ts';
import type { TextList } from './text_list.ts';

const MAX_FACET_VALUES = 100;

export interface FacetCount {
  value: string;
  products: number;
}

/**
 * How many of the products found there are of each; at most a hundred values, the commonest first. A category's are all
 * that lie in it and below it, as a filter by it takes them.
 */
export interface SearchFacets {
  categories: FacetCount[];
  brands: FacetCount[];
  sellers: FacetCount[];
  in_stock: number;
}

/** The values of a field and, by product, the number of its own; negative for none. */
export interface FacetField {
  values: TextList;
  of: Int32Array;
}

/** Counts the products of an answer by what people narrow it with. */
export class FacetCounter {
  readonly #categories: FacetField;
  readonly #brands: FacetField;
  readonly #spellings: BrandSpellings;
  readonly #offers: Offers;
  readonly #kernel: Kernel;
  /** By category the first one behind all that lie below it. */
  readonly #ends: Int32Array;
  /** Products by category, brand and seller, and the product each seller was last met with. */
  readonly #counts: Record<'category' | 'brand' | 'seller' | 'metWith', Int32Array>;

  /** The numbers of both fields must lie in the arena of the offers. */
  constructor(categories: FacetField, brands: FacetField, offers: Offers) {
    this.#categories = categories;
    this.#brands = brands;
    this.#spellings = new BrandSpellings(brands.values);
    this.#offers = offers;
    this.#kernel = new Kernel(offers.arena);
    const { values } = categories;
    this.#ends = Int32Array.from({ length: values.size }, (_, no) => subtree(values, values.text(no)).to);
    this.#counts = {
      category: offers.arena.allocate(Int32Array, categories.values.size),
      brand: offers.arena.allocate(Int32Array, brands.values.size),
      seller: offers.arena.allocate(Int32Array, offers.sellers.length),
      metWith: offers.arena.allocate(Int32Array, offers.sellers.length),
    };
  }

  /** Sellers and stock are of the offers that pass the filter. */
  count(selection: Selection, filter: OfferFilter): SearchFacets {
    const { category, brand, seller, metWith } = this.#counts;
    for (const counts of [category, brand, seller]) counts.fill(0);
    metWith.fill(-1);
    const numbers = { category: this.#categories.of, brand: this.#brands.of };
    let in_stock = this.#kernel.tally(selection, numbers, this.#offers.columns, this.#counts);
    if (filter.sellers || filter.in_stock || filter.max_price_minor !== undefined || filter.attributes)
      in_stock = this.#passingOffers(selection, filter);
    return {
      categories: named(commonest(this.#withBelow(category)), this.#categories),
      brands: named(this.#spellings.commonest(brand, MAX_FACET_VALUES), this.#brands),
      sellers: this.#commonestSellers(seller),
      in_stock,
    };
  }

  /** Of each category the products in it and below it; a node stands right before what lies below it. */
  #withBelow(counts: Int32Array): Int32Array {
    const before = new Int32Array(counts.length + 1);
    for (const [no, count] of counts.entries()) before[no + 1] = (before[no] as number) + count;
    return counts.map((_, no) => (before[this.#ends[no] as number] as number) - (before[no] as number));
  }

  #commonestSellers(counts: Int32Array): FacetCount[] {
    return this.#offers.sellers
      .map((value, no) => ({ value, products: counts[no] as number }))
      .filter(({ products }) => products > 0)
      .sort((a, b) => b.products - a.products || (a.value < b.value ? -1 : 1))
      .slice(0, MAX_FACET_VALUES);
  }

  /** Counts sellers anew by the offers that pass; returns how many products have one that takes orders. */
  #passingOffers({ products, count }: Selection, filter: OfferFilter): number {
    const { seller, metWith } = this.#counts;
    const { firsts, sellerNos, stock } = this.#offers.columns;
    const passes = this.#offers.passing(filter);
    seller.fill(0);
    metWith.fill(-1);
    let inStock = 0;
    for (let index = 0; index < count; index++) {
      const product = products[index] as number;
      let isInStock = 0;
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++) {
        if (!passes(offer)) continue;
        if (stock[offer] === STOCK.yes) isInStock = 1;
        const no = sellerNos[offer] as number;
        if (metWith[no] === product) continue;
        metWith[no] = product;
        seller[no]!++;
      }
      inStock += isInStock;
    }
    return inStock;
  }
}

/** The numbers of the commonest values; of equally common ones the lower number is first. */
function commonest(counts: Int32Array): Position[] {
  const page = new Page(MAX_FACET_VALUES, null);
  for (let no = 0; no < counts.length; no++)
    if ((counts[no] as number) > Math.max(0, page.worst)) page.offer(counts[no] as number, no);
  return page.positions();
}

/** Values lie in the order of their texts, so equally common ones are told by them. */
const named = (positions: readonly Position[], { values }: FacetField): FacetCount[] =>
  positions.map(({ key, product: no }) => ({ value: values.text(no), products: key }));
