import { COMPARISON_COUNT } from '../titles/compare/comparison.ts';
import type { HiddenScores } from '../titles/learn/learn_hidden.ts';
import type { ListingCounts } from '../titles/learn/learn_left_over.ts';
import { isOfTwoMakers } from '../titles/score/identification.ts';
import type { HiddenAmong, HiddenListing } from './hidden.ts';
import type { standings } from './likelihoods.ts';

/** Less likely pairs are never joined without a person. */
const LEAST = 0.5;

/** What is asked of what listings that no code places find. */
export interface LeftOverAmong {
  /** 1 for a listing that no code places. */
  untied: Uint8Array;
  /** Whose listing stands at a place. */
  sellerAt: (place: number) => string;
  /** Whether two records state something differently. */
  contradicts: (one: number, other: number) => boolean;
}

/**
 * The pairs of listings that no code places and variants that codes made, beside which others were hidden: those that nothing
 * keeps from being joined but how likely they are. They say how often what codes left over finds anything.
 */
export function leftOver(
  { edges, low, high, chances, doubted }: ReturnType<typeof standings>,
  levels: Uint8Array,
  { features, sellersOf, leftOver: asked }: Pick<HiddenAmong, 'features' | 'sellersOf' | 'leftOver'>,
): HiddenScores['left_over'] {
  const found: HiddenScores['left_over'] = { scores: [], sellers: [], lone: [] };
  if (!asked) return found;
  const isLooking = (place: number) => asked.untied[place] === 1;
  edges.forEach((edge, k) => {
    const [one, other] = [low[k] as number, high[k] as number];
    const chance = chances[k] as number;
    // Hidden listings stand behind all others.
    if (chance < LEAST || doubted[k] === true || other >= features.count) return;
    if (isLooking(one) === isLooking(other)) return;
    if (isOfTwoMakers(levels, edge * COMPARISON_COUNT) || asked.contradicts(one, other)) return;
    const [asker, met] = isLooking(one) ? [one, other] : [other, one];
    found.scores.push(chance);
    found.sellers.push(asked.sellerAt(asker));
    found.lone.push(sellersOf(met) === 1);
  });
  return found;
}

/** Of each seller, how many listings look for a place and how many are hidden. */
export function listingCounts(
  looking: ReadonlyMap<string, number>,
  hidden: readonly HiddenListing[],
): Map<string, ListingCounts> {
  const counts = new Map<string, ListingCounts>();
  const of = (seller: string) => {
    const known = counts.get(seller) ?? { hidden: 0, left_over: 0 };
    counts.set(seller, known);
    return known;
  };
  for (const [seller, count] of looking) of(seller).left_over = count;
  for (const { record, stands_for } of hidden) of(record.seller).hidden += stands_for;
  return counts;
}
