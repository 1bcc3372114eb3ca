import { MAX_WORDS, type QueryGroup } from './query.ts';

/** What a product with every word at its best sums up to, over 255: sums take 19 bits of a cell. */
const SCALE = 2_000;
/** Postings read for one query; of commoner words than fit only the rarest are ranked by. */
const MAX_POSTINGS = 6_000_000;
/** Looking one product up in a list costs about as much as walking over so many postings. */
const LOOKUP_COST = 60;

/** Found products are put in order when they are this share of all: of fewer and of more it does not pay. */
const DENSE = { from: 0.03, to: 0.3 };

export interface RankingConstants {
  /** How hard missing words tell: the share of the query's mass found, to this power, multiplies the score. */
  coordination: number;
  /** Products must have words of at least this share of the query's mass. */
  required: number;
}

export const RANKING: RankingConstants = { coordination: 1, required: 0.5 };

/**
 * Products that match: the first `count` of `products`, in no order. A product's cell is its sum above the bits of the
 * words it has; the sum times the factor of the bits is the score.
 */
export interface Matches {
  products: Uint32Array;
  count: number;
  cells: Int32Array;
  /** By the words a product has, 0 for too few of them. */
  factors: Float64Array;
}

/** The bits of a cell that say which words a product has. */
export const MASK = (1 << MAX_WORDS) - 1;

