import type { Columns } from '../../warehouse/text/array_file.ts';
import { grown } from '../../warehouse/text/byte_table.ts';
import type { StoredQuantity } from './stated_quantities.ts';

/** A quantity has so many amounts at most, of which a column each. */
const MOST_AMOUNTS = 3;

/**
 * Collects what variants state of amounts, one variant after the other, as columns. Of each distinct quantity, those of a
 * dimension together and in the order of their amounts: `amount_dimensions`, `amount_0` to `amount_2`, `amount_by` and
 * `amount_usual` (the bits of `QUANTITY`). Of each variant from `amount_starts` on the numbers of its quantities,
 * `amount_numbers`, and whether it is its product's only one, `amount_alone`.
 */
export class AmountColumns {
  readonly #numberOf = new Map<string, number>();
  readonly #quantities: StoredQuantity[] = [];
  #numbers = new Uint32Array(1024);
  #filled = 0;
  #starts = new Uint32Array(1025);
  #alone = new Uint8Array(1024);
  #variants = 0;

  /** Adds a product: of each of its variants what its listings state, which may be said by several. */
  add(variants: readonly (readonly StoredQuantity[])[]): void {
    for (const stated of variants) {
      for (const number of new Set(stated.map((quantity) => this.#number(quantity)))) {
        if (this.#filled === this.#numbers.length) this.#numbers = grown(this.#numbers, this.#filled * 2);
        this.#numbers[this.#filled++] = number;
      }
      if (this.#variants === this.#alone.length) {
        this.#alone = grown(this.#alone, this.#variants * 2);
        this.#starts = grown(this.#starts, this.#variants * 2 + 1);
      }
      this.#alone[this.#variants] = variants.length === 1 ? 1 : 0;
      this.#starts[++this.#variants] = this.#filled;
    }
  }

  #number(quantity: StoredQuantity): number {
    const text = JSON.stringify(quantity);
    const known = this.#numberOf.get(text);
    if (known !== undefined) return known;
    this.#numberOf.set(text, this.#quantities.length);
    return this.#quantities.push(quantity) - 1;
  }

  finish(): Columns {
    const order = this.#quantities.map((_, number) => number);
    const of = (number: number) => this.#quantities[number] as StoredQuantity;
    const texts = [...this.#numberOf.keys()];
    order.sort(
      (a, b) =>
        compared(of(a)[0], of(b)[0]) ||
        (of(a)[1][0] ?? 0) - (of(b)[1][0] ?? 0) ||
        compared(texts[a] as string, texts[b] as string),
    );
    const places = new Uint32Array(order.length);
    for (const [place, number] of order.entries()) places[number] = place;
    const dimensions = [...new Set(order.map((number) => of(number)[0]))];
    const words = [...new Set(order.map((number) => of(number)[2]))].sort(compared);
    const wordsAt = new Map(words.map((text, at) => [text, at]));
    return {
      amount_names: new Uint8Array(Buffer.from(JSON.stringify({ dimensions, words }))),
      amount_dimensions: Uint8Array.from(order, (number) => dimensions.indexOf(of(number)[0])),
      ...Object.fromEntries(
        Array.from({ length: MOST_AMOUNTS }, (_, at) => [
          `amount_${at}`,
          Float64Array.from(order, (number) => of(number)[1][at] ?? (of(number)[1][0] as number)),
        ]),
      ),
      amount_by: Uint16Array.from(order, (number) => wordsAt.get(of(number)[2]) as number),
      amount_usual: Uint8Array.from(order, (number) => of(number)[3]),
      amount_starts: this.#starts.slice(0, this.#variants + 1),
      amount_numbers: this.#numbers.subarray(0, this.#filled).map((number) => places[number] as number),
      amount_alone: this.#alone.slice(0, this.#variants),
    };
  }
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
