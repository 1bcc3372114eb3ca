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
  readonly #categories = new Map<number, number>();
  readonly #brands = new Map<number, number>();
  readonly #sellers: Uint32Array;
  readonly #metBy: Int32Array;
  #inStock = 0;

  constructor(categoryOf: Int32Array, brandOf: Int32Array, offers: Offers) {
    this.#categoryOf = categoryOf;
    this.#brandOf = brandOf;
    this.#offers = offers;
    this.#sellers = new Uint32Array(offers.sellers.length);
    this.#metBy = new Int32Array(offers.sellers.length).fill(-1);
  }

  count(product: number): void {
    const category = this.#categoryOf[product] as number;
    const brand = this.#brandOf[product] as number;
    if (category >= 0) this.#categories.set(category, (this.#categories.get(category) ?? 0) + 1);
    if (brand >= 0) this.#brands.set(brand, (this.#brands.get(brand) ?? 0) + 1);
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
    return {
      categories: largest(
        [...this.#categories].map(([no, products]) => ({ value: categories.text(no), products })),
      ),
      brands: largest(
        oneSpelling([...this.#brands].map(([no, products]) => ({ value: brands.text(no), products }))),
      ),
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
