import {
  type Fraction,
  factorAt,
  fractionOf,
  isOne,
  type PriceFactor,
} from '../pipelines/domain/price_factor.ts';
import { literal } from './database.ts';

/** What delivery costs by the settings of a seller, minor units. */
export interface DeliveryTier {
  cost_minor: number;
  /** Price from which it is free; null: never. */
  free_over_minor: number | null;
  currency: string;
}

/** What people said of a feed's prices. */
export interface FeedPrices {
  /** Oldest first. */
  factors: PriceFactor[];
  /** As the seller's settings say; absent where they say nothing. */
  tier?: DeliveryTier;
}

/** How the staged prices of one observation are to be read. */
export interface PriceCorrection {
  factor: string;
  tier?: DeliveryTier;
}

/** The correction of an observation at `asOf`, or undefined where its prices hold as they were staged. */
export function correctionAt(prices: FeedPrices | undefined, asOf: string): PriceCorrection | undefined {
  if (!prices) return undefined;
  const { factors, ...tier } = prices;
  const factor = factorAt(factors, asOf);
  return isOne(fractionOf(factor)) ? undefined : { factor, ...tier };
}

/**
 * SQL of the staged columns that a correction changes: price and list price times the factor, what delivery costs by the
 * seller's own tiers at that price, and the sum. Delivery that the feed itself states stays as it is.
 */
export function correctedColumns({ factor, tier }: PriceCorrection): Record<string, string> {
  const fraction = fractionOf(factor);
  const price = scaledSql('price_minor', fraction);
  const delivery = tier ? tiered(price, tier) : 'delivery_minor';
  return {
    price_minor: `${price} as price_minor`,
    list_price_minor: `${scaledSql('list_price_minor', fraction)} as list_price_minor`,
    delivery_minor: `${delivery} as delivery_minor`,
    landed_minor: `landed_minor(${price}, ${delivery}) as landed_minor`,
  };
}

/** SQL twin of `scaledMinor` (test/warehouse/price_correction.test.ts); null stays null. */
export function scaledSql(amount: string, { numerator, denominator }: Fraction): string {
  const scaled = `(${amount}::hugeint * ${2n * numerator} + ${denominator}) // ${2n * denominator}`;
  return `case when ${amount} is not null then greatest(${scaled}, 1)::bigint end`;
}

/** What delivery costs at the corrected price, where at the staged one it was what the tiers say. */
function tiered(price: string, { cost_minor, free_over_minor, currency }: DeliveryTier): string {
  const at = (amount: string) =>
    `tier_minor(${amount}, currency, ${literal(currency)}, ${cost_minor}::bigint, ${free_over_minor ?? 'null'}::bigint)`;
  return `case when delivery_minor = ${at('price_minor')} then ${at(price)} else delivery_minor end`;
}
