import type { Risk, RiskCode, RiskFlag } from './risk_flag.ts';

/** What to look at before an order, for each observation. */
const ADVICE: Readonly<Record<RiskCode, string>> = {
  gtin_conflict:
    'compare title and pictures with what you mean to buy, since its GTIN is also on something else',
  price_implausible: 'ask why it costs so little: condition, what is in the box, terms of sale',
  identity_changed: 'check that the page still shows the article you mean',
  unauthorised_seller: 'ask whose warranty applies',
  match_doubtful: 'check that it is this product',
  reference_price_inflated: 'judge it by its price and not by the reduction it names',
  region_variant: 'check plug, language and warranty for your region',
  stock_flapping: 'have the seller confirm the delivery date',
  restricted_code: 'compare brand and model, since its code is the seller’s own',
  seller_new_to_listing: 'look at the seller’s other listings, since this one has little history',
};

const OPENING: Readonly<Record<Exclude<Risk, 'none'>, string>> = {
  low: 'Little stands out.',
  elevated: 'Look before ordering.',
  high: 'Look closely before ordering, or take another offer.',
};

/** What a shopper may do, in plain words: the advice to each observation once, in their order. */
export function recommendationFor(risk: Risk, flags: readonly Pick<RiskFlag, 'code'>[]): string {
  if (risk === 'none') return 'Nothing was observed that speaks against this offer.';
  const advice = [...new Set(flags.map(({ code }) => ADVICE[code]))].map(
    (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
  );
  return [OPENING[risk], ...advice].join(' ');
}
