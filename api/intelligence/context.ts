import { type Static, Type } from 'typebox';
import { formatPrice } from '../../pipelines/domain/money.ts';
import type { PriceContext } from '../../pipelines/domain/price_context.ts';
import { referencedProduct } from '../catalogue/referenced_product.ts';
import {
  Currency,
  closed,
  DaysQuery,
  Display,
  MatchRecord,
  Minor,
  nullable,
  oneOf,
  ProductParams,
  VariantFilter,
} from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { contextOffer } from './context_offer.ts';
import { offerContext, VERDICT_DAYS, VERDICT_MEANING } from './price_verdict.ts';
import { timestamp } from './seller_history.ts';

const query = Type.Object(
  {
    seller: Type.Optional(
      Type.String({
        description: 'Whose price; default the seller of the cheapest current offer of the pool.',
      }),
    ),
    variant_id: VariantFilter,
    days: DaysQuery,
  },
  closed,
);

const response = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String(),
  offer_id: Type.String(),
  match: MatchRecord,
  verdict: oneOf(['excellent', 'good', 'typical', 'poor', 'flat'], VERDICT_MEANING),
  thresholds: Type.Object(
    { excellent: Type.Number(), good: Type.Number(), typical: Type.Number() },
    { description: 'The highest percentile of each verdict; above them all is poor.' },
  ),
  seller: Type.String(),
  compared_against: Type.String({
    description: 'The seller whose own history the price is compared with; sellers are never pooled.',
  }),
  percentile: Type.Number({
    minimum: 0,
    maximum: 100,
    description:
      'Share of the time covered at a lower price, half of the time at this one included; low is cheap.',
  }),
  covered_days: Type.Integer({
    description: 'Days of the window in which the price was seen and could be paid.',
  }),
  days: Type.Integer({ description: 'Length of the window.' }),
  current: Display('Price now'),
  current_minor: Minor('Price now'),
  low: Display('Lowest price'),
  low_minor: Minor('Lowest price'),
  median: Display('Price at half of the time'),
  median_minor: Minor('Price at half of the time'),
  high: Display('Highest price'),
  high_minor: Minor('Highest price'),
  currency: Currency,
  last_seen_lower: nullable(
    Type.String({ format: 'date', description: 'When it was last cheaper, at any time; null when never.' }),
  ),
});

function display(context: PriceContext, currency: string, locale: string) {
  const format = (minor: number) => formatPrice(minor, currency, locale);
  const { current_minor, low_minor, median_minor, high_minor } = context;
  return {
    current: format(current_minor),
    current_minor,
    low: format(low_minor),
    low_minor,
    median: format(median_minor),
    median_minor,
    high: format(high_minor),
    high_minor,
    currency,
  };
}

export const context: Operation = {
  group: 'intelligence',
  id: 'getPriceContext',
  method: 'GET',
  path: '/v1/products/:id/context',
  summary: 'Whether the price of today is a good one',
  description:
    'Compares an offer’s price with its own past, weighted by the time each price was held. By default the cheapest offer of the pool that POST /v1/compare shows. Time not observed or out of stock does not count.',
  scope: 'read',
  cost: 1,
  params: ProductParams,
  query,
  response,
  cacheable: true,
  async run({ snapshot }, input) {
    const { seller, variant_id, days = VERDICT_DAYS } = input.query as Static<typeof query>;
    const reference = { param: 'id', signal: input.signal };
    const referenced = await referencedProduct(snapshot, input.params['id'] ?? '', reference);
    const offer = contextOffer(snapshot, referenced, { seller, variant_id });
    const stood = offerContext(snapshot, offer, days);
    if (!stood)
      throw new Error(`offer ${offer.offer_id} begins after ${snapshot.as_of}, the end of its snapshot`);
    const { verdict, percentile, covered_days, last_seen_lower } = stood;
    return {
      kind: 'json',
      body: {
        product_id: offer.product_id,
        variant_id: offer.variant_id,
        offer_id: offer.offer_id,
        match: referenced.match,
        verdict,
        thresholds: snapshot.verdict_cuts,
        seller: offer.seller,
        compared_against: offer.seller,
        percentile: Math.round(percentile * 100) / 100,
        covered_days,
        days,
        ...display(stood, offer.currency, snapshot.locale),
        // The lower price ended at that second, so the last one on which it stood is the one before.
        last_seen_lower: last_seen_lower === null ? null : timestamp(last_seen_lower - 1).slice(0, 10),
      },
    };
  },
};
