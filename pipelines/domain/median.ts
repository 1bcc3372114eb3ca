/** The middle of some numbers, of an even count the mean of the two middle ones. Throws without any. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  const [below, above] = [sorted[sorted.length % 2 === 0 ? half - 1 : half], sorted[half]];
  if (below === undefined || above === undefined) throw new RangeError('there is no median of no numbers');
  return (below + above) / 2;
}
