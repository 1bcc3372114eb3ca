import type { SqlParameters } from '../../warehouse/database.ts';
import type { DeliveryTier } from '../../warehouse/price_correction.ts';
import { TITLED_CONDITION } from '../domain/condition.ts';
import { CURRENCY_EXPONENTS, toMinor } from '../domain/money.ts';
import { MONEY_COLUMNS, type MoneyColumn, type NumberReading } from '../domain/number_grammar.ts';
import type { ShippingSettings } from '../domain/settings/publisher_settings.ts';
import { FeedError } from './error.ts';
import type { NumberSettings } from './numbers.ts';
import { asOfColumn } from './observed.ts';
import type { Part } from './part.ts';
import type { StageOptions } from './stage.ts';

/** The parameters of sql/stage.sql, but for those that say how numbers are read. */
export function stageParameters({ seller, feed, market, landed }: StageOptions): SqlParameters {
  const currency = feed.currency ?? market.currency;
  const digits = CURRENCY_EXPONENTS.get(currency) ?? 2;
  return {
    seller: seller.id,
    country: market.country,
    currency,
    reading: feed.decimal_mark ?? ('undecided' satisfies NumberReading),
    market_currency: market.currency,
    by_as_of: asOfColumn(feed.as_of) !== null,
    as_of: landed.as_of.replace('T', ' ').replace('Z', ''),
    plain_price: plainPrice(digits),
    titled_condition: TITLED_CONDITION,
    factor: 10 ** digits,
    shipping_minor: sellerAmount(seller.shipping?.cost, market.currency),
    free_over_minor: sellerAmount(seller.shipping?.free_over, market.currency),
  };
}

/** What delivery costs by a seller's settings, in `currency`. */
export function deliveryTier({ cost, free_over }: ShippingSettings, currency: string): DeliveryTier {
  const free_over_minor = sellerAmount(free_over, currency);
  return {
    cost_minor: Number(sellerAmount(cost, currency)),
    free_over_minor: free_over_minor === null ? null : Number(free_over_minor),
    currency,
  };
}

/** What is known of a feed's numbers before they are read. */
export function numberSettings(
  { feed, market, profile }: StageOptions,
  parts: readonly Part[],
): NumberSettings {
  const isTyped = (column: MoneyColumn): boolean =>
    parts.every(({ source: { map, isNumber } }) => {
      const index = map.fields[column];
      return index === undefined || isNumber?.(index) === true;
    });
  return {
    currency: feed.currency ?? market.currency,
    typed: new Set(MONEY_COLUMNS.filter(isTyped)),
    mark: feed.decimal_mark,
    kept: profile?.numbers ?? {},
  };
}

/**
 * The pattern of prices that a double holds exactly in minor units: 15 digits with the currency's decimals, and not
 * three of them behind the point, which may part thousands.
 */
function plainPrice(decimals: number): string {
  const whole = `[0-9]{1,${Math.min(12, 15 - decimals)}}`;
  return decimals === 0 ? whole : `${whole}([.][0-9]{1,${Math.min(decimals, 2)}})?`;
}

/** An amount of the settings in minor units; null where there is none. */
function sellerAmount(text: string | undefined, currency: string): bigint | null {
  if (text === undefined) return null;
  const minor = toMinor(text, currency);
  if (typeof minor === 'number') return BigInt(minor);
  throw new FeedError('settings', `shipping amount ${text} is no amount of ${currency} (${minor})`);
}
