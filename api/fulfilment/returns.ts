import { type Static, Type } from 'typebox';
import { nodesCalled } from '../../pipelines/categories/nodes_called.ts';
import {
  isExtended,
  type OfferTerms,
  RETURN_SHIPPING,
  termsOf,
} from '../../pipelines/domain/return_terms.ts';
import { FulfilmentInputs } from '../../warehouse/reads/fulfilment_inputs.ts';
import { offerScope, sourceOf } from '../catalogue/offer_record.ts';
import { referencedOffer } from '../catalogue/referenced_product.ts';
import { Currency, MatchRecord, Minor, nullable, OfferParams, oneOf, Source } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';
import { dayThere } from './destination.ts';

const Warranty = Type.Object({
  months: nullable(Type.Integer()),
  honoured_by: nullable(Type.String({ description: '`manufacturer`, `seller`, …' })),
});

export const offerReturns: Operation = {
  group: 'fulfilment',
  id: 'getOfferReturns',
  method: 'GET',
  path: '/v1/offers/:id/returns',
  summary: 'The terms on which an offer can be returned',
  description:
    'Of the offer, not of the seller’s site: what is stated of its sku goes before what is stated of its category, and that before what is stated of everything. What nobody states is null, and `source.confidence` is 0 where nothing is stated at all.',
  scope: 'read',
  cost: 1,
  params: OfferParams,
  response: Type.Object({
    offer_id: Type.String(),
    seller: Type.String(),
    match: MatchRecord,
    returnable: nullable(Type.Boolean()),
    window_days: nullable(Type.Integer({ description: 'Days from delivery.' })),
    window_note: nullable(Type.String({ description: 'What lengthens the window, and until when.' })),
    return_shipping: nullable(oneOf(RETURN_SHIPPING)),
    return_fee_minor: nullable(Minor('What a return costs beside')),
    currency: nullable(Currency),
    exchange_only: nullable(Type.Boolean({ description: 'The money is not given back.' })),
    restocking_fee_pct: nullable(Type.Number({ description: 'Percent of the price.' })),
    restocking_applies_to: Type.Array(Type.String(), { description: 'Empty: whatever is returned.' }),
    warranty: nullable(Warranty),
    source: Source,
  }),
  errors: ['ambiguous_offer'],
  async run({ snapshot, market, now }, { params, signal }) {
    const reference = { param: 'id', signal };
    const { offer, match, product } = await referencedOffer(snapshot, params['id'] ?? '', reference);
    const inputs = await snapshot.hold(FulfilmentInputs.open);
    const terms = termsOf(
      await inputs.returnTermsOf(offer.seller),
      { ...offer, category: product.category },
      nodesCalled,
    );
    const source = sourceOf(offer, offerScope(snapshot));
    return {
      kind: 'json',
      body: {
        offer_id: offer.offer_id,
        seller: offer.seller,
        match,
        returnable: terms.returnable,
        window_days: terms.window_days,
        window_note: windowNote(terms, dayThere(null, market, now().getTime())),
        return_shipping: terms.return_shipping,
        return_fee_minor: terms.fee?.minor ?? null,
        currency: terms.fee?.currency ?? null,
        exchange_only: terms.exchange_only,
        restocking_fee_pct: terms.restocking_pct,
        restocking_applies_to: [...terms.restocking_applies_to],
        warranty: warrantyOf(terms),
        source: terms.stated ? source : { ...source, confidence: 0 },
      },
    };
  },
};

function warrantyOf({ warranty_months, warranty_by }: OfferTerms): Static<typeof Warranty> | null {
  if (warranty_months === null && warranty_by === null) return null;
  return { months: warranty_months, honoured_by: warranty_by };
}

/** What a holiday extension means for an order of today; null where none is stated or it is over. */
function windowNote(terms: OfferTerms, today: string): string | null {
  const { extension } = terms;
  if (extension === null || (extension.to ?? extension.until) < today) return null;
  const { from, to, until } = extension;
  const span = `${from === null ? '' : `from ${from} `}to ${to ?? until}`;
  const now = isExtended(terms, today) ? ', which an order of today is,' : '';
  return `Orders ${span}${now} may be returned until ${until}.`;
}
