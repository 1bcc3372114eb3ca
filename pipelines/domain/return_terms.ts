import type { Condition } from './listing.ts';

export const RETURN_SHIPPING = ['buyer_pays', 'free', 'exchange_only', 'in_store_only'] as const;
export type ReturnShipping = (typeof RETURN_SHIPPING)[number];

/** What a seller states of returns, of all its offers or of some. Null where it does not say. */
export interface ReturnTerms {
  /** The offers it is said of; null for any. */
  sku: string | null;
  /** A node of the taxonomy and all below it. */
  category: string | null;
  condition: Condition | null;
  returnable: boolean | null;
  /** Days from delivery. */
  window_days: number | null;
  return_shipping: ReturnShipping | null;
  /** Percent of the price. */
  restocking_fee_pct: number | null;
  /** What the fee is taken of, in the seller's words; empty for whatever is returned. */
  restocking_applies_to: readonly string[];
  warranty_months: number | null;
  /** In the seller's words: `manufacturer`, `seller`. */
  warranty_by: string | null;
  /** Orders of these days (ISO, both included) may be returned until a later day. */
  extended_from: string | null;
  extended_to: string | null;
  extended_until: string | null;
}

/** What terms are asked for. */
export interface ReturnedOffer {
  sku: string;
  category: string | null;
  condition: Condition;
}

/** The terms of one offer. */
export interface OfferTerms extends Omit<ReturnTerms, 'sku' | 'category' | 'condition'> {
  /** Anything at all is stated. */
  stated: boolean;
}

const isWithin = (category: string | null, node: string): boolean =>
  category !== null && (category === node || category.startsWith(`${node}.`));

function applies(terms: ReturnTerms, { sku, category, condition }: ReturnedOffer): boolean {
  return (
    (terms.sku === null || terms.sku === sku) &&
    (terms.category === null || isWithin(category, terms.category)) &&
    (terms.condition === null || terms.condition === condition)
  );
}

/** A sku says more than a category, a deeper category more than a higher one, any of them more than a condition. */
const specificity = ({ sku, category, condition }: ReturnTerms): number =>
  (sku === null ? 0 : 1000) +
  (category === null ? 0 : 10 * category.split('.').length) +
  (condition === null ? 0 : 1);

/**
 * The terms of one offer: each from the most specific statement that makes it. What cannot be returned has no window,
 * postage or fee, whatever a wider statement says of other things.
 */
export function termsOf(statements: readonly ReturnTerms[], offer: ReturnedOffer): OfferTerms {
  const own = statements.filter((one) => applies(one, offer)).sort((a, b) => specificity(b) - specificity(a));
  const first = <K extends keyof ReturnTerms>(key: K): ReturnTerms[K] | null =>
    own.find((one) => one[key] !== null)?.[key] ?? null;
  const returnable = first('returnable') ?? (first('window_days') === null ? null : true);
  const warranty = { warranty_months: first('warranty_months'), warranty_by: first('warranty_by') };
  const none = {
    window_days: null,
    return_shipping: null,
    restocking_fee_pct: null,
    restocking_applies_to: [],
  };
  const extension = own.find((one) => one.extended_until !== null);
  const unextended = { extended_from: null, extended_to: null, extended_until: null };
  const stated = own.length > 0;
  if (returnable === false) return { stated, returnable, ...none, ...warranty, ...unextended };
  return {
    stated,
    returnable,
    window_days: first('window_days'),
    return_shipping: first('return_shipping'),
    restocking_fee_pct: first('restocking_fee_pct'),
    restocking_applies_to:
      own.find((one) => one.restocking_applies_to.length > 0)?.restocking_applies_to ?? [],
    ...warranty,
    ...(extension
      ? {
          extended_from: extension.extended_from,
          extended_to: extension.extended_to,
          extended_until: extension.extended_until,
        }
      : unextended),
  };
}

/** Whether an order of a day (ISO) has the extension. */
export function isExtended({ extended_from, extended_to, extended_until }: OfferTerms, day: string): boolean {
  return (
    extended_until !== null &&
    day <= (extended_to ?? extended_until) &&
    (extended_from === null || day >= extended_from)
  );
}
