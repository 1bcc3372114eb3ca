import { median } from '../median.ts';
import type { Severity } from './risk_flag.ts';

/** What a price is held against. Minor units of one currency, of one pool. */
export interface PriceEvidence {
  price_minor: number;
  /** What each other seller asks now, the lowest of its offers. */
  others_minor: readonly number[];
  /** The price that the seller itself held for half of the time before this one; null where it is not known. */
  own_usual_minor: number | null;
  /** How far the seller's usual sales go below its usual prices, 0 to 1; 0 where it is not known. */
  usual_sale: number;
}

export interface ImplausiblePrice {
  severity: Extract<Severity, 'medium' | 'high'>;
  /** The middle of what it is held against. */
  market_minor: number;
  /** Price over `market_minor`. */
  ratio: number;
  /** Other sellers that were asked. */
  sellers: number;
}

/** At most so much of the market's middle is far under it; from the second bound on it is grave. */
const FAR_UNDER = 0.6;
const GRAVE = 0.4;
/** A price this far under what the seller's deepest usual sale would leave is no usual sale. */
const BELOW_SALE = 0.85;
/** Least distance from the middle, in robust standard deviations of the logarithm. */
const DEVIATIONS = 3;
/** Prices of one thing differ by a tenth anyway, however close those that are known lie together. */
const LEAST_SPREAD = 0.1;
/** The median absolute deviation of a normal distribution, as a standard deviation: 1 / Φ⁻¹(3/4). */
const MAD_TO_SIGMA = 1.4826;
const LEAST_WITNESSES = 2;

/**
 * Whether a price is far under the product's own market, or null. Witnesses are one price of every other seller and the
 * seller's own usual price; at least two, one of them another seller's. It is far under where it is at most 0.6 of
 * their median, three robust deviations (median absolute deviation of the logarithms, at least 0.1) below it, and a
 * sixth below what the seller's usual sales leave of it. Scale free.
 */
export function implausiblePrice(evidence: PriceEvidence): ImplausiblePrice | null {
  const { price_minor, others_minor, own_usual_minor, usual_sale } = evidence;
  const witnesses = own_usual_minor === null ? others_minor : [...others_minor, own_usual_minor];
  if (others_minor.length === 0 || witnesses.length < LEAST_WITNESSES) return null;
  const logs = witnesses.map((minor) => Math.log(minor));
  const middle = median(logs);
  const spread = Math.max(LEAST_SPREAD, MAD_TO_SIGMA * median(logs.map((log) => Math.abs(log - middle))));
  const ratio = price_minor / Math.exp(middle);
  const bound = Math.min(FAR_UNDER, BELOW_SALE * (1 - usual_sale));
  if (ratio > bound || -Math.log(ratio) < DEVIATIONS * spread) return null;
  return {
    severity: ratio <= GRAVE ? 'high' : 'medium',
    market_minor: Math.round(Math.exp(middle)),
    ratio,
    sellers: others_minor.length,
  };
}
