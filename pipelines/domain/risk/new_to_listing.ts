const DAY_SECONDS = 86_400;

/** A listing is new for so many days; others must have had the product for as long before it. */
export const NEW_DAYS = 30;

/** Since when an offer is known, epoch seconds. */
export interface ListingAge {
  first_seen: number;
  now: number;
  /** Since when any other seller is known to carry the product; null where none does. */
  others_first_seen: number | null;
}

/**
 * How many days a seller has carried a product that others carried for 30 days before it, or null where that is 30 days
 * or more, or nobody carried it so long before.
 */
export function daysNewToListing({ first_seen, now, others_first_seen }: ListingAge): number | null {
  const days = (now - first_seen) / DAY_SECONDS;
  if (days >= NEW_DAYS || others_first_seen === null) return null;
  return first_seen - others_first_seen >= NEW_DAYS * DAY_SECONDS ? Math.floor(days) : null;
}
