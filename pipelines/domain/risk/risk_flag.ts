/**
 * What may be told of an offer beside its price: observations, which say what was seen and accuse nobody. In the order
 * in which they are told where severities are equal.
 */
export const RISK_CODES = [
  'gtin_conflict',
  'price_implausible',
  'identity_changed',
  'unauthorised_seller',
  'match_doubtful',
  'reference_price_inflated',
  'region_variant',
  'stock_flapping',
  'restricted_code',
  'seller_new_to_listing',
] as const;
export type RiskCode = (typeof RISK_CODES)[number];

export const SEVERITIES = ['high', 'medium', 'low'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One observation. `detail` is a sentence with the figures that it rests on. */
export interface RiskFlag {
  code: RiskCode;
  severity: Severity;
  detail: string;
}

export const RISKS = ['none', 'low', 'elevated', 'high'] as const;
export type Risk = (typeof RISKS)[number];

/** That many observations of middling weight weigh as one of high weight. */
const MEDIUM_AS_HIGH = 3;

/**
 * How much there is to look at before an order: `high` with an observation of high severity or three of medium,
 * `elevated` with one of medium, `low` with others, `none` without any. Another observation never lowers it.
 */
export function riskOf(flags: readonly Pick<RiskFlag, 'severity'>[]): Risk {
  const count = (severity: Severity) => flags.filter((flag) => flag.severity === severity).length;
  if (count('high') > 0 || count('medium') >= MEDIUM_AS_HIGH) return 'high';
  if (count('medium') > 0) return 'elevated';
  return flags.length > 0 ? 'low' : 'none';
}

/** Gravest first, then in the order of the codes. */
export function bySeverity(a: RiskFlag, b: RiskFlag): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    RISK_CODES.indexOf(a.code) - RISK_CODES.indexOf(b.code)
  );
}
