import type { JudgedChances } from './learn_cut.ts';

/** Of pairs that are less likely nobody is asked. */
const LEAST = 0.3;

/**
 * By seller, in nats of the log odds, how much likelier its listings' pairs are than what is said of all sellers' together: one
 * step of Newton's method for each, drawn to nought as far as chance alone would spread them. How far sellers truly differ is
 * what their spread shows beyond chance (empirical Bayes, by the method of moments: DerSimonian and Laird 1986). `scores` are
 * probabilities of hidden listings' pairs, of which those count that would wait: likely enough to be asked about, and less
 * than `below`.
 */
export function learnSellerNats(
  { scores, matches, counts }: JudgedChances,
  sellers: readonly string[],
  below: number,
): Record<string, number> {
  const seen = new Map<string, { slope: number; curvature: number; variance: number }>();
  scores.forEach((score, k) => {
    if (score < LEAST || score >= below) return;
    const sums = seen.get(sellers[k] as string) ?? { slope: 0, curvature: 0, variance: 0 };
    const count = counts[k] as number;
    sums.slope += count * ((matches[k] as number) - score);
    sums.curvature += count * score * (1 - score);
    sums.variance += count ** 2 * score * (1 - score);
    seen.set(sellers[k] as string, sums);
  });
  const steps = [...seen].map(([seller, { slope, curvature, variance }]) => ({
    seller,
    nats: slope / curvature,
    chance: variance / curvature ** 2,
  }));
  const sum = (of: (step: (typeof steps)[number]) => number) =>
    steps.reduce((total, step) => total + of(step), 0);
  const beyond = sum(({ nats, chance }) => nats ** 2 / chance) - steps.length;
  if (beyond <= 0) return {};
  const spread = beyond / sum(({ chance }) => 1 / chance);
  return Object.fromEntries(
    steps.map(({ seller, nats, chance }) => [seller, (nats * spread) / (spread + chance)]),
  );
}
