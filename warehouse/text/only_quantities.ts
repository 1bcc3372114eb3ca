import type { ColumnType } from './array_file.ts';
import type { Offers } from './offers.ts';
import { type Judge, SEVERAL } from './variant_amounts.ts';

/** Dimensions that columns are kept of; those that were asked for last. */
const MOST_KEPT = 12;

const SHORT = 2 ** 16;

export type OnlyColumn = Uint16Array | Uint32Array;

/**
 * By product the only quantity of a dimension that any variant with an offer states; `NOTHING`, or `SEVERAL` where they
 * are to be looked at one by one. A column is made when its dimension is first asked for: asking every product found
 * for its offers, their variants and what these state takes thirty times as long as looking it up.
 */
export class OnlyQuantities {
  readonly #offers: Offers;
  readonly #columns = new Map<string, OnlyColumn>();
  /** Columns that are asked for no more, whose memory the next of their kind takes. */
  readonly #free: OnlyColumn[] = [];

  constructor(offers: Offers) {
    this.#offers = offers;
  }

  /** The columns of some judges, one each; they stay as they are until the next call. */
  of(judges: readonly Judge[]): OnlyColumn[] {
    const asked = new Map(judges.map((judge) => [judge.dimensions, judge]));
    for (const dimensions of asked.keys()) {
      const known = this.#columns.get(dimensions);
      if (known && this.#columns.delete(dimensions)) this.#columns.set(dimensions, known);
    }
    for (const [dimensions, judge] of asked)
      if (!this.#columns.has(dimensions)) this.#columns.set(dimensions, this.#made(judge, asked));
    return judges.map(({ dimensions }) => this.#columns.get(dimensions) as OnlyColumn);
  }

  /** Memory in the arena of the offers, which takes none back: once there is enough that of what was asked for longest ago. */
  #space(type: ColumnType<OnlyColumn>, asked: ReadonlyMap<string, unknown>): OnlyColumn {
    const [oldest] = this.#columns.keys();
    if (this.#columns.size >= MOST_KEPT && oldest !== undefined && !asked.has(oldest)) {
      this.#free.push(this.#columns.get(oldest) as OnlyColumn);
      this.#columns.delete(oldest);
    }
    const at = this.#free.findIndex((one) => one.BYTES_PER_ELEMENT === type.BYTES_PER_ELEMENT);
    const { arena, columns } = this.#offers;
    return at < 0
      ? arena.allocate(type, columns.firsts.length - 1)
      : (this.#free.splice(at, 1)[0] as OnlyColumn);
  }

  #made({ only, most }: Judge, asked: ReadonlyMap<string, unknown>): OnlyColumn {
    const { firsts } = this.#offers.columns;
    const type = most < SHORT ? Uint16Array : Uint32Array;
    // Written where no other thread may look, which takes a fraction of the time.
    const column = new type(firsts.length - 1);
    for (let product = 0; product < column.length; product++) {
      const [first, end] = [firsts[product] as number, firsts[product + 1] as number];
      for (let offer = first; offer < end; offer++) {
        const own = only(offer);
        if (offer === first) column[product] = own;
        else if (column[product] !== own) column[product] = SEVERAL;
      }
    }
    const space = this.#space(type, asked);
    space.set(column);
    return space;
  }
}
