import type { Schemas } from '../../client/client.ts';
import { badge, h, note } from './element.ts';
import { discountWords } from './forecast_words.ts';
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
