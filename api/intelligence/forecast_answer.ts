import { Type } from 'typebox';
import { Currency, Display, MatchRecord, Minor, nullable, oneOf } from '../catalogue/schema.ts';

const Chance = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

const Expected = Type.Object(
  {
    date: Type.String({ format: 'date', description: 'The last day of the horizon.' }),
    price: Display('The middle of what is expected'),
    price_minor: Minor('The same'),
    interval: Type.Object({
      level: Chance('Share of outcomes that it is meant to hold.'),
      low: Display('Its lower bound'),
      low_minor: Minor('The same'),
      high: Display('Its upper bound'),
      high_minor: Minor('The same'),
    }),
  },
  { description: 'The price on the last day of the horizon.' },
);

/** What is told of an offer's price: what to do, what is expected, and what that rests on. */
export const ForecastAnswer = Type.Object({
  product_id: Type.String(),
  variant_id: Type.String(),
  offer_id: Type.String(),
  match: MatchRecord,
  seller: Type.String(),
  advice: oneOf(
    ['buy_now', 'wait', 'no_signal'],
    'wait: waiting up to `horizon_days` for a fall of 3 % or more is expected to pay; no_signal: buy when it suits you.',
  ),
  reason: nullable(
    oneOf(
      ['insufficient_history', 'flat_history', 'not_for_sale'],
      'Why there is no signal: too few days are known of this price, or too few prices of the market; it never moved; it cannot be bought now.',
    ),
  ),
  confidence: nullable(
    Chance('Chance that a fall of 3 % comes (wait), or does not (buy_now), within the horizon.'),
  ),
  horizon_days: Type.Integer(),
  current: Display('Price now'),
  current_minor: Minor('Price now'),
  currency: Currency,
  expected: nullable(Expected),
  points: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      p10_minor: Minor('Lower bound of the interval'),
      p50_minor: Minor('The middle'),
      p90_minor: Minor('Upper bound of the interval'),
    }),
    { description: 'Every week of the horizon, and its last day.' },
  ),
  next_discount: nullable(
    Type.Object(
      {
        judged_by: oneOf(
          ['own_history', 'peers'],
          'peers: nothing is advised, so by what became of others: of prices that had stood as long where this one never moved, else of other prices of this seller, of its category and brand as far as these tell.',
        ),
        probability: Chance('That the price falls by 3 % or more within the horizon.'),
        within_days: Type.Integer(),
        typical_depth_pct: nullable(
          Type.Number({ description: 'Median depth of this price’s own cuts in the window, percent.' }),
        ),
        expected_saving_pct: Type.Number({
          description: 'What waiting saves in the mean, percent of the price; falls and rises together.',
        }),
        dearer_probability: Chance('That waiting ends dearer.'),
      },
      {
        description: 'Null where nothing can be said: it cannot be bought now, or too few prices are known.',
      },
    ),
  ),
  basis: Type.Array(Type.String(), { description: 'What it rests on, in plain words.' }),
  backtest: nullable(
    Type.Object(
      {
        mase: nullable(
          Type.Number({
            description:
              'Mean absolute error of the middle price over that of “it stays as it is”; below 1 is better; null where the price did not move.',
          }),
        ),
        coverage: Chance('Share of the windows in which the price lay in the interval.'),
        windows: Type.Integer(),
      },
      {
        description:
          'How this offer’s own forecasts over 28 days would have done in its last months, by a model that had not seen them.',
      },
    ),
  ),
  covered_days: Type.Integer({
    description: 'Days of the window in which the price was seen and could be paid.',
  }),
  as_of: Type.String({ format: 'date', description: 'The day on which the horizon begins.' }),
});
