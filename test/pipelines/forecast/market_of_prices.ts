import { seededRandom } from '../../../pipelines/domain/seeded_random.ts';
import { dailySeries, waitedDays } from '../../../pipelines/forecast/daily_series.ts';
import { type Subject, WINDOW_DAYS } from '../../../pipelines/forecast/features.ts';

/** Days that the series of a made-up market last. */
export const MARKET_DAYS = 240;

/** The series of a price by day, the first on day 0. */
export function subjectOf(priceOn: (day: number) => number, days = MARKET_DAYS): Subject {
  const points = Array.from({ length: days }, (_, day) => ({ day, price_minor: priceOn(day) }));
  const series = dailySeries(
    points.filter(({ price_minor }, day) => price_minor !== points[day - 1]?.price_minor),
    days - 1,
  );
  if (!series) throw new Error('a series without a price');
  return { series, waited: waitedDays(series, WINDOW_DAYS) };
}

/** A fifth off for the first three days of each `every` days, counted from `offset`. */
export const rhythmic = (every: number, offset: number, price = 1000): Subject =>
  subjectOf((day) => ((day + offset) % every < 3 ? 0.8 * price : price));

/** A price that only ever goes up a little, once. */
export const rising = (on: number, price = 1000): Subject =>
  subjectOf((day) => (day < on ? price : Math.round(price * 1.02)));

/** A market of half of each, at all phases; the same for the same size. */
export function marketOf(size: number): Subject[] {
  const random = seededRandom(size);
  return Array.from({ length: size }, (_, index) =>
    index % 2 === 0
      ? rhythmic(28, Math.floor(random() * 28), 100 + Math.floor(random() * 9000))
      : rising(Math.floor(random() * MARKET_DAYS), 100 + Math.floor(random() * 9000)),
  );
}
