import type { Policy } from '../policy.ts';
import { SEVERITIES, type Severity } from '../risk/risk_flag.ts';
import type { FeedHealth } from './feed_health.ts';

export const SELLER_FLAG_CODES = [
  'unauthorised_brand',
  'below_minimum_price',
  'reference_prices_inflated',
  'stock_inaccurate',
  'feed_unreliable',
  'delists_often',
  'new_seller',
  'prices_volatile',
] as const;
export type SellerFlagCode = (typeof SELLER_FLAG_CODES)[number];

/** One observation about a seller. `detail` is a sentence with the figures that it rests on. */
export interface SellerFlag {
  code: SellerFlagCode;
  severity: Severity;
  detail: string;
}

/** What is known of a seller. Shares 0 to 1, percentile 0 to 100, times in epoch seconds; null where it is not known. */
export interface SellerFacts {
  first_seen: number;
  /** When the index begins. */
  index_first_seen: number;
  now: number;
  /** Listings carried in the window. */
  carried: number;
  delist_rate: number | null;
  volatility_percentile: number | null;
  /** Sellers that the percentile is among. */
  sellers: number;
  stock_accuracy: number | null;
  feed_health: FeedHealth;
  /** Brands whose published lists name others alone, or say that this seller may not. */
  unauthorised_brands: readonly string[];
  /** Listings that it carries now, and those of them that stand against a policy. */
  listings_tracked: number;
  violations: Readonly<Partial<Record<Policy, number>>>;
}

const DAY_SECONDS = 86_400;
/** A seller is new for so many days, in an index that is older by as many. */
const NEW_DAYS = 30;
const LEAST_LISTINGS = 20;
const LEAST_SELLERS = 10;
const LEAST_RUNS = 5;
const VOLATILE_PERCENTILE = 95;
/** Bounds of `low` and `medium`. */
const DELISTED: readonly [number, number] = [0.25, 0.5];
const RELIABLE: readonly [number, number] = [0.9, 0.7];
const ACCURATE: readonly [number, number] = [0.95, 0.9];
const INFLATED: readonly [number, number] = [0.05, 0.25];

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
const dayOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

function above(value: number, [low, medium]: readonly [number, number]): Severity | null {
  return value >= medium ? 'medium' : value >= low ? 'low' : null;
}

function below(value: number, [low, medium]: readonly [number, number]): Severity | null {
  return value < medium ? 'medium' : value < low ? 'low' : null;
}

type Rule = (facts: SellerFacts) => SellerFlag | null;

const RULES: readonly Rule[] = [
  ({ unauthorised_brands: brands }) =>
    brands.length === 0
      ? null
      : {
          code: 'unauthorised_brand',
          severity: 'medium',
          detail: `It carries ${brands.slice(0, 5).join(', ')}${brands.length > 5 ? ` and ${brands.length - 5} more` : ''}, whose published lists of sellers do not authorise it.`,
        },
  ({ violations: { minimum_price: offers = 0 } }) =>
    offers === 0
      ? null
      : {
          code: 'below_minimum_price',
          severity: 'low',
          detail: `${offers} of its offers ${offers === 1 ? 'is' : 'are'} below the least price that a brand publishes.`,
        },
  ({ violations: { reference_price_inflated: offers = 0 }, listings_tracked }) => {
    const severity = listings_tracked === 0 ? null : above(offers / listings_tracked, INFLATED);
    return severity === null || listings_tracked < LEAST_LISTINGS
      ? null
      : {
          code: 'reference_prices_inflated',
          severity,
          detail: `${offers} of its ${listings_tracked} listings name a list price that it did not ask before.`,
        };
  },
  ({ stock_accuracy }) => {
    const severity = stock_accuracy === null ? null : below(stock_accuracy, ACCURATE);
    return severity === null || stock_accuracy === null
      ? null
      : {
          code: 'stock_inaccurate',
          severity,
          detail: `${percent(1 - stock_accuracy)} of its orders were cancelled for want of stock.`,
        };
  },
  ({ feed_health: { read, missed, failed, held, share } }) => {
    const severity = share === null ? null : below(share, RELIABLE);
    return severity === null || read + missed + failed + held < LEAST_RUNS
      ? null
      : {
          code: 'feed_unreliable',
          severity,
          detail: `Of ${read + missed + failed + held} observations that were due ${read} were taken; ${missed} did not come, ${failed} failed, ${held} ${held === 1 ? 'was' : 'were'} held.`,
        };
  },
  ({ delist_rate, carried }) => {
    const severity = delist_rate === null ? null : above(delist_rate, DELISTED);
    return severity === null || delist_rate === null || carried < LEAST_LISTINGS
      ? null
      : {
          code: 'delists_often',
          severity,
          detail: `It no longer carries ${percent(delist_rate)} of its ${carried} listings.`,
        };
  },
  ({ first_seen, index_first_seen, now }) =>
    now - first_seen < NEW_DAYS * DAY_SECONDS && first_seen - index_first_seen >= NEW_DAYS * DAY_SECONDS
      ? {
          code: 'new_seller',
          severity: 'low',
          detail: `It is known since ${dayOf(first_seen)}; little of its history can be told.`,
        }
      : null,
  ({ volatility_percentile: percentile, sellers, carried }) =>
    percentile !== null &&
    percentile >= VOLATILE_PERCENTILE &&
    sellers >= LEAST_SELLERS &&
    carried >= LEAST_LISTINGS
      ? {
          code: 'prices_volatile',
          severity: 'low',
          detail: `Its prices move more than those of ${Math.floor(percentile)} % of the sellers.`,
        }
      : null,
];

/** Everything observed about a seller, gravest first, then in the order of the codes. */
export function sellerFlags(facts: SellerFacts): SellerFlag[] {
  return RULES.flatMap((rule) => rule(facts) ?? []).sort(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  );
}
