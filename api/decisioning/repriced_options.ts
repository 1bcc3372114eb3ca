import { landedMinor } from '../../pipelines/domain/delivery.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { offerFlags } from '../trust/offer_flags.ts';
import type { TrustDeps } from '../trust/trusted_best.ts';
import { trusted, type WeighedOption } from './decision_options.ts';

/** An offer that costs something else from a moment (epoch seconds) on; what it cost until then is its past. */
function pricedFrom(listing: Listing, minor: number, from: number): Listing {
  const price_minor = Math.max(1, minor);
  const landed_minor = landedMinor(price_minor, listing.delivery_minor);
  const { currency, availability } = listing;
  const changes = [...listing.changes, { from, currency, price_minor, landed_minor, availability }];
  return { ...listing, price_minor, landed_minor, changes };
}

/**
 * The options as they were if one offer cost so much more in all (less where below 0): a price that is implausible then
 * is doubted, for itself and for what others ask of the same thing.
 */
export async function repricedOptions(
  deps: TrustDeps,
  options: readonly WeighedOption[],
  { offer_id, ordered }: Pick<WeighedOption, 'offer_id' | 'ordered'>,
  by_minor: number,
): Promise<WeighedOption[]> {
  const each_minor = Math.round(by_minor / ordered.units);
  const from = Date.parse(deps.snapshot.as_of) / 1000;
  const moved = (listing: Listing): Listing =>
    listing.offer_id === offer_id ? pricedFrom(listing, listing.price_minor + each_minor, from) : listing;
  return Promise.all(
    options.map(async (option) => {
      const { product, offer } = option;
      if (!product.listings.some((listing) => listing.offer_id === offer_id)) return option;
      const then = { ...product, listings: product.listings.map(moved) };
      const cost_minor = Math.max(1, option.cost_minor + by_minor);
      return {
        ...option,
        ...(option.offer_id === offer_id && { cost_minor }),
        ...trusted(option, await offerFlags(deps, then, moved(offer))),
      };
    }),
  );
}
