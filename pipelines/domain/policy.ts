/** What is told as `policy.violated`. The first two need a list that a brand publishes. */
export const POLICIES = ['minimum_price', 'unauthorised_seller', 'reference_price_inflated'] as const;
export type Policy = (typeof POLICIES)[number];

/** The policies where the configuration names none: what a brand itself publishes, and no rule of a country's law. */
export const DEFAULT_POLICIES: readonly Policy[] = ['minimum_price', 'unauthorised_seller'];
