import type { Schemas } from '../../client/client.ts';
import { percent } from './wording.ts';

/** Why the advice is what it is: a fall may be likely, and waiting for it end dearer too often. */
export function discountWords({
  within_days,
  probability,
  expected_saving_pct: saving,
  dearer_probability,
}: NonNullable<Schemas['GetForecastAnswer']['next_discount']>): string {
  const mean = `${saving < 0 ? 'costs' : 'saves'} ${percent(Math.abs(saving) / 100)} in the mean`;
  return `A fall of 3% or more within ${within_days} days has a probability of ${percent(probability)}; waiting for it ${mean}, and ends dearer in ${percent(dearer_probability)} of cases.`;
}
