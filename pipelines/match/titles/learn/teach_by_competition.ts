import { COMPARISON_COUNT, comparePrices, PRICE_COMPARISON } from '../compare/comparison.ts';
import type { Features } from '../compare/features.ts';
import type { Pairs } from '../compare/pairs.ts';
import { learnPriceLevels, type PriceLevels, priceLevelOf, pricePairs } from '../compare/price_levels.ts';
import type { Vocabulary } from '../compare/vocabulary.ts';
import { mergeFrom, UNCALIBRATED } from '../score/calibration.ts';
import { assignOneToOne, compete } from '../score/competition.ts';
import type { MatchModel } from '../score/model.ts';
import { weigh } from '../score/weights.ts';
import { drawUnlabelled, learnUnlabelled, refineUnlabelled, settled } from './learn_weights.ts';
import type { TaughtPairs } from './logit.ts';
import { type RowLesson, teachRows } from './teach_rows.ts';

/** Two sellers (or groups of sellers) and their candidate pairs. */
export interface ComparedSellers {
  left: Features;
  right: Features;
  pairs: Pairs;
}

/** Pairs at least so likely tell how dear their sellers are. */
const PRICED_FROM = 0.7;

/**
 * A model where no GTIN teaches: competition does, in the pair of sellers with most candidates. Publication adds what
 * the open world makes of it.
 */
export function teachByCompetition(
  sellers: readonly ComparedSellers[],
  vocabulary: Vocabulary,
  lesson: (taught: TaughtPairs, at: number) => RowLesson,
): MatchModel {
  const [largest] = sellers.toSorted((a, b) => b.pairs.left.length - a.pairs.left.length);
  if (!largest)
    throw new Error(
      'teachModel: no pair of sellers; the matcher learns from listings of two sellers at least',
    );
  const price_levels = settledPriceLevels(largest);
  const priced = repriced(largest, price_levels);
  const first = learnUnlabelled(priced.pairs);
  const own = refineUnlabelled(priced.pairs, first);
  const weights = drawUnlabelled(priced.pairs, first, own);
  const taught = { ...vocabulary, price_levels };
  const chances = compete(priced.pairs, weigh(priced.pairs, weights));
  const settledLesson = lesson(
    settled(priced.pairs, compete(priced.pairs, weigh(priced.pairs, own))),
    sellers.indexOf(largest),
  );
  return {
    vocabulary: taught,
    weights,
    calibration: UNCALIBRATED,
    merge_from: mergeFrom(chances, chances),
    cut_titles: [],
    rows: teachRows([settledLesson], taught, own),
    taught: { by: 'competition', matches: 0 },
  };
}

/** How dear sellers are by what competition settles before anything is known of their prices. */
function settledPriceLevels({ left, right, pairs }: ComparedSellers): PriceLevels {
  const chances = compete(pairs, weigh(pairs, learnUnlabelled(pairs)));
  const sure = assignOneToOne(pairs, chances).filter((k) => (chances[k] as number) >= PRICED_FROM);
  return learnPriceLevels(
    pricePairs(
      left,
      right,
      sure.map((k) => [pairs.left[k] as number, pairs.right[k] as number]),
    ),
  );
}

/** The same sellers with prices as theirs go, and these compared anew: nothing else hangs on prices. */
function repriced({ left, right, pairs }: ComparedSellers, levels: PriceLevels): ComparedSellers {
  const [a, b] = [withLevels(left, levels), withLevels(right, levels)];
  const again = pairs.levels.slice();
  for (let k = 0; k < pairs.left.length; k++)
    again[k * COMPARISON_COUNT + PRICE_COMPARISON] = comparePrices(
      a,
      pairs.left[k] as number,
      b,
      pairs.right[k] as number,
    );
  return { left: a, right: b, pairs: { ...pairs, levels: again } };
}

const withLevels = (features: Features, levels: PriceLevels): Features => ({
  ...features,
  log_price: features.log_price.map(
    (price, at) => price - priceLevelOf(levels, features.seller[at] as number),
  ),
});
