import { shifted } from '../score/calibration.ts';
import type { JudgedChances } from './learn_cut.ts';

/** Of pairs that are less likely nobody is asked. */
const LEAST = 0.3;
/** Fewer pairs say nothing. */
const LEAST_PAIRS = 20;
const STEPS = 20;
const SURELY = 1e-3;

/**
 * What it is worth that a pair states something differently, in nats of its log odds: the shift that makes probabilities of
 * hidden listings' pairs which do so as right as they say, by maximum likelihood, with one more imagined right, so that it
 * stays finite. Undefined where there are too few. `scores` are the probabilities that such pairs would have if they
 * contradicted nothing.
 */
export function learnContradicted({ scores, matches, counts }: JudgedChances): number | undefined {
  const likely = [...scores.keys()].filter((k) => (scores[k] as number) >= LEAST);
  if (likely.length < LEAST_PAIRS) return undefined;
  const pairs = [
    { score: 0.5, match: 1, count: 1 },
    ...likely.map((k) => ({
      score: unsure(scores[k] as number),
      match: matches[k] as number,
      count: counts[k] as number,
    })),
  ];
  let shift = 0;
  for (let step = 0; step < STEPS; step++) {
    let [slope, curvature] = [0, 0];
    for (const { score, match, count } of pairs) {
      const share = shifted(score, shift);
      slope += count * (match - share);
      curvature += count * share * (1 - share);
    }
    // Where nearly all is certain a whole step would go too far.
    shift += Math.max(-1, Math.min(1, slope / curvature));
  }
  return shift;
}

/** The probability of a pair that states something differently. */
export function contradictedProbability(probability: number, shift: number | undefined): number {
  return shift === undefined ? probability : shifted(unsure(probability), shift);
}

/** What is certain no shift would move. */
const unsure = (probability: number): number => Math.min(1 - SURELY, Math.max(SURELY, probability));
