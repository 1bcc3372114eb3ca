import { foldKey } from '../../pipelines/text/fold.ts';
import { type Kernel, kernelOf } from './kernel.ts';
import type { Offers } from './offers.ts';
import type { Selection } from './selection.ts';
import type { TextList } from './text_list.ts';

const MAX_FACET_VALUES = 100;

export interface FacetCount {
  value: string;
  products: number;
}

/** How many of the products found there are of each; at most a hundred values, the commonest first. */
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
  readonly #offers: Offers;
  readonly #kernel: Kernel;
  readonly #byCategory: Int32Array;
  readonly #byBrand: Int32Array;
  readonly #bySeller: Int32Array;
  readonly #metWith: Int32Array;

  /** The numbers of both fields must lie in the arena of the offers. */
  constructor(categories: FacetField, brands: FacetField, offers: Offers) {
    this.#categories = categories;
    this.#brands = brands;
    this.#offers = offers;
    this.#kernel = kernelOf(offers.arena);
    this.#byCategory = offers.arena.allocate(Int32Array, categories.values.size);
    this.#byBrand = offers.arena.allocate(Int32Array, brands.values.size);
    this.#bySeller = offers.arena.allocate(Int32Array, offers.sellers.length);
    this.#metWith = offers.arena.allocate(Int32Array, offers.sellers.length);
  }

  count({ products, count }: Selection): SearchFacets {
    for (const counts of [this.#byCategory, this.#byBrand, this.#bySeller]) counts.fill(0);
    this.#metWith.fill(-1);
    const { firsts, sellerNos, stock } = this.#offers.columns;
    const in_stock = this.#kernel.tally(
      products.byteOffset,
      count,
      this.#categories.of.byteOffset,
      this.#brands.of.byteOffset,
      firsts.byteOffset,
      sellerNos.byteOffset,
      stock.byteOffset,
      this.#byCategory.byteOffset,
      this.#byBrand.byteOffset,
      this.#bySeller.byteOffset,
      this.#metWith.byteOffset,
    );
    return {
      categories: largest(read(this.#byCategory, (no) => this.#categories.values.text(no))),
      brands: largest(oneSpelling(read(this.#byBrand, (no) => this.#brands.values.text(no)))),
      sellers: largest(read(this.#bySeller, (no) => this.#offers.sellers[no] as string)),
      in_stock,
    };
  }
}

function read(counts: Int32Array, textOf: (no: number) => string): FacetCount[] {
  return Array.from(counts.entries())
    .filter(([, products]) => products > 0)
    .map(([no, products]) => ({ value: textOf(no), products }));
}

/** Spellings of one brand together, under the commonest. */
function oneSpelling(counts: readonly FacetCount[]): FacetCount[] {
  const byKey = new Map<string, FacetCount & { most: number }>();
  for (const { value, products } of counts) {
    const known = byKey.get(foldKey(value));
    if (!known) byKey.set(foldKey(value), { value, products, most: products });
    else {
      known.products += products;
      if (products > known.most) [known.value, known.most] = [value, products];
    }
  }
  return [...byKey.values()].map(({ value, products }) => ({ value, products }));
}

function largest(counts: readonly FacetCount[]): FacetCount[] {
  return counts
    .toSorted((a, b) => b.products - a.products || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}
