import type { Columns } from './array_file.ts';
import type { QueryGroup } from './query.ts';

/** What all neighbouring words of a query add where they are neighbours in the title too. */
export const ADJACENCY_BONUS = 0.2;
/** Variants that count as the word itself. */
export const LEAST_WEIGHT = 0.5;

/** The words of each product's title in order, by which neighbours of a query are found together. */
export class Titles {
  readonly #starts: Uint32Array;
  readonly #terms: Uint32Array;

  constructor(columns: Columns) {
    this.#starts = columns['title_starts'] as Uint32Array;
    this.#terms = columns['title_terms'] as Uint32Array;
  }

  /** Terms of a product's title, in order. */
  termsOf(product: number): Uint32Array {
    return this.#terms.subarray(this.#starts[product], this.#starts[product + 1]);
  }

  /** Whether a product's title has two terms side by side, in this order. */
  standsTogether(product: number, left: number, right: number): boolean {
    const terms = this.termsOf(product);
    return terms.some((term, at) => term === left && terms[at + 1] === right);
  }

  /** Tells of a product which share of the query's neighbouring pairs stand together in its title, 0 to 1. */
  adjacency(groups: readonly QueryGroup[]): (product: number) => number {
    const bits = new Map<number, number>();
    for (const [position, { variants }] of groups.entries())
      for (const { term, weight } of variants)
        if (weight >= LEAST_WEIGHT) bits.set(term, (bits.get(term) ?? 0) | (1 << position));
    const pairs = groups.length - 1;
    return (product) => {
      let before = 0;
      let found = 0;
      for (let at = this.#starts[product] as number; at < (this.#starts[product + 1] as number); at++) {
        const here = bits.get(this.#terms[at] as number) ?? 0;
        found |= before & (here >>> 1);
        before = here;
      }
      let count = 0;
      for (let rest = found; rest !== 0; rest &= rest - 1) count++;
      return pairs <= 0 ? 0 : count / pairs;
    };
  }
}
