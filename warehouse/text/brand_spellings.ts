import { foldKey } from '../../pipelines/text/fold.ts';
import { Page, type Position } from './page.ts';
import type { TextList } from './text_list.ts';

const UNREAD = -1;

/** Which brands of a list are one, written in several ways (`HP`, `Hp`): found out as they are met, and kept. */
export class BrandSpellings {
  readonly #brands: TextList;
  /** By brand the number of the first one met that is the same; `UNREAD` where nobody asked yet. */
  readonly #sameAs: Int32Array;
  readonly #byKey = new Map<string, number>();
  /** By number of the first one met: how often the brand is counted, the commonest spelling and how often that is. */
  readonly #totals: Int32Array;
  readonly #spellings: Int32Array;

  constructor(brands: TextList) {
    this.#brands = brands;
    this.#sameAs = new Int32Array(brands.size).fill(UNREAD);
    this.#totals = new Int32Array(brands.size);
    this.#spellings = new Int32Array(brands.size);
  }

  /** The `most` commonest brands of those counted, each as its commonest spelling, with what all its spellings count. */
  commonest(counts: Int32Array, most: number): Position[] {
    const [totals, spellings] = [this.#totals, this.#spellings];
    const met: number[] = [];
    for (let brand = 0; brand < counts.length; brand++) {
      const count = counts[brand] as number;
      if (count === 0) continue;
      const first = this.#firstOf(brand);
      if (totals[first] === 0) met.push(first);
      if (totals[first] === 0 || count > (counts[spellings[first] as number] as number))
        spellings[first] = brand;
      totals[first]! += count;
    }
    const page = new Page(most, null);
    for (const first of met) {
      page.offer(totals[first] as number, spellings[first] as number);
      totals[first] = 0;
    }
    return page.positions();
  }

  #firstOf(brand: number): number {
    if (this.#sameAs[brand] === UNREAD) {
      const key = foldKey(this.#brands.text(brand));
      const first = this.#byKey.get(key) ?? brand;
      this.#byKey.set(key, first);
      this.#sameAs[brand] = first;
    }
    return this.#sameAs[brand] as number;
  }
}
