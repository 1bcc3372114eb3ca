import { MAX_WORDS, type QueryGroup } from './query.ts';

/** A group's share of a product's score is its mass times this, times the impact, as a whole number. */
const MASS_SCALE = 64;
/** Postings read for one query; of commoner words than fit only the rarest are ranked by. */
const MAX_POSTINGS = 6_000_000;
/** Looking one product up in a list costs about as much as walking over so many postings. */
const LOOKUP_COST = 60;

export interface RankingConstants {
  /** How hard missing words tell: the share of the query's mass found, to this power, multiplies the score. */
  coordination: number;
  /** Products must have words of at least this share of the query's mass. */
  required: number;
}

export const RANKING: RankingConstants = { coordination: 1, required: 0.5 };

/** Products that match: the first `count` of `products`, in no order. `sums[p] * factors[masks[p]]` is the score. */
export interface Matches {
  products: Uint32Array;
  count: number;
  sums: Int32Array;
  masks: Uint16Array;
  /** By the words a product has, 0 for too few of them. */
  factors: Float64Array;
}

interface Postings {
  starts: Uint32Array;
  docs: Uint32Array;
  impacts: Uint8Array;
}

/**
 * Scores all products a query matches: for each word the best of its variants' impacts, summed, times how much of
 * the query's mass the product has. Words whose loss alone would not drop a product below `required` find no products
 * of their own; they only add to those the rarer words found.
 */
export class Ranking {
  readonly #postings: Postings;
  readonly #constants: RankingConstants;
  /** By product: the sum so far, the current word's share of it, and which words it has. */
  readonly #sums: Int32Array;
  readonly #shares: Int32Array;
  readonly #masks: Uint16Array;
  readonly #touched: Uint32Array;
  #count = 0;

  constructor(postings: Postings, products: number, constants: RankingConstants = RANKING) {
    this.#postings = postings;
    this.#constants = constants;
    this.#sums = new Int32Array(products);
    this.#shares = new Int32Array(products);
    this.#masks = new Uint16Array(products);
    this.#touched = new Uint32Array(products);
  }

  /** The products that may match: those with a factor of 0 do not. Valid until the next call. */
  match(groups: readonly QueryGroup[]): Matches {
    this.#forget();
    const ordered = [...groups]
      .sort((a, b) => b.mass - a.mass || (a.text < b.text ? -1 : 1))
      .slice(0, MAX_WORDS);
    const total = ordered.reduce((sum, group) => sum + group.mass, 0);
    let rest = total;
    let read = 0;
    for (const [bit, group] of ordered.entries()) {
      const postings = this.#size(group);
      if (bit > 0 && read + postings > MAX_POSTINGS) break;
      read += postings;
      // Products found from here on could at most have the mass that is left.
      if (rest >= this.#constants.required * total) this.#find(group, bit);
      else this.#refine(group, bit);
      rest -= group.mass;
    }
    return {
      products: this.#touched,
      count: this.#count,
      sums: this.#sums,
      masks: this.#masks,
      factors: this.#factors(ordered, total),
    };
  }

  #forget(): void {
    const [masks, touched] = [this.#masks, this.#touched];
    if (this.#count > masks.length / 16) masks.fill(0);
    else for (let index = 0; index < this.#count; index++) masks[touched[index] as number] = 0;
    this.#count = 0;
  }

  #size(group: QueryGroup): number {
    const { starts } = this.#postings;
    return group.variants.reduce(
      (sum, { term }) => sum + (starts[term + 1] as number) - (starts[term] as number),
      0,
    );
  }

  /** Adds a word's share to every product that has it. */
  #find(group: QueryGroup, bit: number): void {
    const [first, ...others] = group.variants;
    if (bit === 0 && first) this.#begin(first.term, scaleOf(group, first.weight));
    for (const { term, weight } of bit === 0 ? others : group.variants)
      this.#add(term, scaleOf(group, weight), 1 << bit);
  }

  /** The first list of all: nothing is known yet, so nothing need be looked at. */
  #begin(term: number, scale: number): void {
    const { starts, docs, impacts } = this.#postings;
    const [sums, shares, masks, touched] = [this.#sums, this.#shares, this.#masks, this.#touched];
    const from = starts[term] as number;
    const to = starts[term + 1] as number;
    for (let at = from; at < to; at++) {
      const product = docs[at] as number;
      const share = scale * (impacts[at] as number);
      sums[product] = share;
      shares[product] = share;
      masks[product] = 1;
    }
    touched.set(docs.subarray(from, to));
    this.#count = to - from;
  }

  #add(term: number, scale: number, flag: number): void {
    const { starts, docs, impacts } = this.#postings;
    const [sums, shares, masks, touched] = [this.#sums, this.#shares, this.#masks, this.#touched];
    let count = this.#count;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const product = docs[at] as number;
      const share = scale * (impacts[at] as number);
      const mask = masks[product] as number;
      if (mask === 0) {
        touched[count++] = product;
        masks[product] = flag;
        sums[product] = share;
        shares[product] = share;
      } else if ((mask & flag) === 0) {
        masks[product] = mask | flag;
        sums[product] = (sums[product] as number) + share;
        shares[product] = share;
      } else if (share > (shares[product] as number)) {
        sums[product] = (sums[product] as number) + share - (shares[product] as number);
        shares[product] = share;
      }
    }
    this.#count = count;
  }

