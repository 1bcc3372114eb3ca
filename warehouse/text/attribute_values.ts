import type { AttributeValue } from '../../pipelines/domain/attribute.ts';
import { isRange } from '../../pipelines/domain/attribute.ts';
import { foldText } from '../../pipelines/text/fold.ts';
import type { Columns } from './array_file.ts';

/** A value that variants have, in a unit (null of texts and counts). */
export interface KnownValue {
  key: string;
  value: AttributeValue;
  unit: string | null;
}

/** What an attribute must be: any of `values`, and within the bounds, both inclusive, in the attribute's own unit. */
export interface AttributeCondition {
  key: string;
  /** As people write them: `16`, `16 GB`, `black`, `yes`. Empty for all. */
  values: readonly string[];
  min: number | null;
  max: number | null;
}

/** Sets of offers that are kept for the next who asks the same. */
const MOST_KEPT = 16;
const YES = new Set(['true', 'yes', '1']);
const NO = new Set(['false', 'no', '0']);

/** Whether a value meets a condition. A range meets bounds as a whole, and equals every number inside it. */
export function meetsCondition(
  { value, unit }: Omit<KnownValue, 'key'>,
  condition: AttributeCondition,
): boolean {
  const { values, min, max } = condition;
  if (values.length > 0 && !values.some((wanted) => isSame(value, unit, wanted))) return false;
  if (min === null && max === null) return true;
  const [least, most] =
    typeof value === 'number'
      ? [value, value]
      : isRange(value)
        ? [value.min, value.max]
        : [Number.NaN, Number.NaN];
  return !Number.isNaN(least) && (min === null || least >= min) && (max === null || most <= max);
}

function isSame(value: AttributeValue, unit: string | null, wanted: string): boolean {
  const text = foldText(wanted).trim();
  if (typeof value === 'boolean') return (value ? YES : NO).has(text);
  if (typeof value === 'string') return foldText(value).trim() === text;
  const [, digits = '', asked = ''] = /^(-?\d+(?:\.\d+)?)\s*(.*)$/.exec(text) ?? [];
  if (digits === '' || (asked !== '' && asked !== foldText(unit ?? ''))) return false;
  const number = Number(digits);
  return typeof value === 'number' ? value === number : number >= value.min && number <= value.max;
}

/**
 * What every variant that is on offer says of itself, by the offers of a snapshot: which offers are of variants that
 * meet conditions, and how many products have a value. Columns as `FacetBuilder` makes them.
 */
export class AttributeValues {
  readonly values: readonly KnownValue[];
  readonly #byKey: Map<string, number[]>;
  /** By variant where its values begin, and the numbers of these. */
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;
  readonly #variantOf: Uint32Array;
  readonly #kept = new Map<string, Uint8Array>();

  /** `listings`: by offer, the number of its listing. */
  constructor(columns: Columns, listings: Int32Array) {
    const text = Buffer.from(columns['facet_values'] as Uint8Array).toString('utf8');
    this.values = (JSON.parse(text) as [string, AttributeValue, string | null][]).map(
      ([key, value, unit]) => ({
        key,
        value,
        unit,
      }),
    );
    this.#byKey = new Map();
    for (const [number, { key }] of this.values.entries()) {
      const numbers = this.#byKey.get(key);
      if (numbers) numbers.push(number);
      else this.#byKey.set(key, [number]);
    }
    this.#starts = columns['facet_starts'] as Uint32Array;
    this.#numbers = columns['facet_numbers'] as Uint32Array;
    const variants = columns['facet_variants'] as Uint32Array;
    this.#variantOf = Uint32Array.from(listings, (listing) => variants[listing] as number);
  }

  /** Keys that any variant has a value of. */
  get keys(): readonly string[] {
    return [...this.#byKey.keys()];
  }

  /** By offer 1 where its variant meets every condition, in memory that threads share. */
  meeting(conditions: readonly AttributeCondition[]): Uint8Array {
    const name = JSON.stringify(conditions);
    const known = this.#kept.get(name);
    if (known) return known;
    const meets = this.#variantsMeeting(conditions);
    const offers = new Uint8Array(new SharedArrayBuffer(this.#variantOf.length));
    for (let offer = 0; offer < offers.length; offer++)
      offers[offer] = meets[this.#variantOf[offer] as number] === conditions.length ? 1 : 0;
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(name, offers);
    return offers;
  }

  /** By variant how many of the conditions it meets, one after the other: 0 from the first that it does not. */
  #variantsMeeting(conditions: readonly AttributeCondition[]): Uint8Array {
    const meets = new Uint8Array(this.#starts.length - 1);
    for (const [at, condition] of conditions.entries()) {
      const wanted = new Uint8Array(this.values.length);
      for (const number of this.#byKey.get(condition.key) ?? [])
        if (meetsCondition(this.values[number] as KnownValue, condition)) wanted[number] = 1;
      for (let variant = 0; variant < meets.length; variant++) {
        if (meets[variant] !== at) continue;
        const end = this.#starts[variant + 1] as number;
        for (let index = this.#starts[variant] as number; index < end; index++)
          if (wanted[this.#numbers[index] as number] === 1) {
            meets[variant] = at + 1;
            break;
          }
      }
    }
    return meets;
  }

  /** By value how many of the products have an offer that passes, of a variant that has it. */
  count(
    products: Uint32Array,
    count: number,
    { firsts, passes }: { firsts: Uint32Array; passes: (offer: number) => boolean },
  ): Uint32Array {
    const counts = new Uint32Array(this.values.length);
    const metWith = new Int32Array(this.values.length).fill(-1);
    for (let index = 0; index < count; index++) {
      const product = products[index] as number;
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++) {
        if (!passes(offer)) continue;
        const variant = this.#variantOf[offer] as number;
        const end = this.#starts[variant + 1] as number;
        for (let at = this.#starts[variant] as number; at < end; at++) {
          const number = this.#numbers[at] as number;
          if (metWith[number] === product) continue;
          metWith[number] = product;
          counts[number]!++;
        }
      }
    }
    return counts;
  }

  /** How many of the products have an offer that passes, of a variant with any value of which `has` is true. */
  countWhere(
    has: (known: KnownValue) => boolean,
    products: Uint32Array,
    { firsts, passes }: { firsts: Uint32Array; passes: (offer: number) => boolean },
  ): number {
    const wanted = Uint8Array.from(this.values, (known) => (has(known) ? 1 : 0));
    const hasOne = (variant: number) =>
      this.#numbers
        .subarray(this.#starts[variant], this.#starts[variant + 1])
        .some((number) => wanted[number] === 1);
    let count = 0;
    for (const product of products)
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++)
        if (passes(offer) && hasOne(this.#variantOf[offer] as number)) {
          count++;
          break;
        }
    return count;
  }
}
