import { foldKey } from '../text/fold.ts';
import { ATTRIBUTES } from './attributes.ts';

/** A range that is stated as one: `100-240 V`. */
export interface ValueRange {
  min: number;
  max: number;
}

/** A typed value: a number is in its reading's unit. */
export type AttributeValue = string | number | boolean | ValueRange;

/**
 * `declared`: in a field of the feed. `parsed`: read from a title or a description. `inferred`: from other variants of
 * the product.
 */
export type AttributeSource = 'declared' | 'parsed' | 'inferred';

/** One thing that a listing says of itself. */
export interface AttributeReading {
  /** `<namespace>.<name>`. */
  key: string;
  value: AttributeValue;
  /** What a number is in, for example `GB`; null of other values and of counts. */
  unit: string | null;
  source: 'declared' | 'parsed';
  /** Probability that the item has this value, 0 to 1, as measured for the rule that read it (confidence.json). */
  confidence: number;
}

/** Amounts are written rounded, once in inches and once in centimetres: relative. */
const ROUNDING = 0.006;
/** `3 ft` of cable is sold as `0.9 m`; 512 MB are 0.5 GB and 0.512 GB, as one counts. */
const COARSER: Readonly<Record<string, number>> = {
  'cable.length': 0.025,
  'general.capacity': 0.025,
  'general.memory': 0.025,
};

export const isRange = (value: AttributeValue): value is ValueRange => typeof value === 'object';

/** Whether two values of an attribute say the same. */
export function sameValue(key: string, left: AttributeValue, right: AttributeValue): boolean {
  if (typeof left === 'number' && typeof right === 'number') {
    const type = ATTRIBUTES.get(key)?.type;
    if (left === right) return true;
    if (type === 'count' || type === 'size') return false;
    const rounding = COARSER[key] ?? ROUNDING;
    return Math.abs(left - right) <= rounding * Math.max(Math.abs(left), Math.abs(right));
  }
  if (isRange(left) && isRange(right)) return left.min === right.min && left.max === right.max;
  if (typeof left === 'string' && typeof right === 'string')
    return left === right || foldKey(left) === foldKey(right);
  return left === right;
}

/** Gigabytes of a disk, of which makers count a thousand in a terabyte, from megabytes as pipelines/text reads them. */
export function diskGigabytes(megabytes: number): number {
  const gigabytes = megabytes / 1024;
  if (gigabytes >= 1024) return rounded((gigabytes / 1024) * 1000);
  return rounded(gigabytes >= 1 ? gigabytes : megabytes / 1000);
}

/** A number as it is given out: six digits say all that a label does. */
export const rounded = (value: number): number => Number(value.toPrecision(6));
