import { contradictionInWords, contradictionsOf } from '../contradictions.ts';
import type { Listing } from '../listing.ts';
import { formatPrice } from '../money.ts';
import { isLive } from '../offer.ts';
import type { Gap } from '../price_context.ts';
import { servedItem } from '../stated.ts';
import type { Authorisation } from '../trust/brand_authorisation.ts';
import { type ImplausiblePrice, implausiblePrice } from './implausible_price.ts';
import { daysNewToListing } from './new_to_listing.ts';
import { ownUsualPrice } from './own_usual_price.ts';
import { inflatedReference, PRIOR_DAYS } from './reference_price.ts';
import { regionVariant } from './region_variant.ts';
import { bySeverity, type RiskFlag } from './risk_flag.ts';
import { FLAPPING_DAYS, stockFlapping } from './stock_flapping.ts';

const DAY_SECONDS = 86_400;
/** How long it is told that an offer has come to name something else. */
const CHANGED_IDENTITY_DAYS = 90;

/** What is known of an offer's history beside its own record. Times in epoch seconds. */
export interface OfferSignals {
  /** The seller's code is of a range for use in shops. */
  has_restricted_code: boolean;
  /** Since when its sku names this article instead of another; null where it always has. */
  sku_reused_at: number | null;
  /** When its match last lost probability; null where it never did. */
  match_degraded_at: number | null;
}

/** An offer with what its risk is told from. */
export interface RiskInputs {
  offer: Listing;
  /** All listings of its product. */
  listings: readonly Listing[];
  signals: OfferSignals;
  /** How far the seller's usual sales go below its usual prices, 0 to 1. */
  usual_sale: number;
  /** Epoch seconds until which prices are known. */
  now: number;
  /** Of the offer's feed. */
  gaps: readonly Gap[];
  market: { country: string; currency: string; locale: string };
  /** Matches below this probability are in doubt. */
  trust_threshold: number;
  /** Whether the offer's brand has authorised its seller, and the brand; null where no brand is known. */
  authorisation: ({ brand: string } & Pick<Authorisation, 'status' | 'note'>) | null;
}

type Rule = (inputs: RiskInputs) => RiskFlag | null;

const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
const percent = (share: number): string => `${Math.round(share * 100)} %`;

function display({ offer, market }: RiskInputs, minor: number): string {
  return formatPrice(minor, offer.currency, market.locale);
}

const poolOf = ({ pool_key, variant_id }: Listing): string => pool_key ?? variant_id;

/** The other sellers' offers that cost the same thing as this one does: of its pool and condition, in its currency. */
function competitors({ offer, listings }: Pick<RiskInputs, 'offer' | 'listings'>): Listing[] {
  return listings.filter(
    (other) =>
      other.seller !== offer.seller &&
      isLive(other) &&
      other.availability !== 'discontinued' &&
      other.condition === offer.condition &&
      other.currency === offer.currency &&
      poolOf(other) === poolOf(offer),
  );
}

/** Whether the offer's price is far under its market, as `implausiblePrice` has it. */
export function priceFinding(
  inputs: Pick<RiskInputs, 'offer' | 'listings' | 'gaps' | 'usual_sale'>,
): ImplausiblePrice | null {
  const { offer, gaps, usual_sale } = inputs;
  const bySeller = Map.groupBy(competitors(inputs), ({ seller }) => seller);
  return implausiblePrice({
    price_minor: offer.price_minor,
    others_minor: [...bySeller.values()].map((own) => Math.min(...own.map((one) => one.price_minor))),
    own_usual_minor: ownUsualPrice(offer.changes, gaps),
    usual_sale,
  });
}

const price: Rule = (inputs) => {
  const found = priceFinding(inputs);
  if (!found) return null;
  const sellers = found.sellers === 1 ? 'one other seller' : `${found.sellers} other sellers`;
  return {
    code: 'price_implausible',
    severity: found.severity,
    detail: `It costs ${display(inputs, inputs.offer.price_minor)}, ${percent(found.ratio)} of the ${display(inputs, found.market_minor)} that is usual for it (${sellers} and its own past).`,
  };
};

const gtin: Rule = ({ offer }) =>
  offer.gtin_conflict
    ? {
        code: 'gtin_conflict',
        severity: 'high',
        detail: `Its GTIN ${offer.gtin} is also stated for something visibly different, so it joins this listing to no other.`,
      }
    : null;

const restricted: Rule = ({ signals }) =>
  signals.has_restricted_code
    ? {
        code: 'restricted_code',
        severity: 'low',
        detail:
          'The code that the seller gives it is of a range for use in shops; other sellers may use it for something else.',
      }
    : null;

