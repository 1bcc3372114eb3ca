import type { Titles } from './adjacency.ts';

/** Titles of a category that are looked at. */
const LOOKED_AT = 200;

/** What the titles of a category say in common. */
export class CategoryTitles {
  readonly #titles: Titles;
  /** By product the number of its category, -1 for none. */
  readonly #categoryOf: Int32Array;

  constructor(titles: Titles, categoryOf: Int32Array) {
    this.#titles = titles;
    this.#categoryOf = categoryOf;
  }

  /**
   * Whether one of some terms stands in at least half of the titles of the category that most of some products are
   * in, as `sneakers` does in that of casual shoes: then it is a name of what is there. False where none has a category.
   */
  areNamedBy(terms: ReadonlySet<number>, products: readonly number[]): boolean {
    const counts = new Map<number, number>();
    for (const product of products) {
      const category = this.#categoryOf[product] as number;
      if (category >= 0) counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    if (counts.size === 0) return false;
    const [category] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
    const having = new Map([...terms].map((term) => [term, 0]));
    let looked = 0;
    for (let product = 0; product < this.#categoryOf.length && looked < LOOKED_AT; product++) {
      if (this.#categoryOf[product] !== category) continue;
      looked++;
      for (const term of new Set(this.#titles.termsOf(product)))
        if (terms.has(term)) having.set(term, (having.get(term) ?? 0) + 1);
    }
    return [...having.values()].some((count) => 2 * count >= looked);
  }
}
