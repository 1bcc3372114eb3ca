import table from './confidence.json' with { type: 'json' };

/** Nothing was measured: right as often as not. */
const UNMEASURED = 0.5;

/**
 * How often a rule was right where its value could be looked up, per part of the listing (`data.named@title`); see
 * test/bench/attributes.ts, which prints the figures this table is made of.
 */
export function confidenceOf(rule: string, part: 'title' | 'description'): number {
  const rules: Readonly<Record<string, number>> = table;
  return rules[`${rule}@${part}`] ?? rules[rule] ?? UNMEASURED;
}
