import type { Columns } from './array_file.ts';
import type { QueryGroup } from './query.ts';

/** What all neighbouring words of a query add where they are neighbours in the title too. */
export const ADJACENCY_BONUS = 0.2;
/** Variants that count as the word itself. */
export const LEAST_WEIGHT = 0.5;
/** Remainders by which most terms are told from a query's. */
const MAYBE = 1_024;

/** The words of each product's title in order, by which neighbours of a query are found together. */
export class Titles {
  readonly #starts: Uint32Array;
  readonly #terms: Uint32Array;
  /** A bit for each term: 1 where a stop stands before it; none in older files. */
  readonly #stops: Uint8Array | undefined;

  constructor(columns: Columns) {
    this.#starts = columns['title_starts'] as Uint32Array;
    this.#terms = columns['title_terms'] as Uint32Array;
    this.#stops = columns['title_stops'] as Uint8Array | undefined;
  }

  /** Terms of a product's title, in order. */
  termsOf(product: number): Uint32Array {
    return this.#terms.subarray(this.#starts[product], this.#starts[product + 1]);
  }

  /** Where the piece of a product's title ends, between its stops, that the term at a place of it is in. */
  endOfPiece(product: number, at: number): number {
    const start = this.#starts[product] as number;
    const count = (this.#starts[product + 1] as number) - start;
    if (this.#stops === undefined) return count;
    for (let next = at + 1; next < count; next++)
      if (((this.#stops[(start + next) >>> 3] as number) & (1 << ((start + next) & 7))) !== 0) return next;
    return count;
  }

  /** Whether a product's title has two terms side by side, in this order. */
  standsTogether(product: number, left: number, right: number): boolean {
    const terms = this.#terms;
    const last = (this.#starts[product + 1] as number) - 1;
    for (let at = this.#starts[product] as number; at < last; at++)
      if (terms[at] === left && terms[at + 1] === right) return true;
    return false;
  }

  /**
   * Whether two terms that some of these products have side by side stand so for one thing. They do not where the left
   * one always ends the same longer name there, which others have without the right one: `Alpine Air` of `Alpine Air
   * Pods` is a scent. One product proves nothing.
   */
  areOne(products: Iterable<number>, left: number, right: number): boolean {
    const before = new Set<number>();
    let together = 0;
    const apart = new Set<number>();
    for (const product of products) {
      const terms = this.termsOf(product);
      const at = terms.findIndex((term, place) => term === left && terms[place + 1] === right);
      if (at >= 0) {
        together++;
        before.add(at === 0 ? -1 : (terms[at - 1] as number));
      } else {
        const place = terms.indexOf(left);
        if (place > 0) apart.add(terms[place - 1] as number);
      }
    }
    const [name] = before;
    const isOfName = together > 1 && before.size === 1 && name !== undefined && name >= 0 && apart.has(name);
    return together > 0 && !isOfName;
  }

  /** Tells of a product which share of the query's neighbouring pairs stand together in its title, 0 to 1. */
  adjacency(groups: readonly Pick<QueryGroup, 'variants'>[]): (product: number) => number {
    const pairs = groups.length - 1;
    if (pairs < 1) return () => 0;
    const bits = new Map<number, number>();
    // Most terms of a title are none of the query's, which a look at a byte tells sooner than the map does.
    const maybe = new Uint8Array(MAYBE);
    for (const [position, { variants }] of groups.entries())
      for (const { term, weight } of variants) {
        if (weight < LEAST_WEIGHT) continue;
        bits.set(term, (bits.get(term) ?? 0) | (1 << position));
        maybe[term % MAYBE] = 1;
      }
    const [starts, terms] = [this.#starts, this.#terms];
    return (product) => {
      let before = 0;
      let found = 0;
      const end = starts[product + 1] as number;
      for (let at = starts[product] as number; at < end; at++) {
        const term = terms[at] as number;
        const here = maybe[term % MAYBE] === 0 ? 0 : (bits.get(term) ?? 0);
        found |= before & (here >>> 1);
        before = here;
      }
      let count = 0;
      for (let rest = found; rest !== 0; rest &= rest - 1) count++;
      return count / pairs;
    };
  }
}
