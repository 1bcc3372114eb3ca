import { parsePrice } from './money.ts';
import type { Subscription } from './total_cost.ts';

/** The attribute of a listing that holds what its feed calls `subscription_cost`. */
const KEY = 'general.subscription_cost';
const MONTHS: Readonly<Record<string, number>> = { month: 1, year: 12 };

/**
 * What a listing costs month by month, from Google's `subscription_cost` (`period:period_length:amount`, such as
 * `month:24:15.00 USD`; attribute table of Google Merchant product data). A yearly amount is parted by twelve, rounded
 * up. Null where none is stated, or not in the market's currency.
 */
export function readSubscription(
  attributes: Readonly<Record<string, string>>,
  currency: string,
): Subscription | null {
  const [period = '', length = '', ...amount] = (attributes[KEY] ?? '').split(':').map((part) => part.trim());
  const months = MONTHS[period.toLowerCase()];
  if (months === undefined || !/^[1-9]\d{0,2}$/.test(length)) return null;
  const price = parsePrice(amount.join(':'), currency);
  if ('error' in price || price.currency !== currency) return null;
  return {
    name: 'subscription',
    unit_minor: Math.ceil(price.price_minor / months),
    months: Number(length) * months,
  };
}
