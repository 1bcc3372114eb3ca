import { type Static, Type } from 'typebox';
import { landedMinor } from '../../pipelines/domain/delivery.ts';
import { formatPrice } from '../../pipelines/domain/money.ts';
import { Display, Minor, nullable } from '../catalogue/schema.ts';
import type { Deps } from '../http/deps.ts';
import type { WeighedOption } from './decision_options.ts';

/** An offer as an answer of decide shows it, all that is ordered of it together. */
export const OfferOfDecision = Type.Object({
  id: Type.String({ description: '`off_…`' }),
  seller: Type.String(),
  price: Display('Price'),
  price_minor: Minor('Price'),
  units: Type.Integer({ minimum: 1, description: 'How many of it are ordered, for the quantity wanted.' }),
  pieces_per_unit: nullable(
    Type.Integer({ description: 'Pieces in one of them; null where the record does not say.' }),
  ),
  landed: nullable(Display('Price and delivery of all units; null where the cost of delivery is unknown')),
  landed_minor: nullable(Minor('Price and delivery of all units')),
  tier: nullable(Type.String({ description: 'How it is delivered; null where that is not known.' })),
  delivers_by: nullable(Type.String({ format: 'date', description: 'Null where it is not known.' })),
});

/** What an option costs, and how it comes. */
export function offerOf(
  { snapshot }: Deps,
  { offer, delivery, ordered }: WeighedOption,
): Static<typeof OfferOfDecision> {
  const { offer_id, seller, price_minor, currency } = offer;
  const { units } = ordered;
  const landed_minor = landedMinor(units * price_minor, delivery.cost_minor);
  const shown = (minor: number) => formatPrice(minor, currency, snapshot.locale);
  return {
    id: offer_id,
    seller,
    price: shown(price_minor),
    price_minor,
    units,
    pieces_per_unit: ordered.pieces,
    landed: landed_minor === null ? null : shown(landed_minor),
    landed_minor,
    tier: delivery.tier,
    delivers_by: delivery.delivers_by,
  };
}
