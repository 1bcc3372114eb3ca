import type { MarketSettings } from '../../pipelines/domain/settings/market_settings.ts';
import type { AuthorisationPlace } from '../../pipelines/domain/trust/brand_authorisation.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';

/** Where and when brands' lists are read: in the market, on the day of the newest observation. */
export function placeOf(
  snapshot: Pick<Snapshot, 'as_of'>,
  { country }: Pick<MarketSettings, 'country'>,
): AuthorisationPlace {
  return { country, today: snapshot.as_of.slice(0, 10) };
}
