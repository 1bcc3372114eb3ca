import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { comparableOffers } from '../../pipelines/domain/offer.ts';
import { priceFinding } from '../../pipelines/domain/risk/offer_risk.ts';
import type { Deps } from '../http/deps.ts';
import { gapsOf } from '../intelligence/seller_history.ts';
import { offerFlags } from './offer_flags.ts';

/** What an offer's flags are told from. */
export type TrustDeps = Pick<Deps, 'snapshot' | 'market' | 'trust_threshold'>;

/** The offer to buy, and the cheaper ones that were left aside, each with what was observed about it. */
export interface TrustedBest {
  best: Listing | null;
  left_aside: { offer: Listing; detail: string }[];
}

/**
 * Of some offers of a product the cheapest to buy about which nothing grave was observed (a flag of severity `high`);
 * the cheapest of all where something was about each of them. Null where nothing can be bought.
 */
export async function trustedBest(
  deps: TrustDeps,
  product: Product,
  offers: readonly Listing[],
): Promise<TrustedBest> {
  const ranked = comparableOffers(offers, deps.snapshot.currency);
  const left_aside: TrustedBest['left_aside'] = [];
  for (const offer of ranked) {
    const grave = await graveFlag(deps, product, offer);
    if (!grave) return { best: offer, left_aside };
    left_aside.push({ offer, detail: grave.detail });
  }
  return { best: ranked[0] ?? null, left_aside: [] };
}

/** The gravest thing observed about an offer, where it is grave. */
async function graveFlag(deps: TrustDeps, product: Product, offer: Listing) {
  if (!mayBeGrave(deps, product, offer)) return undefined;
  const flags = await offerFlags(deps, product, offer);
  return flags.find(({ severity }) => severity === 'high');
}

/** Whether what is known without the sellers' signals, which take a while to read, leaves it possible. */
function mayBeGrave({ snapshot }: Pick<Deps, 'snapshot'>, { listings }: Product, offer: Listing): boolean {
  if (offer.gtin_conflict) return true;
  // No sale is usual: whatever its usual sales are, the price is no further under its market.
  const found = priceFinding({ offer, listings, gaps: gapsOf(snapshot, offer), usual_sale: 0 });
  return found?.severity === 'high';
}
