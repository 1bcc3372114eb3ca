import type { Columns } from '../../warehouse/text/array_file.ts';
import { grown } from '../../warehouse/text/byte_table.ts';
import type { AttributeValue } from '../domain/attribute.ts';
import { AmountColumns } from './amount_columns.ts';
import { type ReadListing, settleAttributes } from './settle.ts';
import type { StoredQuantity } from './stated_quantities.ts';

/** A value is filtered by, and counted, from this confidence on. */
const FACET_CONFIDENCE = 0.8;
/** It names the variant itself. */
const MODEL_NUMBER = 'general.model_number';
/** Longer texts are prose. */
const LONGEST_TEXT = 100;

/** A listing of a product with its number in the index, and the amounts it states. */
export type NumberedListing = ReadListing & { listing_no: number; amounts: readonly StoredQuantity[] };

/** Whether a settled value is one to filter and count by. */
export function isFacet(key: string, value: AttributeValue, confidence: number): boolean {
  if (key === MODEL_NUMBER || confidence < FACET_CONFIDENCE) return false;
  return typeof value !== 'string' || value.length <= LONGEST_TEXT;
}

/**
 * Collects the sure values of every variant, product after product, as columns: `facet_values` is the JSON of the values
 * `[key, value, unit]`, `facet_numbers` those of each variant from `facet_starts` on, `facet_variants` the variant of
 * each listing by number; beside them what each variant states of amounts (`AmountColumns`).
 */
export class FacetColumns {
  readonly #numberOf = new Map<string, number>();
  #numbers = new Uint32Array(1024);
  #filled = 0;
  #starts = new Uint32Array(1025);
  #variants = 0;
  #variantOf = new Uint32Array(1024);
  #listings = 0;
  readonly #amounts = new AmountColumns();

  /** Adds a product, all its listings at once. */
  add(listings: readonly NumberedListing[]): void {
    const places = new Map<string, { place: number; values: number[]; amounts: StoredQuantity[] }>();
    for (const { listing_no, variant_id, amounts } of listings) {
      const known = places.get(variant_id) ?? {
        place: this.#variants + places.size,
        values: [],
        amounts: [],
      };
      known.amounts.push(...amounts);
      places.set(variant_id, known);
      if (listing_no >= this.#variantOf.length)
        this.#variantOf = grown(this.#variantOf, (listing_no + 1) * 2);
      this.#variantOf[listing_no] = known.place;
      this.#listings = Math.max(this.#listings, listing_no + 1);
    }
    for (const { key, value, unit, confidence, variant_ids } of settleAttributes(listings).attributes) {
      if (!isFacet(key, value, confidence)) continue;
      const text = JSON.stringify([key, value, unit]);
      const number = this.#numberOf.get(text) ?? this.#numberOf.size;
      this.#numberOf.set(text, number);
      for (const id of variant_ids) places.get(id)?.values.push(number);
    }
    this.#amounts.add([...places.values()].map(({ amounts }) => amounts));
    for (const { values } of places.values()) {
      for (const number of values) {
        if (this.#filled === this.#numbers.length) this.#numbers = grown(this.#numbers, this.#filled * 2);
        this.#numbers[this.#filled++] = number;
      }
      if (++this.#variants >= this.#starts.length) this.#starts = grown(this.#starts, this.#variants * 2);
      this.#starts[this.#variants] = this.#filled;
    }
  }

  /** How many values there are. */
  get size(): number {
    return this.#numberOf.size;
  }

  finish(): Columns {
    return {
      facet_values: new Uint8Array(Buffer.from(`[${[...this.#numberOf.keys()].join(',')}]`)),
      facet_numbers: this.#numbers.slice(0, this.#filled),
      facet_starts: this.#starts.slice(0, this.#variants + 1),
      facet_variants: this.#variantOf.slice(0, this.#listings),
      ...this.#amounts.finish(),
    };
  }
}
