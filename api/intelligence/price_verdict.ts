import type { Listing } from '../../pipelines/domain/listing.ts';
import {
  type PriceContext,
  type Verdict as PriceVerdict,
  priceContext,
  VERDICT_CUTS,
} from '../../pipelines/domain/price_context.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { nullable, oneOf } from '../catalogue/schema.ts';
import { gapsOf, knownUntil } from './seller_history.ts';

/** Days of history that a verdict looks at where nobody asks for others. */
export const VERDICT_DAYS = 90;

/** What the verdicts mean, for every answer that has one. */
export const VERDICT_MEANING = `By the percentile of the price in its seller’s own past: up to ${VERDICT_CUTS.excellent} excellent, up to ${VERDICT_CUTS.good} good, up to ${VERDICT_CUTS.typical} typical, above poor, unless \`market.verdict\` of the configuration sets others; flat where it never moved.`;

/** The verdict on the best offer of an answer. */
export const Verdict = nullable(
  oneOf(
    ['excellent', 'good', 'typical', 'poor', 'flat'],
    `The best offer’s price against its seller’s own last ${VERDICT_DAYS} days, as in the price context; null where nothing can be bought. ${VERDICT_MEANING}`,
  ),
);

/** How an offer's price stands against its own past; null before its first change point. */
export function offerContext(snapshot: Snapshot, offer: Listing, days = VERDICT_DAYS): PriceContext | null {
  return priceContext({
    changes: offer.changes,
    now: knownUntil(snapshot),
    days,
    gaps: gapsOf(snapshot, offer),
    cuts: snapshot.verdict_cuts,
  });
}

/** The verdict on an offer's price over the last `VERDICT_DAYS`; null where too little is known. */
export const verdictOf = (snapshot: Snapshot, offer: Listing): PriceVerdict | null =>
  offerContext(snapshot, offer)?.verdict ?? null;
