import type { ComparedItem } from './compared_item.ts';
import table from './confidence.json' with { type: 'json' };
import { areCalledAlike } from './heads.ts';
import type { Odds } from './judgement.ts';
import odds_confidence from './odds_confidence.json' with { type: 'json' };
import { asSeen, type Basis, RELATIONS, type Related, type Relation, type Strictness } from './relation.ts';

/** Of how many labelled pairs, and how many of them right, a basis's share was measured. */
export interface Measured {
  pairs: number;
  exact: number;
  practical: number;
  loose: number;
}

/** What a basis is worth that was met seldom: so many pairs as all together, right as often as those. */
const PRIOR_PAIRS = 3;

/**
 * Pairs by what tells: those that lie in some category and both state several attributes, those that lie in one, those of
 * which titles alone tell but call the thing alike, and others, which are right least often.
 */
export const GROUPS = ['described', 'placed', 'called', 'unplaced'] as const;
export function groupOf(a: ComparedItem, b: ComparedItem): (typeof GROUPS)[number] {
  if (a.category === null || b.category === null) return areCalledAlike(a, b) ? 'called' : 'unplaced';
  const shared = [...a.attributes.keys()].filter((key) => b.attributes.has(key)).length;
  return shared >= LEAST_DESCRIBED ? 'described' : 'placed';
}
/** Attributes that both state from which on they are described. */
const LEAST_DESCRIBED = 2;

/** By strictness, ascending: from which odds on answers were right how often, in trades that taught nothing. */
export type OddsConfidence = Readonly<
  Record<Strictness, readonly (readonly [from: number, right: number])[]>
>;

export const ODDS_CONFIDENCE = odds_confidence as unknown as OddsConfidence;

const measured = table as Record<(typeof GROUPS)[number], Record<Basis | 'all', Measured>>;

/**
 * Probability that a relation is right at a strictness: how often its basis was on the labelled pairs
 * (fixtures/equivalence; `npm run bench -- equivalence` measures it) that are placed as these are, drawn towards how often
 * all of those were; of odds, how often such odds were right; of what codes joined, how sure the listings' places are.
 */
export function confidenceOf(
  a: ComparedItem,
  b: ComparedItem,
  { basis, relation, odds }: Related,
  strictness: Strictness,
  calibration: OddsConfidence = ODDS_CONFIDENCE,
): number {
  if (odds) return calibrated(statedOdds(odds, relation, strictness), calibration[strictness]);
  const places = a.match.confidence * b.match.confidence;
  if (relation === 'identical' && a.variant_id === b.variant_id) return places;
  const group = measured[groupOf(a, b)];
  const own = group[basis];
  const share = (own[strictness] + PRIOR_PAIRS * expected(group.all, strictness)) / (own.pairs + PRIOR_PAIRS);
  return a.product_id === b.product_id ? share * Math.sqrt(places) : share;
}

/** The share that is to be expected of pairs like these; never all of them (the mean under Jeffreys' prior). */
const expected = (all: Measured, strictness: Strictness): number => (all[strictness] + 0.5) / (all.pairs + 1);

/** The chance of all relations that a strictness calls alike, as evidence alone says. */
export const statedOdds = (odds: Odds, relation: Relation, strictness: Strictness): number =>
  RELATIONS.filter((one) => asSeen(one, strictness) === asSeen(relation, strictness)).reduce(
    (sum, one) => sum + odds[one],
    0,
  );

/** How often answers of such odds were right in trades that taught nothing. */
const calibrated = (stated: number, groups: OddsConfidence[Strictness]): number =>
  (groups.findLast(([from]) => stated >= from) ?? groups[0] ?? [0, stated])[1];
