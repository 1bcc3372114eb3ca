import { type DeliveryTier, deliveryMinor } from '../domain/delivery.ts';
import { readPrice } from '../domain/money.ts';
import type { NumberForm, NumberReading } from '../domain/number_grammar.ts';

/** A delivery cost in minor units, null where it is not known, and what its number tells of the column's. */
export interface DeliveryCost {
  minor: bigint | null;
  form: NumberForm;
}

/**
 * Delivery cost to a country that a feed states, in a column whose numbers are read so. The text is a plain price, or Google's
 * `country:region:service:price`, several separated by commas; an empty country means everywhere. Nothing (`0 USD`) is
 * 0 in any currency.
 */
export function readDelivery(
  text: string,
  currency: string,
  country: string,
  reading?: NumberReading,
): DeliveryCost {
  const tiers: DeliveryTier[] = [];
  let form: NumberForm = 'silent';
  // A comma between digits parts decimals or thousands, not offers.
  for (const offer of text.split(/,(?!\d)/)) {
    const parts = offer.split(':').map((part) => part.trim());
    const reached = parts.length > 1 ? parts[0]?.toUpperCase() || null : null;
    if (reached !== null && reached !== country) continue;
    const read = readPrice(parts.at(-1) ?? '', currency, reading);
    if (read.form !== 'silent' && !/_/.test(form)) form = read.form;
    tiers.push({ country: reached, free_from_minor: null, ...costOf(read.price) });
  }
  const minor = deliveryMinor(tiers, { price_minor: 0, currency }, { country });
  return { minor: minor === null ? null : BigInt(minor), form };
}

function costOf(price: ReturnType<typeof readPrice>['price']): Pick<DeliveryTier, 'currency' | 'cost_minor'> {
  if (!('error' in price)) return { currency: price.currency, cost_minor: price.price_minor };
  return { currency: null, cost_minor: price.error === 'price_zero' ? 0 : null };
}
