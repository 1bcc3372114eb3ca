/**
 * Where a value stands among all of its kind, itself included, 0 to 100: the share that is lower, and half of the share
 * that is equal (mid-distribution function). 50 where it is alone. Monotone in the value, and unmoved by any scale.
 */
export function rankPercentile(value: number, all: readonly number[]): number {
  if (all.length === 0) return 50;
  const lower = all.filter((one) => one < value).length;
  const equal = all.filter((one) => one === value).length;
  return (100 * (lower + equal / 2)) / all.length;
}
