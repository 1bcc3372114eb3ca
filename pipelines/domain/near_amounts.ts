import { KIND_NUMBER, type StatedKind } from '../text/statement.ts';
import { sameAmount } from '../text/units.ts';

const TERABYTE = 1_048_576;
const numberOf = (kind: StatedKind): number => KIND_NUMBER.get(kind) as number;
const [CAPACITY, VOLTAGE, LENGTH, RESOLUTION, FREQUENCY] = [
  numberOf('capacity'),
  numberOf('voltage'),
  numberOf('length'),
  numberOf('resolution'),
  numberOf('frequency'),
];
/** These are counted or declared exactly: 3 % and 3.5 % are two milks. */
const COUNTED: ReadonlySet<number> = new Set([numberOf('count'), numberOf('pack'), numberOf('percent')]);
const INCH = 25.4;
const FOOT = 304.8;
/** Mains voltages that are one (IEC 60038 and what was before it). */
const MAINS: readonly (readonly [from: number, to: number])[] = [
  [100, 127],
  [208, 250],
];

/** Whether two amounts of a kind are one but for rounding, units and customary naming. */
export function nearAmounts(kind: number, left: number, right: number): boolean {
  const [low, high] = left < right ? [left, right] : [right, left];
  if (COUNTED.has(kind)) return false;
  if (kind === CAPACITY)
    return high / low < 1.0005 || (isRatio(high / low, 1.024) && isWhole(high / TERABYTE));
  if (kind === VOLTAGE) return high / low <= 1.03 || MAINS.some(([from, to]) => low >= from && high <= to);
  // 85" and 86" are two screens, 55" and 54.6" are one.
  if (kind === LENGTH && isWhole(low / INCH) && isWhole(high / INCH)) return high - low < 1;
  if (sameAmount(left, right)) return true;
  if (kind === LENGTH) return isRounded(low / INCH, high / INCH, 1.041) || isMetricOf(low, high);
  if (kind === RESOLUTION) return isRounded(low, high, 1.055);
  return kind === FREQUENCY && isRounded(low / 1e9, high / 1e9, 1.03);
}

/** `15.6` and `16` or `15`: one is whole, of two digits, and the other is not. */
function isRounded(low: number, high: number, most: number): boolean {
  return low >= 9.5 && high / low <= most && Math.abs(high - low) < 1 && isWhole(low) !== isWhole(high);
}

/** `6 ft` and `1.8 m`: one is whole feet and the other is not. */
const isMetricOf = (low: number, high: number): boolean =>
  high / low <= 1.02 && isWhole(low / FOOT) !== isWhole(high / FOOT);

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-3;
const isRatio = (value: number, ratio: number): boolean => Math.abs(value / ratio - 1) < 1e-3;
