import type { ComparedItem } from './compared_item.ts';
import table from './confidence.json' with { type: 'json' };
import type { Basis, Related, Strictness } from './relation.ts';

/** Of how many labelled pairs, and how many of them right, a basis's share was measured. */
export interface Measured {
  pairs: number;
  exact: number;
  practical: number;
  loose: number;
}

/** What a basis is worth that was met seldom: so many pairs as all together, right as often as those. */
const PRIOR_PAIRS = 3;

const measured = table as Record<Basis | 'all', Measured>;

/**
 * Probability that a relation is right at a strictness: how often its basis was on the labelled pairs
 * (fixtures/equivalence/pairs.tsv; `npm run bench -- equivalence` measures it), drawn towards how often all were; of what
 * codes joined, how sure the listings' places are.
 */
export function confidenceOf(
  a: ComparedItem,
  b: ComparedItem,
  { basis, relation }: Related,
  strictness: Strictness,
): number {
  const places = a.match.confidence * b.match.confidence;
  if (relation === 'identical' && a.variant_id === b.variant_id) return places;
  const own = measured[basis];
  const share =
    (own[strictness] + PRIOR_PAIRS * (measured.all[strictness] / measured.all.pairs)) /
    (own.pairs + PRIOR_PAIRS);
  return a.product_id === b.product_id ? share * Math.sqrt(places) : share;
}
