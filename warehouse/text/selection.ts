import type { Arena } from './arena.ts';
import { type Kernel, kernelOf } from './kernel.ts';
import type { OfferColumns } from './offers.ts';
import type { Page } from './page.ts';
import { MAX_WORDS } from './query.ts';
import { type Matches, scoreOf } from './ranking.ts';

/** The products that pass, narrowed by one condition after another. Arrays it is given must lie in its arena. */
export class Selection {
  /** The first `count` of these pass. */
  readonly products: Uint32Array;
  count = 0;
  readonly #size: number;
  readonly #kernel: Kernel;

  /** Of products 0 to `size` - 1. */
  constructor(arena: Arena, size: number) {
    this.#size = size;
    this.#kernel = kernelOf(arena);
    // The kernel may write one place beyond what it keeps.
    this.products = arena.allocate(Uint32Array, size + 1);
  }

  /** Begins anew with all products that are 1 in `live`. */
  living(live: Uint8Array): void {
    this.count = this.#kernel.living(this.#size, live.byteOffset, this.products.byteOffset);
  }

  /** Begins anew with the products that match and are 1 in `live`. */
  matching({ products, count, cells, isEnough }: Matches, live: Uint8Array): void {
    this.count = this.#kernel.matching(
      products.byteOffset,
      count,
      cells.byteOffset,
      isEnough.byteOffset,
      live.byteOffset,
      this.products.byteOffset,
    );
  }

  /** Keeps those whose value is at least `from` and below `to`. */
  within(values: Int32Array, { from, to }: { from: number; to: number }): void {
    const at = this.products.byteOffset;
    this.count = this.#kernel.within(at, this.count, values.byteOffset, from, Math.max(0, to - from), at);
  }

  /** Keeps those that have one of the bits. */
  having(values: Int32Array, bits: number): void {
    const at = this.products.byteOffset;
    this.count = this.#kernel.having(at, this.count, values.byteOffset, bits, at);
  }

  /** Keeps those with an offer of a seller that is 1 in `wanted`, of at most `most` and no worse stock than `stockMost`. */
  offering(
    { firsts, sellerNos, costs, stock }: OfferColumns,
    { wanted, most, stockMost }: { wanted: Uint8Array; most: number; stockMost: number },
  ): void {
    const at = this.products.byteOffset;
    this.count = this.#kernel.offering(
      at,
      this.count,
      firsts.byteOffset,
      sellerNos.byteOffset,
      costs.byteOffset,
      stock.byteOffset,
      wanted.byteOffset,
      most,
      stockMost,
      at,
    );
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
    const [at, cells] = [products.byteOffset, matches.cells.byteOffset];
    for (let index = 0; ; index++) {
      // No factor makes a score larger than its sum; of equal scores the lower product comes first.
      const worst = Math.max(0, page.worst);
      const [least, above] = [Math.ceil(worst) << MAX_WORDS, (Math.floor(worst) + 1) << MAX_WORDS];
      index = this.#kernel.reaching(at, index, count, cells, least, page.worstProduct, above);
      if (index >= count) return;
      const product = products[index] as number;
      page.offer(scoreOf(matches, product), product);
    }
  }
}
