import { type Price, type PriceError, readPrice } from '../domain/money.ts';
import type { NumberForm, NumberReading } from '../domain/number_grammar.ts';

/** A delivery cost in minor units, null where it is not known, and what its number tells of the column's. */
export interface DeliveryCost {
  minor: bigint | null;
  form: NumberForm;
}

/**
 * Delivery cost to a country in minor units of `currency`, the cheapest of what the text offers, or null. The
 * text is a plain price, or Google's `country:region:service:price`, several separated by commas; an empty
 * country means everywhere. Nothing (`0 USD`) is 0 in any currency; another amount in another currency is not known.
 */
export function deliveryMinor(text: string, currency: string, country: string): bigint | null {
  return readDelivery(text, currency, country).minor;
}

/** The same in a column whose numbers are read so. */
export function readDelivery(
  text: string,
  currency: string,
  country: string,
  reading?: NumberReading,
): DeliveryCost {
  const cost: DeliveryCost = { minor: null, form: 'silent' };
  // A comma between digits parts decimals or thousands, not offers.
  for (const offer of text.split(/,(?!\d)/)) {
    const parts = offer.split(':').map((part) => part.trim());
    if (parts.length > 1 && parts[0] !== '' && parts[0]?.toUpperCase() !== country) continue;
    const { price, form } = readPrice(parts.at(-1) ?? '', currency, reading);
    if (form !== 'silent' && !/_/.test(cost.form)) cost.form = form;
    const minor = 'error' in price ? nothing(price.error) : amount(price, currency);
    if (minor !== null && (cost.minor === null || minor < cost.minor)) cost.minor = minor;
  }
  return cost;
}

function amount(price: Price, currency: string): bigint | null {
  return price.currency === currency ? BigInt(price.price_minor) : null;
}

function nothing(error: PriceError): bigint | null {
  return error === 'price_zero' ? 0n : null;
}