  /** Adds a word's share to the products that are already found. */
  #refine(group: QueryGroup, bit: number): void {
    const { starts } = this.#postings;
    for (const { term, weight } of group.variants) {
      const from = starts[term] as number;
      const to = starts[term + 1] as number;
      const scale = scaleOf(group, weight);
      if (this.#count * LOOKUP_COST < to - from) this.#lookUp(from, to, scale, 1 << bit);
      else this.#walk(from, to, scale, 1 << bit);
    }
  }

  #walk(from: number, to: number, scale: number, flag: number): void {
    const { docs, impacts } = this.#postings;
    const [sums, shares, masks] = [this.#sums, this.#shares, this.#masks];
    for (let at = from; at < to; at++) {
      const product = docs[at] as number;
      const mask = masks[product] as number;
      if (mask === 0) continue;
      const share = scale * (impacts[at] as number);
      if ((mask & flag) === 0) {
        masks[product] = mask | flag;
        sums[product] = (sums[product] as number) + share;
        shares[product] = share;
      } else if (share > (shares[product] as number)) {
        sums[product] = (sums[product] as number) + share - (shares[product] as number);
        shares[product] = share;
      }
    }
  }

  #lookUp(from: number, to: number, scale: number, flag: number): void {
    const { docs, impacts } = this.#postings;
    for (let index = 0; index < this.#count; index++) {
      const product = this.#touched[index] as number;
      let low = from;
      let high = to;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((docs[middle] as number) < product) low = middle + 1;
        else high = middle;
      }
      if (low < to && docs[low] === product) this.#raise(product, scale * (impacts[low] as number), flag);
    }
  }

  #raise(product: number, share: number, flag: number): void {
    const mask = this.#masks[product] as number;
    if ((mask & flag) === 0) {
      this.#masks[product] = mask | flag;
      this.#sums[product]! += share;
      this.#shares[product] = share;
    } else if (share > (this.#shares[product] as number)) {
      this.#sums[product]! += share - (this.#shares[product] as number);
      this.#shares[product] = share;
    }
  }

  /** By which words a product has: what multiplies its sum; 0 for too few. */
  #factors(groups: readonly QueryGroup[], total: number): Float64Array {
    const { coordination, required } = this.#constants;
    const found = new Float64Array(1 << groups.length);
    for (let mask = 1; mask < found.length; mask++) {
      const highest = 31 - Math.clz32(mask);
      found[mask] = (found[mask ^ (1 << highest)] as number) + (groups[highest] as QueryGroup).mass;
    }
    return found.map((mass) => coordinationFactor(mass, total, coordination, required));
  }
}

/** Whole, so that sums are the same in any order. */
export function scaleOf(group: QueryGroup, weight: number): number {
  return Math.max(1, Math.round(group.mass * weight * MASS_SCALE));
}

/** 0 where a product has less than the required share of the query's mass. */
export function coordinationFactor(
  found: number,
  total: number,
  coordination: number,
  required: number,
): number {
  // Sums in another order may differ in their last bits.
  if (found === 0 || found < required * total * (1 - 1e-9)) return 0;
  return (found / total) ** coordination;
}
