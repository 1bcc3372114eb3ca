import type { Measure } from '../../pipelines/domain/intent.ts';
import {
  alikeOf,
  asCalled,
  asFluid,
  distanceOf,
  isMet,
  isPlain,
  SAME_DISTANCE,
  type StatedQuantity,
} from '../../pipelines/domain/stated_quantity.ts';
import type { Columns } from './array_file.ts';

/** What another thread needs to ask the same amounts; all of it lies in memory that threads share. */
export interface SharedAmounts {
  columns: Columns;
  /** By offer, the number of its variant. */
  variantOf: Uint32Array;
}

/** What the columns say of each distinct quantity, in words. */
interface Names {
  dimensions: string[];
  words: string[];
}

/** A measure against every quantity of its dimension, told when first asked for. */
interface Bounds {
  measure: Measure;
  /** The quantities of its dimension: from … to - 1. */
  from: number;
  to: number;
  /**
   * By number of words: whether they name what is measured; whether they may be meant where none does, since they name
   * nothing that is named apart, or nothing was said.
   */
  named: Uint8Array;
  plain: Uint8Array;
  /** By quantity less `from`: how far from the bound; NaN where it was not asked for yet. */
  distances: Float64Array;
  /** By quantity less `from`: whether it is within, as `YES` or `NO`; and whether it decides so where it stands alone. */
  within: Uint8Array;
  alone: Uint8Array;
}

const [NO, YES] = [1, 2];

/** Of one dimension a variant states nothing, or more than one quantity; the number of one that it alone states is higher. */
export const [NOTHING, SEVERAL] = [0, 1];
const LEAST_ONLY = 2;

/** One measure, asked of variants. */
export interface Judge {
  /** The same for measures that the same quantities decide. */
  dimensions: string;
  /** `only` is below this. */
  most: number;
  /** A number of the only quantity that an offer's variant states of what is measured; `NOTHING`, or `SEVERAL`. */
  only: (offer: number) => number;
  /** Whether an offer's variant is within the bounds, whose only quantity that is where one is named. */
  meets: (offer: number, only?: number) => boolean;
}

/**
 * What every variant states of amounts, in columns (`AmountColumns`), and which variants are within a measure's bounds:
 * the rule of `quantityMeeting` (pipelines/domain/stated_quantity.ts), which a record is read by.
 */
export class VariantAmounts {
  readonly shared: SharedAmounts;
  readonly #names: Names;
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;
  /** By quantity 1 where its unit is only usual, and 2 more where it is a range. */
  readonly #kinds: Uint8Array;
  readonly #by: Uint16Array;
  readonly #amounts: readonly [Float64Array, Float64Array, Float64Array];
  readonly #variantOf: Uint32Array;
  readonly #alone: Uint8Array;

  constructor(shared: SharedAmounts) {
    const { columns, variantOf } = shared;
    this.shared = shared;
    this.#names = JSON.parse(Buffer.from(columns['amount_names'] as Uint8Array).toString('utf8')) as Names;
    this.#starts = columns['amount_starts'] as Uint32Array;
    this.#numbers = columns['amount_numbers'] as Uint32Array;
    this.#kinds = columns['amount_usual'] as Uint8Array;
    this.#by = columns['amount_by'] as Uint16Array;
    this.#amounts = [0, 1, 2].map((at) => columns[`amount_${at}`]) as [
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    this.#alone = columns['amount_alone'] as Uint8Array;
    this.#variantOf = variantOf;
  }

  /** Amounts of the listings that offers are of; null where a file is from before there were any. */
  static of(columns: Columns, listings: Int32Array): VariantAmounts | null {
    const { facet_variants: variants, ...own } = columns;
    if (own['amount_starts'] === undefined || variants === undefined) return null;
    const variantOf = new Uint32Array(new SharedArrayBuffer(listings.length * Uint32Array.BYTES_PER_ELEMENT));
    for (let offer = 0; offer < listings.length; offer++)
      variantOf[offer] = variants[listings[offer] as number] as number;
    return new VariantAmounts({ columns: own, variantOf });
  }

  /** Whether an offer's variant is the only one of its product. */
  isAlone(offer: number): boolean {
    return this.#alone[this.#variantOf[offer] as number] === 1;
  }

  /** Tells of an offer whether its variant is within the bounds of every measure. */
  meeting(measures: readonly Measure[]): (offer: number) => boolean {
    const judges = measures.map((measure) => this.judge(measure));
    return (offer) => judges.every(({ meets }) => meets(offer));
  }

  /** Tells of an offer whether its variant is within the bounds of a measure. */
  judge(asked: Measure): Judge {
    const variantOf = this.#variantOf;
    const bounds = this.#bounds(asCalled(asked));
    const measure = asFluid(asked);
    const fluid = measure && this.#bounds(measure);
    const own = bounds.alone.length;
    return {
      dimensions: `${asked.dimension} ${measure?.dimension ?? ''}`,
      most: LEAST_ONLY + own + (fluid?.alone.length ?? 0),
      only: (offer) => {
        const variant = variantOf[offer] as number;
        const only = this.#only(variant, bounds);
        if (only !== NOTHING || !fluid) return only;
        const other = this.#only(variant, fluid);
        return other < LEAST_ONLY ? other : other + own;
      },
      meets: (offer, only) => {
        const variant = variantOf[offer] as number;
        if (only === undefined)
          return this.#meetsAlone(variant, fluid && !this.#has(variant, bounds) ? fluid : bounds);
        return fluid && only >= LEAST_ONLY + own
          ? this.#isMet(only - own, variant, fluid)
          : this.#isMet(only, variant, bounds);
      },
    };
  }

