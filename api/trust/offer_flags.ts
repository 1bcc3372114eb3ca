import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { offerRisk } from '../../pipelines/domain/risk/offer_risk.ts';
import type { RiskFlag } from '../../pipelines/domain/risk/risk_flag.ts';
import { TrustSignals } from '../../warehouse/reads/trust_signals.ts';
import type { Deps } from '../http/deps.ts';
import { gapsOf, knownUntil } from '../intelligence/seller_history.ts';
import { placeOf } from './authorisation_place.ts';

/** What stands out about an offer of a product, from its history, its match, its market and its brand's lists. */
export async function offerFlags(
  { snapshot, market, trust_threshold }: Pick<Deps, 'snapshot' | 'market' | 'trust_threshold'>,
  product: Product,
  offer: Listing,
): Promise<RiskFlag[]> {
  const signals = await snapshot.hold(TrustSignals.open);
  const brand = offer.brand ?? product.brand;
  const seller = snapshot.sellers().find(({ id }) => id === offer.seller);
  const lists = signals.authorisations(placeOf(snapshot, market));
  return offerRisk({
    offer,
    listings: product.listings,
    signals: signals.offer(offer.offer_id),
    usual_sale: signals.seller(offer.seller)?.usual_sale ?? 0,
    now: knownUntil(snapshot),
    gaps: gapsOf(snapshot, offer),
    market: { country: market.country, currency: snapshot.currency, locale: snapshot.locale },
    trust_threshold,
    authorisation: brand !== null && seller ? { brand, ...lists.of(seller, brand) } : null,
  });
}
