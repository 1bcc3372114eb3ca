/** How a feed's next run compares with its last accepted one. */
export interface RunComparison {
  listings_before: number;
  vanished: number;
  /** Listings in both whose price is more than three times, or less than a third of, what it was. */
  far_up: number;
  far_down: number;
}

/** Smaller feeds change too much by chance for a share to mean anything. */
export const GUARD_MIN_LISTINGS = 10;

/**
 * Why a run must wait for a person, or null. Suspect: the median price ratio of the listings in both runs
 * leaves 1/3 … 3 (which is so exactly when more than half of them lie beyond), or more than half of the
 * listings vanished.
 */
export function suspicion(comparison: RunComparison): string | null {
  const { listings_before, vanished, far_up, far_down } = comparison;
  if (listings_before < GUARD_MIN_LISTINGS) return null;
  if (vanished * 2 > listings_before)
    return `${vanished} of ${listings_before} listings vanished (more than half)`;
  const matched = listings_before - vanished;
  if (far_up * 2 > matched)
    return `${far_up} of ${matched} prices are more than three times what they were (the median price ratio is above 3)`;
  if (far_down * 2 > matched)
    return `${far_down} of ${matched} prices are less than a third of what they were (the median price ratio is below 1/3)`;
  return null;
}
