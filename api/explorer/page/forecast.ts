import type { Schemas } from '../../client/client.ts';
import { badge, h, note } from './element.ts';
import { percent } from './wording.ts';

export type Forecast = Schemas['GetForecastAnswer'];

const ADVICE = {
  buy_now: ['buy now', 'good'],
  wait: ['wait', 'warn'],
  no_signal: ['no advice', 'plain'],
} as const;

const REASONS = {
  insufficient_history: 'Too little is known of this price.',
  flat_history: 'This price never moved.',
  not_for_sale: 'It cannot be bought now.',
} as const;

/** The advice, and what it stands on. */
export function forecastWords(forecast: Forecast): HTMLElement {
  const { advice, reason, expected, next_discount, basis, seller } = forecast;
  const [label, kind] = ADVICE[advice];
  return h(
    'div',
    { class: 'headline' },
    h('p', {}, `Forecast for ${seller} `, badge(label, kind)),
    reason && note(REASONS[reason]),
    expected &&
      note(
        `On ${expected.date} about ${expected.price}; between ${expected.interval.low} and ${expected.interval.high} in ${percent(expected.interval.level)} of cases.`,
      ),
    next_discount && note(discountWords(next_discount)),
    basis.length > 0 &&
      h(
        'details',
        {},
        h('summary', {}, 'What it rests on'),
        h(
          'ul',
          {},
          basis.map((line) => h('li', {}, line)),
        ),
      ),
  );
}

/** Why the advice is what it is: a fall may be likely, and waiting for it end dearer too often. */
export function discountWords({
  within_days,
  probability,
  expected_saving_pct: saving,
  dearer_probability,
}: NonNullable<Forecast['next_discount']>): string {
  const mean = `${saving < 0 ? 'costs' : 'saves'} ${percent(Math.abs(saving) / 100)} in the mean`;
  return `A fall of 3% or more within ${within_days} days has a probability of ${percent(probability)}; waiting for it ${mean}, and ends dearer in ${percent(dearer_probability)} of cases.`;
}