export function scoreOf({ cells, factors }: Matches, product: number): number {
  const cell = cells[product] as number;
  return (cell >>> MAX_WORDS) * (factors[cell & MASK] as number);
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
  /** By product: the sum so far, shifted above the bits of the words it has. */
  readonly #cells: Int32Array;
  #total = 1;
  /** By product: the current word's share of the sum, while a word has several variants. */
  readonly #shares: Int32Array;
  readonly #touched: Uint32Array;
  #count = 0;

  constructor(postings: Postings, products: number, constants: RankingConstants = RANKING) {
    this.#postings = postings;
    this.#constants = constants;
    this.#cells = new Int32Array(products);
    this.#shares = new Int32Array(products);
    this.#touched = new Uint32Array(products);
  }

  /** The products that may match: those with a factor of 0 do not. Valid until the next call. */
  match(groups: readonly QueryGroup[]): Matches {
    this.#forget();
    const ordered = [...groups]
      .sort((a, b) => b.mass - a.mass || (a.text < b.text ? -1 : 1))
      .slice(0, MAX_WORDS);
    const total = ordered.reduce((sum, group) => sum + group.mass, 0);
    this.#total = total;
    let rest = total;
    let read = 0;
    let lists = 0;
    for (const [bit, group] of ordered.entries()) {
      const postings = this.#size(group);
      if (bit > 0 && read + postings > MAX_POSTINGS) break;
      read += postings;
      // Products found from here on could at most have the mass that is left.
      if (rest >= this.#constants.required * total) {
        this.#find(group, bit);
        lists += group.variants.length;
      } else this.#refine(group, bit);
      rest -= group.mass;
    }
    const share = this.#count / this.#shares.length;
    if (lists > 1 && share > DENSE.from && share < DENSE.to) this.#straighten();
    return {
      products: this.#touched,
      count: this.#count,
      cells: this.#cells,
      factors: this.#factors(ordered, total),
    };
  }

  #forget(): void {
    const [cells, touched] = [this.#cells, this.#touched];
    if (this.#count > cells.length / 16) cells.fill(0);
    else for (let index = 0; index < this.#count; index++) cells[touched[index] as number] = 0;
    this.#count = 0;
  }

  /** Puts the products found in order: going through memory once is cheaper than jumping about in it for each list. */
  #straighten(): void {
    const [cells, touched] = [this.#cells, this.#touched];
    let count = 0;
    for (let product = 0; product < cells.length; product++)
      if (cells[product] !== 0) touched[count++] = product;
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
    const flag = 1 << bit;
    const [first, ...others] = group.variants;
    if (!first) return;
    const scale = scaleOf(group, first.weight, this.#total);
    if (bit === 0) this.#begin(first.term, scale);
    else this.#add(first.term, scale, flag);
    if (others.length === 0) return;
    this.#share(first.term, scale);
    for (const { term, weight } of others)
      this.#addBest(term, scaleOf(group, weight, this.#total), flag, true);
  }

  /** The first list of all: nothing is known yet, so nothing need be looked at. */
  #begin(term: number, scale: number): void {
    const { starts, docs, impacts } = this.#postings;
    const cells = this.#cells;
    const from = starts[term] as number;
    const to = starts[term + 1] as number;
    for (let at = from; at < to; at++)
      cells[docs[at] as number] = ((scale * (impacts[at] as number)) << MAX_WORDS) | 1;
    this.#touched.set(docs.subarray(from, to));
    this.#count = to - from;
  }

  /** A word's first variant: no product has the word yet. */
  #add(term: number, scale: number, flag: number): void {
    const { starts, docs, impacts } = this.#postings;
    const [cells, touched] = [this.#cells, this.#touched];
    let count = this.#count;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const product = docs[at] as number;
      const cell = cells[product] as number;
      if (cell === 0) touched[count++] = product;
      cells[product] = (cell + ((scale * (impacts[at] as number)) << MAX_WORDS)) | flag;
    }
    this.#count = count;
  }

  /** Notes what a first variant gave, for others of the word to be measured against. */
  #share(term: number, scale: number): void {
    const { starts, docs, impacts } = this.#postings;
    const shares = this.#shares;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++)
      shares[docs[at] as number] = scale * (impacts[at] as number);
  }

  /** A further variant of a word: it counts where it gives more than those before; with `fresh` it finds products. */
  #addBest(term: number, scale: number, flag: number, fresh: boolean): void {
    const { starts, docs, impacts } = this.#postings;
    const [cells, touched] = [this.#cells, this.#touched];
    let count = this.#count;
    const end = starts[term + 1] as number;
    for (let at = starts[term] as number; at < end; at++) {
      const product = docs[at] as number;
      if (cells[product] === 0) {
        if (!fresh) continue;
        touched[count++] = product;
      }
      this.#raise(product, scale * (impacts[at] as number), flag);
    }
    this.#count = count;
  }

  /** Adds a word's share to the products that are already found. */
  #refine(group: QueryGroup, bit: number): void {
    const { starts } = this.#postings;
    const several = group.variants.length > 1;
    for (const { term, weight } of group.variants) {
      const from = starts[term] as number;
      const to = starts[term + 1] as number;
      const scale = scaleOf(group, weight, this.#total);
      if (this.#count * LOOKUP_COST < to - from) this.#lookUp(from, to, scale, 1 << bit);
      else if (several) this.#addBest(term, scale, 1 << bit, false);
      else this.#walk(from, to, scale, 1 << bit);
    }
  }

  #walk(from: number, to: number, scale: number, flag: number): void {
    const { docs, impacts } = this.#postings;
    const cells = this.#cells;
    for (let at = from; at < to; at++) {
      const product = docs[at] as number;
      const cell = cells[product] as number;
      if (cell !== 0) cells[product] = (cell + ((scale * (impacts[at] as number)) << MAX_WORDS)) | flag;
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

  /** Gives a product a word's share, or more of it than it has. */
  #raise(product: number, share: number, flag: number): void {
    const cell = this.#cells[product] as number;
    const before = (cell & flag) === 0 ? 0 : (this.#shares[product] as number);
    if (share <= before) return;
    this.#cells[product] = (cell + ((share - before) << MAX_WORDS)) | flag;
    this.#shares[product] = share;
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

/** What a word's impact is multiplied by, whole, so that sums are the same in any order. */
export function scaleOf(group: QueryGroup, weight: number, total: number): number {
  return Math.max(1, Math.round((SCALE * group.mass * weight) / total));
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
