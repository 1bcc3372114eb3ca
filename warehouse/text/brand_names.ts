import { wordsOf } from '../../pipelines/text/words.ts';
import { LEAST_WEIGHT } from './adjacency.ts';
import type { QueryGroup } from './query.ts';
import type { TextList } from './text_list.ts';

/** What it adds that the query names the product's own brand: `hp toner` is of HP before it is for HP. */
export const BRAND_BONUS = 0.1;
/** For the term that is a brand's whole name, where it was not asked for yet, and where there is none. */
const [UNREAD, NO_TERM] = [-2, -1] as const;

/** The words of brands, by which a query that names one is known. */
export class BrandNames {
  readonly #brands: TextList;
  readonly #brandOf: Int32Array;
  readonly #terms: TextList;
  /** By brand: the terms of its words, empty where one of them is none. */
  readonly #known = new Map<number, number[]>();
  /** By brand: the term that is its whole name. */
  readonly #wholes: Int32Array;

  constructor(brands: TextList, brandOf: Int32Array, terms: TextList) {
    this.#brands = brands;
    this.#brandOf = brandOf;
    this.#terms = terms;
    this.#wholes = new Int32Array(brands.size).fill(UNREAD);
  }

  /** Tells of a product whether every word of its brand is in the query. */
  namedBy(groups: readonly QueryGroup[]): (product: number) => boolean {
    const asked = new Set(
      groups.flatMap(({ variants }) =>
        variants.filter(({ weight }) => weight >= LEAST_WEIGHT).map(({ term }) => term),
      ),
    );
    return (product) => {
      const brand = this.#brandOf[product] as number;
      if (brand < 0) return false;
      const words = this.#wordsOf(brand);
      return words.length > 0 && words.every((term) => asked.has(term));
    };
  }

  /** Whether one of these products is of the brand whose name a term is, and no more. */
  isNamed(term: number, products: Iterable<number>): boolean {
    for (const product of products) {
      const brand = this.#brandOf[product] as number;
      if (brand < 0) continue;
      let whole = this.#wholes[brand] as number;
      if (whole === UNREAD) whole = this.#wholes[brand] = this.#wholeOf(brand);
      if (whole === term) return true;
    }
    return false;
  }

  /** Whether a term is a word of a product's brand. */
  has(product: number, term: number): boolean {
    const brand = this.#brandOf[product] as number;
    return brand >= 0 && this.#wordsOf(brand).includes(term);
  }

  #wholeOf(brand: number): number {
    const words = this.#wordsOf(brand);
    return words.length === 1 ? (words[0] as number) : NO_TERM;
  }

  #wordsOf(brand: number): number[] {
    const known = this.#known.get(brand);
    if (known) return known;
    const found = wordsOf(this.#brands.text(brand)).map(({ text }) => this.#terms.find(text));
    const words = found.includes(-1) ? [] : found;
    this.#known.set(brand, words);
    return words;
  }
}
