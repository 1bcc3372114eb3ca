import type { Decisions } from '../../workflows/activity_deps.ts';

/** Of people who decided nothing; what they might say is forgotten. */
export const NO_DECISIONS: Decisions = {
  runs: async () => [],
  decide: async () => undefined,
  priceFactors: async () => [],
  setPriceFactor: async () => undefined,
  matches: async () => [],
};