  /** Tells of an offer whether its variant states any amount of a measure's dimension. */
  stating(measure: Measure): (offer: number) => boolean {
    const spans = [measure, asFluid(measure)].flatMap((one) =>
      one === null ? [] : this.#span(one.dimension),
    );
    return (offer) => spans.some((span) => this.#has(this.#variantOf[offer] as number, span));
  }

  #span(dimension: string): { from: number; to: number } {
    const dimensions = this.#dimensions;
    const no = this.#names.dimensions.indexOf(dimension);
    return { from: lowerBound(dimensions, no), to: no < 0 ? 0 : lowerBound(dimensions, no + 1) };
  }

  get #dimensions(): Uint8Array {
    return this.shared.columns['amount_dimensions'] as Uint8Array;
  }

  #bounds(measure: Measure): Bounds {
    const { from, to } = this.#span(measure.dimension);
    const names = this.#names.words.map((words) => (words === '' ? [] : words.split(' ')));
    const of = measure.of === null ? [] : alikeOf(measure.of);
    return {
      measure,
      from,
      to,
      named: Uint8Array.from(names, (by) => (of.some((word) => by.includes(word)) ? 1 : 0)),
      plain: Uint8Array.from(names, (by) => (measure.of === null || isPlain(by) ? 1 : 0)),
      distances: new Float64Array(Math.max(0, to - from)).fill(Number.NaN),
      within: new Uint8Array(Math.max(0, to - from)),
      alone: new Uint8Array(Math.max(0, to - from)),
    };
  }

  #has(variant: number, { from, to }: { from: number; to: number }): boolean {
    const end = this.#starts[variant + 1] as number;
    for (let at = this.#starts[variant] as number; at < end; at++) {
      const number = this.#numbers[at] as number;
      if (number >= from && number < to) return true;
    }
    return false;
  }

  /** Of a variant that states one quantity of the dimension, as most do, that decides; else all of them are weighed. */
  #meetsAlone(variant: number, bounds: Bounds): boolean {
    const only = this.#only(variant, bounds);
    if (only === NOTHING) return false;
    return only === SEVERAL ? this.#isWithin(variant, bounds) : this.#isMet(only, variant, bounds);
  }

  #only(variant: number, { from, to }: Bounds): number {
    const [numbers, end] = [this.#numbers, this.#starts[variant + 1] as number];
    let only = NOTHING;
    for (let at = this.#starts[variant] as number; at < end; at++) {
      const number = numbers[at] as number;
      if (number < from || number >= to) continue;
      if (only !== NOTHING) return SEVERAL;
      only = LEAST_ONLY + number - from;
    }
    return only;
  }

  /** The same of a variant whose only quantity of the dimension that is. */
  #isMet(only: number, variant: number, bounds: Bounds): boolean {
    const known = bounds.alone[only - LEAST_ONLY];
    if (known !== 0) return known === YES;
    const meets = this.#isWithin(variant, bounds);
    bounds.alone[only - LEAST_ONLY] = meets ? YES : NO;
    return meets;
  }

  /** Which quantities decide, then whether any of them, of plain ones any of the nearest, is within. */
  #isWithin(variant: number, bounds: Bounds): boolean {
    const { from, to, named, plain } = bounds;
    const [start, end] = [this.#starts[variant] as number, this.#starts[variant + 1] as number];
    let isWritten = false;
    let [writtenNamed, usualNamed] = [false, false];
    for (let at = start; at < end; at++) {
      const number = this.#numbers[at] as number;
      if (number < from || number >= to) continue;
      const isNamed = named[this.#by[number] as number] === 1;
      if ((this.#kinds[number] as number) % 2 === 0) {
        isWritten = true;
        writtenNamed ||= isNamed;
      } else usualNamed ||= isNamed;
    }
    const wanted = (isWritten ? writtenNamed : usualNamed) ? named : plain;
    let least = Number.POSITIVE_INFINITY;
    for (let round = wanted === named ? 1 : 0; round < 2; round++)
      for (let at = start; at < end; at++) {
        const number = this.#numbers[at] as number;
        if (number < from || number >= to || wanted[this.#by[number] as number] === 0) continue;
        if (isWritten && (this.#kinds[number] as number) % 2 === 1) continue;
        if (round === 0) least = Math.min(least, this.#distance(number, bounds));
        else if (
          (wanted === named || this.#distance(number, bounds) <= least + SAME_DISTANCE) &&
          this.#fits(number, bounds)
        )
          return true;
      }
    return false;
  }

  #distance(number: number, { distances, from, measure }: Bounds): number {
    const known = distances[number - from] as number;
    if (!Number.isNaN(known)) return known;
    const distance = distanceOf(this.#of(number), measure);
    distances[number - from] = distance;
    return distance;
  }

  #fits(number: number, { within, from, measure }: Bounds): boolean {
    within[number - from] ||= isMet(this.#of(number), measure) ? YES : NO;
    return within[number - from] === YES;
  }

  #of(number: number): Pick<StatedQuantity, 'amounts' | 'isRange'> {
    const isRange = (this.#kinds[number] as number) >= 2;
    return { amounts: this.#amounts.map((column) => column[number] as number), isRange };
  }
}

/** The first place of a rising column with a value of at least `least`. */
function lowerBound(column: Uint8Array, least: number): number {
  let [low, high] = [0, column.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
