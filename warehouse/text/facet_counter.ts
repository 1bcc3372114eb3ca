import { foldKey } from '../../pipelines/domain/title.ts';
import type { Offers } from './offers.ts';
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

/** Counts the products of an answer by what people narrow it with. */
export class FacetCounter {
  readonly #categoryOf: Int32Array;
  readonly #brandOf: Int32Array;
  readonly #offers: Offers;
  readonly #categories: Uint32Array;
  readonly #brands: Uint32Array;
  readonly #sellers: Uint32Array;
  readonly #metBy: Int32Array;
  #inStock = 0;

  constructor(
    { categories, categoryOf }: { categories: number; categoryOf: Int32Array },
    { brands, brandOf }: { brands: number; brandOf: Int32Array },
    offers: Offers,
  ) {
    this.#categories = new Uint32Array(categories);
    this.#brands = new Uint32Array(brands);
    this.#categoryOf = categoryOf;
    this.#brandOf = brandOf;
    this.#offers = offers;
    this.#sellers = new Uint32Array(offers.sellers.length);
    this.#metBy = new Int32Array(offers.sellers.length).fill(-1);
  }

  count(product: number): void {
    const category = this.#categoryOf[product] as number;
    const brand = this.#brandOf[product] as number;
    if (category >= 0) this.#categories[category]!++;
    if (brand >= 0) this.#brands[brand]!++;
    const { firsts, sellerNos, stock } = this.#offers.columns;
    let inStock = 0;
    for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++) {
      const seller = sellerNos[offer] as number;
      if (stock[offer] === 0) inStock = 1;
      if (this.#metBy[seller] === product) continue;
      this.#metBy[seller] = product;
      this.#sellers[seller]!++;
    }
    this.#inStock += inStock;
  }

  read(categories: TextList, brands: TextList): SearchFacets {
    const read = (counts: Uint32Array, list: TextList) =>
      Array.from(counts.entries())
        .filter(([, products]) => products > 0)
        .map(([no, products]) => ({ value: list.text(no), products }));
    return {
      categories: largest(read(this.#categories, categories)),
      brands: largest(oneSpelling(read(this.#brands, brands))),
      sellers: largest(
        Array.from(this.#sellers, (products, no) => ({
          value: this.#offers.sellers[no] as string,
          products,
        })),
      ),
      in_stock: this.#inStock,
    };
  }
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
    .filter(({ products }) => products > 0)
    .sort((a, b) => b.products - a.products || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}
