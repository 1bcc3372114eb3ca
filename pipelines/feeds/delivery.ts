import { parsePrice } from '../domain/money.ts';

/**
 * Delivery cost to a country in minor units of `currency`, the cheapest of what the text offers, or null. The
 * text is a plain price, or Google's `country:region:service:price`, several separated by commas; an empty
 * country means everywhere. Nothing (`0 USD`) is 0 in any currency; another amount in another currency is not known.
 */
export function deliveryMinor(text: string, currency: string, country: string): bigint | null {
  let cheapest: number | null = null;
  // A comma between digits parts decimals or thousands, not offers.
  for (const offer of text.split(/,(?!\d)/)) {
    const parts = offer.split(':').map((part) => part.trim());
    if (parts.length > 1 && parts[0] !== '' && parts[0]?.toUpperCase() !== country) continue;
    const minor = amount(parts.at(-1) ?? '', currency);
    if (minor !== null && (cheapest === null || minor < cheapest)) cheapest = minor;
  }
  return cheapest === null ? null : BigInt(cheapest);
}

function amount(text: string, currency: string): number | null {
  const price = parsePrice(text, currency);
  if (!('error' in price)) return price.currency === currency ? price.price_minor : null;
  return price.error === 'price_zero' ? 0 : null;
}
