/** How long something lasted; where its end was not seen, it lasted at least so long. */
export interface Duration {
  /** In any unit, 0 or more. */
  length: number;
  ended: boolean;
}

/**
 * The median duration by the product-limit estimate of Kaplan and Meier (1958): the shortest length by which at least
 * half of them have ended, S(t) = Π over lengths t_i ≤ t of (1 - ended at t_i / lasting at least t_i). What has not
 * ended yet counts as lasting until it was last seen, and for nothing behind it. Null where that never reaches a
 * half: too many have not ended.
 */
export function medianDuration(durations: readonly Duration[]): number | null {
  const sorted = [...durations].sort((a, b) => a.length - b.length);
  let surviving = 1;
  for (let first = 0; first < sorted.length; ) {
    const { length } = sorted[first] as Duration;
    let [next, ended] = [first, 0];
    for (; sorted[next]?.length === length; next++) ended += sorted[next]?.ended ? 1 : 0;
    surviving *= 1 - ended / (sorted.length - first);
    // The product of a few fractions may miss a half by a rounding.
    if (surviving <= 0.5 + 1e-12) return length;
    first = next;
  }
  return null;
}
