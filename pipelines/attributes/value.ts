import { type AttributeValue, isRange } from '../domain/attribute.ts';
import { foldKey } from '../text/fold.ts';
import { ATTRIBUTES } from './attributes.ts';

/** Amounts are written rounded, once in inches and once in centimetres: relative. */
const ROUNDING = 0.006;
/** `3 ft` of cable is sold as `0.9 m`; 512 MB are 0.5 GB and 0.512 GB, as one counts. */
const COARSER: Readonly<Record<string, number>> = {
  'cable.length': 0.025,
  'general.capacity': 0.025,
  'general.memory': 0.025,
};

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