const identity: Rule = ({ signals, now }) => {
  const since = now - CHANGED_IDENTITY_DAYS * DAY_SECONDS;
  const { sku_reused_at, match_degraded_at } = signals;
  if (sku_reused_at !== null && sku_reused_at > since)
    return {
      code: 'identity_changed',
      severity: 'medium',
      detail: `Until ${dayOf(sku_reused_at)} the seller used this sku for another article.`,
    };
  if (match_degraded_at !== null && match_degraded_at > since)
    return {
      code: 'identity_changed',
      severity: 'medium',
      detail: `On ${dayOf(match_degraded_at)} the listing came to match its product less well than before.`,
    };
  return null;
};

const match: Rule = ({ offer, listings, trust_threshold }) => {
  if (offer.method === 'none') return null;
  if (offer.confidence < trust_threshold)
    return {
      code: 'match_doubtful',
      severity: 'medium',
      detail: `That it is this product is ${percent(offer.confidence)} probable (${offer.method}); matches below ${percent(trust_threshold)} are in doubt.`,
    };
  const others = listings.filter(
    (other) => other.variant_id === offer.variant_id && other.seller !== offer.seller && isLive(other),
  );
  // The condition is a field of its own, which offers are parted by.
  const contradiction =
    others.length > 0 &&
    contradictionsOf(servedItem(offer), others.map(servedItem)).find(({ kind }) => kind !== 'condition');
  return contradiction
    ? {
        code: 'match_doubtful',
        severity: 'low',
        detail: `The listing ${contradictionInWords(contradiction)}.`,
      }
    : null;
};

const reference: Rule = (inputs) => {
  const { offer, now, gaps } = inputs;
  if (offer.list_price_minor === null) return null;
  const found = inflatedReference({
    list_price_minor: offer.list_price_minor,
    changes: offer.changes,
    now,
    gaps,
  });
  if (!found) return null;
  const struck = `The list price ${display(inputs, offer.list_price_minor)}`;
  const lowest = display(inputs, found.prior_minor);
  return {
    code: 'reference_price_inflated',
    severity: found.severity,
    detail:
      found.reduced_at === null
        ? `${struck} was never asked in the ${found.seen_days} days seen, in which the seller asked ${lowest} at most.`
        : `${struck} is above the lowest price of the ${PRIOR_DAYS} days before the reduction of ${dayOf(found.reduced_at)}, when the seller asked ${lowest}.`,
  };
};

const region: Rule = ({ offer, listings, market }) => {
  if (offer.currency !== market.currency)
    return {
      code: 'region_variant',
      severity: 'medium',
      detail: `It is priced in ${offer.currency}, while the market’s currency is ${market.currency}.`,
    };
  const others = listings.filter((other) => other !== offer && isLive(other)).map(({ title }) => title);
  const stated = regionVariant(offer.title, others, market.country);
  return (
    stated && {
      code: 'region_variant',
      severity: 'medium',
      detail: `Its title says “${stated.words}”, while the market is ${market.country}.`,
    }
  );
};

const stock: Rule = ({ offer, now }) => {
  const found = stockFlapping(offer.changes, now);
  return (
    found && {
      code: 'stock_flapping',
      severity: found.severity,
      detail: `It went in or out of stock ${found.switches} times in ${FLAPPING_DAYS} days.`,
    }
  );
};

const newcomer: Rule = ({ offer, listings, now }) => {
  const others = listings.filter(({ seller }) => seller !== offer.seller);
  const begins = others.map(({ changes }) => changes[0]?.from ?? now);
  const days = daysNewToListing({
    first_seen: offer.changes[0]?.from ?? now,
    now,
    others_first_seen: begins.length > 0 ? Math.min(...begins) : null,
  });
  if (days === null) return null;
  return {
    code: 'seller_new_to_listing',
    severity: 'low',
    detail: `The seller has listed it since ${dayOf(offer.changes[0]?.from ?? now)}; others have carried the product for longer.`,
  };
};

const authorised: Rule = ({ authorisation }) =>
  authorisation?.status === 'unauthorised'
    ? {
        code: 'unauthorised_seller',
        severity: 'medium',
        detail: `${authorisation.brand} publishes who may sell it. ${authorisation.note ?? ''}`.trim(),
      }
    : null;

const RULES: readonly Rule[] = [
  gtin,
  price,
  identity,
  authorised,
  match,
  reference,
  region,
  stock,
  restricted,
  newcomer,
];

/** Everything observed about an offer, gravest first; nothing about one that is no longer carried. */
export function offerRisk(inputs: RiskInputs): RiskFlag[] {
  if (!isLive(inputs.offer)) return [];
  return RULES.flatMap((rule) => rule(inputs) ?? []).sort(bySeverity);
}
