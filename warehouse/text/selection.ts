import type { Arena } from './arena.ts';
import { type Judging, Kernel, type Reach } from './kernel.ts';
import type { OfferColumns } from './offers.ts';
import type { Page } from './page.ts';
import { MAX_WORDS } from './query.ts';
import { type BlockFound, type Matches, scoreOf } from './ranking.ts';

const [FAILS, PASSES] = [1, 2] as const;

/** The products that pass, narrowed by one condition after another. Arrays it is given must lie in its arena. */
export class Selection {
  /** The first `count` of these pass. */
  readonly products: Uint32Array;
  count = 0;
  /** How many follow with fewer words, at the end of `products`, until `further` makes them the selection. */
  #further = 0;
  readonly #size: number;
  readonly #arena: Arena;
  readonly #kernel: Kernel;
  #verdicts = new Uint8Array();

  /** Of products 0 to `size` - 1. */
  constructor(arena: Arena, size: number) {
    this.#size = size;
    this.#arena = arena;
    this.#kernel = new Kernel(arena);
    // The kernel may write one place beyond what it keeps.
    this.products = arena.allocate(Uint32Array, size + 1);
  }

  /** Begins anew with all products that are 1 in `live`. */
  living(live: Uint8Array): void {
    this.count = this.#kernel.living(this.#size, live, this.products);
  }

  /** Begins anew with the products that have words enough and are 1 in `live`. */
  matching(matches: Matches, live: Uint8Array): void {
    this.gathering(live)(matches, 0, matches.count);
  }

  /** Begins anew; the same for the products of one block after the other. */
  gathering(live: Uint8Array): BlockFound {
    this.count = 0;
    this.#further = 0;
    return (matches, from, count) => {
      const found = { ...matches, products: matches.products.subarray(from), count };
      const free = this.products.subarray(this.count, this.products.length - this.#further);
      const [enough, further] = matches.areEnough
        ? [this.#kernel.alive(found, live, free), 0]
        : this.#kernel.matching(found, live, free);
      this.count += enough;
      this.#further += further;
    };
  }

  /** Begins anew with the products that `matching` met with fewer words. */
  further(): void {
    this.products.copyWithin(0, this.products.length - this.#further);
    this.count = this.#further;
    this.#further = 0;
  }

  /** Keeps those whose value is at least `from` and below `to`. */
  within(values: Int32Array, range: { from: number; to: number }): void {
    this.count = this.#kernel.within(this, values, range);
  }

  /** Keeps those that have one of the bits. */
  having(values: Int32Array, bits: number): void {
    this.count = this.#kernel.having(this, values, bits);
  }

  /** Keeps those with an offer of a seller that is 1 in `wanted`, of at most `most` and no worse stock than `stockMost`. */
  offering(columns: OfferColumns, terms: { wanted: Uint8Array; most: number; stockMost: number }): void {
    this.count = this.#kernel.offering(this, columns, terms);
  }

  /** A copy of what is selected. */
  taken(): Uint32Array {
    return this.products.slice(0, this.count);
  }

  /** Begins anew with these products. */
  of(products: ArrayLike<number>): void {
    this.products.set(products);
    this.count = products.length;
  }

  /** Keeps those that pass. */
  keep(passes: (product: number) => boolean): void {
    let kept = 0;
    for (let index = 0; index < this.count; index++) {
      const product = this.products[index] as number;
      if (passes(product)) this.products[kept++] = product;
    }
    this.count = kept;
  }

  /**
   * Keeps those whose value in a column of its arena, all below `most`, passes: of each value one product is asked about,
   * of `open` every one.
   */
  keepValues(
    column: Uint16Array | Uint32Array,
    { most, open }: { most: number; open: number },
    passes: (value: number, product: number) => boolean,
  ): void {
    const verdicts = this.#verdictsOf(most);
    const judging: Judging = { index: 0, kept: 0 };
    for (;;) {
      Object.assign(judging, this.#kernel.judged(this, judging, column, verdicts));
      if (judging.index >= this.count) break;
      const product = this.products[judging.index] as number;
      const value = column[product] as number;
      const isKept = passes(value, product);
      if (value !== open) {
        verdicts[value] = isKept ? PASSES : FAILS;
        continue;
      }
      if (isKept) this.products[judging.kept++] = product;
      judging.index++;
    }
    this.count = judging.kept;
  }

  /** So many zeros, in memory that grows at least twofold, since an arena takes none back. */
  #verdictsOf(most: number): Uint8Array {
    if (this.#verdicts.length < most) this.#verdicts = this.#arena.allocate(Uint8Array, 2 * most);
    const verdicts = this.#verdicts.subarray(0, most);
    verdicts.fill(0);
    return verdicts;
  }

  /** Offers the products by a key of their own. */
  offerBy(page: Page, keyOf: (product: number) => number): void {
    const { products, count } = this;
    for (let index = 0; index < count; index++) {
      const product = products[index] as number;
      const key = keyOf(product);
      if (key > page.worst || (key === page.worst && product < page.worstProduct)) page.offer(key, product);
    }
  }

  /** Offers the products by their score. */
  offerTo(page: Page, matches: Matches): void {
    const { products, count } = this;
    const reach: Reach = { least: 0, worst: 0, before: 0 };
    for (let index = 0; ; index++) {
      reach.worst = page.worst;
      reach.before = page.worstProduct;
      // No factor makes a score larger than its sum.
      reach.least = Math.ceil(Math.max(0, page.worst)) << MAX_WORDS;
      index = this.#kernel.reaching(this, index, matches, reach);
      if (index >= count) return;
      const product = products[index] as number;
      page.offer(scoreOf(matches, product), product);
    }
  }
}
