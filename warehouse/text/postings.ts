import type { List } from './kernel.ts';

/** Lists of products, one a term, each in rising order, with what the term counts there. */
export interface Postings {
  starts: Uint32Array;
  docs: Uint32Array;
  impacts: Uint8Array;
}

/** The postings of a term, taken piece by piece in the order of the products. */
export class RisingList {
  readonly count: number;
  readonly #postings: Postings;
  readonly #step: number;
  readonly #end: number;
  #at: number;

  constructor(postings: Postings, term: number, step: number) {
    this.#postings = postings;
    this.#step = step;
    this.#at = postings.starts[term] as number;
    this.#end = postings.starts[term + 1] as number;
    this.count = this.#end - this.#at;
  }

  /** Those of the rest whose products are less than `product`. */
  before(product: number): List {
    const { docs, impacts } = this.#postings;
    const from = this.#at;
    this.#at = product === Infinity ? this.#end : firstFrom(docs, product, from, this.#end);
    return {
      docs: docs.byteOffset + from * docs.BYTES_PER_ELEMENT,
      impacts: impacts.byteOffset + from,
      count: this.#at - from,
      step: this.#step,
    };
  }
}

/** The first place whose product is `product` or more, from `low` on and before `high`. */
function firstFrom(docs: Uint32Array, product: number, low: number, high: number): number {
  let from = low;
  let to = high;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((docs[middle] as number) < product) from = middle + 1;
    else to = middle;
  }
  return from;
}
