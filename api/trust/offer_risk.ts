import { Type } from 'typebox';
import { recommendationFor } from '../../pipelines/domain/risk/recommendation.ts';
import { RISK_CODES, RISKS, riskOf } from '../../pipelines/domain/risk/risk_flag.ts';
import { referencedOffer } from '../catalogue/referenced_product.ts';
import { MatchRecord, OfferParams, oneOf } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { Flag } from './flag_schema.ts';
import { offerFlags } from './offer_flags.ts';

const CODES = [
  '`gtin_conflict`: its GTIN is also stated for something visibly different.',
  '`price_implausible`: at most 0.6 of the median of what other sellers ask now and it asked before itself, three robust deviations below it, and a sixth below what the seller’s usual sales leave; high from 0.4 on.',
  '`identity_changed`: in the last 90 days its sku named another article, or its match lost probability.',
  '`match_doubtful`: its match is below the trust threshold, or its title contradicts the other sellers’.',
  '`reference_price_inflated`: its list price is above the lowest price that this seller asked in the 30 days before the reduction (Directive 98/6/EC, article 6a).',
  '`region_variant`: its title names another region than the market, or its price is in another currency.',
  '`stock_flapping`: six times or more in or out of stock in 30 days.',
  '`restricted_code`: the seller’s code is of a range for use in shops.',
  '`seller_new_to_listing`: listed for less than 30 days, while others had the product 30 days before.',
  '`unauthorised_seller`: the brand publishes who may sell it, and not this seller.',
].join(' ');

export const offerRisk: Operation = {
  group: 'trust',
  id: 'getOfferRisk',
  method: 'GET',
  path: '/v1/offers/:id/risk',
  summary: 'What stands out about an offer',
  description:
    'Observations from the offer’s own history, its match and its market, with the figures they rest on. They accuse nobody: each may have a good reason. An offer that its seller no longer carries has none.',
  scope: 'read',
  cost: 1,
  params: OfferParams,
  response: Type.Object({
    offer_id: Type.String(),
    seller: Type.String(),
    product_id: Type.String(),
    match: MatchRecord,
    risk: oneOf(
      RISKS,
      '`high`: an observation of high severity, or three of medium; `elevated`: one of medium; `low`: others.',
    ),
    flags: Type.Array(Flag(RISK_CODES, CODES), { description: 'Gravest first.' }),
    recommendation: Type.String({ description: 'What to look at before an order, in plain words.' }),
  }),
  errors: ['ambiguous_offer'],
  cacheable: true,
  async run(deps, { params, signal }) {
    const { product, offer, match } = await referencedOffer(deps.snapshot, params['id'] ?? '', {
      param: 'id',
      signal,
    });
    const flags = await offerFlags(deps, product, offer);
    const risk = riskOf(flags);
    return {
      kind: 'json',
      body: {
        offer_id: offer.offer_id,
        seller: offer.seller,
        product_id: product.product_id,
        match,
        risk,
        flags,
        recommendation: recommendationFor(risk, flags),
      },
    };
  },
};
