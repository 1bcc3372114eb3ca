import type { Condition } from './listing.ts';

/** `buyer_pays`: the way back is the buyer's to pay; `free`: the seller's; `in_store_only`: there is none. */
export const RETURN_SHIPPING = ['buyer_pays', 'free', 'in_store_only'] as const;
export type ReturnShipping = (typeof RETURN_SHIPPING)[number];

/** A seller's statement on returns (`inputs/return_terms.ts`), of all its offers or of some. Null where it does not say. */
export interface ReturnStatement {
  sku: string | null;
  category: string | null;
  condition: Condition | null;
  returnable: boolean | null;
  /** Days from delivery. */
  window_days: number | null;
  /** Of a return, minor units of `currency`. */
  fee_minor: number | null;
  currency: string | null;
  restocking_pct: number | null;
  restocking_applies_to: readonly string[];
  free_return: boolean | null;
  method: 'mail' | 'store' | 'any' | null;
  exchange_only: boolean | null;
  warranty_months: number | null;
  warranty_by: string | null;
  /** Orders of these days (ISO, both included) may be returned until a later day. */
  holiday_from: string | null;
  holiday_to: string | null;
  holiday_until: string | null;
}

/** What terms are asked for. */
export interface ReturnedOffer {
  sku: string;
  /** Node of the taxonomy. */
  category: string | null;
  condition: Condition;
}

/** The terms of one offer. */
export interface OfferTerms {
  /** Anything at all is stated. */
  stated: boolean;
  returnable: boolean | null;
  window_days: number | null;
  return_shipping: ReturnShipping | null;
  fee: { minor: number; currency: string } | null;
  restocking_pct: number | null;
  /** What the restocking fee is taken of, in the seller's words; empty for whatever is returned. */
  restocking_applies_to: readonly string[];
  exchange_only: boolean | null;
  warranty_months: number | null;
  warranty_by: string | null;
  extension: { from: string | null; to: string | null; until: string } | null;
}

/** The nodes that a category stands for: itself, where it is one, or all that are called so. */
export type NodesOf = (category: string) => readonly string[];

const isWithin = (category: string, node: string): boolean =>
  category === node || category.startsWith(`${node}.`);

/** How exactly a statement names an offer: a sku before a category, a deep one before a high one, before a condition. */
function specificity(statement: ReturnStatement, offer: ReturnedOffer, nodesOf: NodesOf): number | null {
  const { sku, category, condition } = statement;
  let specific = 0;
  if (sku !== null) {
    if (sku !== offer.sku) return null;
    specific += 10_000;
  }
  if (category !== null) {
    const node = nodesOf(category).find((one) => offer.category !== null && isWithin(offer.category, one));
    if (node === undefined) return null;
    specific += 10 * node.split('.').length;
  }
  if (condition !== null) {
    if (condition !== offer.condition) return null;
    specific += 1;
  }
  return specific;
}

/**
 * The terms of one offer: each from the most specific statement that makes it. What cannot be returned has no window,
 * postage or fee, whatever a wider statement says of other things.
 */
export function termsOf(
  statements: readonly ReturnStatement[],
  offer: ReturnedOffer,
  nodesOf: NodesOf,
): OfferTerms {
  const own = statements
    .flatMap((statement) => {
      const specific = specificity(statement, offer, nodesOf);
      return specific === null ? [] : [{ statement, specific }];
    })
    .sort((a, b) => b.specific - a.specific)
    .map(({ statement }) => statement);
  const first = <K extends keyof ReturnStatement>(key: K) =>
    own.find((one) => one[key] !== null)?.[key] ?? null;
  const window_days = first('window_days');
  const returnable = first('returnable') ?? (window_days === null ? null : window_days > 0);
  const warranty = { warranty_months: first('warranty_months'), warranty_by: first('warranty_by') };
  if (returnable === false) return { stated: true, returnable, ...NO_RETURN, ...warranty };
  return {
    stated: own.length > 0,
    returnable,
    window_days,
    return_shipping: returnShipping(own),
    fee: feeOf(own),
    ...restockingOf(own),
    exchange_only: first('exchange_only'),
    ...warranty,
    extension: extensionOf(own),
  };
}

const NO_RETURN = {
  window_days: null,
  return_shipping: null,
  fee: null,
  restocking_pct: null,
  restocking_applies_to: [],
  exchange_only: null,
  extension: null,
} as const;

/** The first statement that says who pays the way back or that there is none. */
function returnShipping(statements: readonly ReturnStatement[]): ReturnShipping | null {
  for (const { method, free_return } of statements) {
    if (method === 'store') return 'in_store_only';
    if (free_return !== null) return free_return ? 'free' : 'buyer_pays';
  }
  return null;
}

/** The share and what it is taken of, of one statement: 15 % of everything is not 15 % of what a wider one calls opened. */
function restockingOf(
  statements: readonly ReturnStatement[],
): Pick<OfferTerms, 'restocking_pct' | 'restocking_applies_to'> {
  const stated = statements.find(({ restocking_pct }) => restocking_pct !== null);
  return {
    restocking_pct: stated?.restocking_pct ?? null,
    restocking_applies_to: stated?.restocking_applies_to ?? [],
  };
}

function feeOf(statements: readonly ReturnStatement[]): OfferTerms['fee'] {
  const stated = statements.find(({ fee_minor }) => fee_minor !== null);
  return stated?.currency && stated.fee_minor !== null
    ? { minor: stated.fee_minor, currency: stated.currency }
    : null;
}

function extensionOf(statements: readonly ReturnStatement[]): OfferTerms['extension'] {
  const stated = statements.find(({ holiday_until }) => holiday_until !== null);
  if (!stated || stated.holiday_until === null) return null;
  return { from: stated.holiday_from, to: stated.holiday_to, until: stated.holiday_until };
}

/** Whether an order of a day (ISO) has the extension. */
export function isExtended({ extension }: Pick<OfferTerms, 'extension'>, day: string): boolean {
  if (extension === null) return false;
  const { from, to, until } = extension;
  return day <= (to ?? until) && (from === null || day >= from);
}
