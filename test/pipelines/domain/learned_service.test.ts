import { describe, expect, test } from 'vitest';
import {
  countedAfter,
  type DeliveryHistory,
  expectedError,
  expectedWindow,
  UNKNOWN_LANE,
} from '../../../pipelines/domain/delivery_history.ts';
import { type Lag, NEVER } from '../../../pipelines/domain/lag.ts';
import { learnedHistory, type SeenDelivery } from '../../../pipelines/domain/learned_service.ts';
import { seededRandom } from '../../../pipelines/domain/seeded_random.ts';

const DAY = 86_400_000;
const transit = [{ up_to_km: null, least_days: 1, most_days: 2 }];
const leg = { lane: UNKNOWN_LANE, nearHoliday: false, districts: ['US'] };

/** Ten deliveries a day for so many days; `lagOf` says how many half workdays one of a day takes. */
function year(days: number, lagOf: (day: number, at: number) => Lag): SeenDelivery[] {
  return Array.from({ length: days * 10 }, (_, at) => {
    const day = Math.floor(at / 10);
    const lag = lagOf(day, at % 10);
    const ordered_ms = day * DAY + (at % 10) * 3_600_000;
    const delivered_ms = lag === NEVER ? null : ordered_ms + (lag / 2) * DAY;
    return { ordered_ms, delivered_ms, lag, leg, distance_km: null, transit };
  });
}

const learned = (deliveries: readonly SeenDelivery[], newest_ms = deliveries.at(-1)?.ordered_ms ?? 0) =>
  learnedHistory(deliveries, newest_ms);

/** What deliveries ordered so long before a moment count together where windows are judged. */
const judged = (deliveries: readonly SeenDelivery[], until_ms: number, days = 28): number =>
  deliveries
    .filter(({ ordered_ms }) => ordered_ms >= until_ms - days * DAY && ordered_ms < until_ms)
    .reduce((sum, { ordered_ms }) => sum + countedAfter(until_ms - ordered_ms), 0);

const windowOf = (history: DeliveryHistory, order_ms: number) =>
  expectedWindow(history, {
    distance_km: null,
    nearHoliday: false,
    districts: ['US'],
    promise: () => ({ least_days: 1, most_days: 2 }),
    error: expectedError(history.missed, order_ms),
  });

describe('what a service says follows what came', () => {
  const random = seededRandom(5);
  const steady = year(200, () => (random() < 0.5 ? 2 : random() < 0.8 ? 4 : 8));

  test('a service that stays as it was is believed as before', () => {
    const history = learned(steady);
    expect(Math.abs(expectedError(history.missed, 200 * DAY))).toBeLessThan(0.03);
    expect(windowOf(history, 200 * DAY)?.confidence).toBeCloseTo(0.9, 1);
  });

  test('one that became faster says less too: what comes before a window misses it', () => {
    const faster = learned(year(200, (day) => (day < 180 ? 4 : 2)));
    expect(expectedError(faster.missed, 200 * DAY)).toBeLessThan(-0.1);
  });

  test('one that became slower says less than its past alone would, and nearer to what comes', () => {
    const slower = year(200, (day, at) => (day < 180 ? 2 : at < 5 ? 2 : 12));
    const history = learned(slower);
    const said = windowOf(history, 200 * DAY)?.confidence ?? 1;
    history.missed = null;
    const before = windowOf(history, 200 * DAY)?.confidence ?? 0;
    expect(said).toBeLessThan(before - 0.05);
    expect(Math.abs(said - 0.5)).toBeLessThan(Math.abs(before - 0.5));
  });

  test('one that became quicker says more', () => {
    const drawn = seededRandom(6);
    const quicker = year(200, (day) => (day < 180 && drawn() < 0.4 ? 20 : 2));
    expect(expectedError(learned(quicker).missed, 200 * DAY)).toBeGreaterThan(0.05);
  });

  test('parcels that never come are missed windows too', () => {
    const lost = year(200, (day, at) => (day >= 170 && at < 3 ? NEVER : 2));
    expect(expectedError(learned(lost).missed, 200 * DAY)).toBeLessThan(-0.03);
  });

  test('what was missed tells less the longer ago it was, and a few windows tell little', () => {
    const missed = { sum: -50, weight: 100, at_ms: 0 };
    expect(expectedError(missed, 0)).toBe(-0.25);
    expect(expectedError(missed, 7 * DAY)).toBeCloseTo(-25 / 150);
    expect(expectedError(missed, 365 * DAY)).toBeCloseTo(0);
    expect(expectedError({ sum: -1, weight: 2, at_ms: 0 }, 0)).toBeCloseTo(-1 / 102);
    expect(expectedError(null, 0)).toBe(0);
    expect([countedAfter(-DAY), countedAfter(0), countedAfter(14 * DAY)]).toEqual([1, 1, 0.25]);
  });
});

describe('windows are judged by what was known before each of the last four weeks', () => {
  const steady = year(200, () => 2);
  const newest = steady.at(-1)?.ordered_ms ?? 0;
  // a delivery takes a day, so the newest day teaches nothing yet
  const until = newest - DAY;
  const sure = windowOf(learned(steady), newest)?.confidence ?? 0;

  test('each delivery of those weeks once, by its age', () => {
    const { missed } = learned(steady);
    expect(missed?.at_ms).toBe(newest);
    expect(missed?.weight).toBeCloseTo(judged(steady, until), 6);
    expect(missed?.sum).toBeGreaterThan(0);
    expect((missed?.sum ?? 0) / (missed?.weight ?? 1)).toBeCloseTo(1 - sure, 2);
  });

  test('a week in which all was late is missed whole, since nobody knew it before', () => {
    const turned = year(200, (day, at) => (day * DAY + at * 3_600_000 >= until - 7 * DAY ? 12 : 2));
    // counted by the newest day, for a slow delivery takes six
    const { missed } = learnedHistory(turned, newest + 5 * DAY);
    const late = judged(turned, until, 7);
    const held = judged(turned, until) - late;
    expect(missed?.weight).toBeCloseTo(late + held, 0);
    expect(missed?.sum).toBeCloseTo((1 - sure) * held - sure * late, -1);
    expect(missed?.sum).toBeLessThan(-0.85 * late);
  });

  test('a parcel that did not come is known to be lost after thirty days', () => {
    const lost = year(200, (day, at) => (day >= 172 && at < 3 ? NEVER : 2));
    const { missed } = learned(lost);
    expect((missed?.sum ?? 0) / (missed?.weight ?? 1)).toBeCloseTo(0.7 - sure, 2);
    const long = year(200, (_, at) => (at < 3 ? NEVER : 2));
    const known = learned(long).missed;
    // of one that always lost as many, all but those of the last thirty days are known
    expect((known?.sum ?? -1) / (known?.weight ?? 1)).toBeGreaterThan((0.7 - sure) / 2);
  });

  test('a week before anything was known is not judged', () => {
    const young = year(10, () => 2);
    const { missed } = learned(young);
    const end = (young.at(-1)?.ordered_ms ?? 0) - DAY;
    expect(missed?.weight).toBeCloseTo(judged(young, end, 7), 6);
  });

  test('by the lane and the districts that each parcel went to', () => {
    const apart = steady.map((one, at): SeenDelivery => {
      const isFar = at % 2 === 1;
      const lag = isFar ? 14 : 2;
      return {
        ...one,
        lag,
        delivered_ms: one.ordered_ms + (lag / 2) * DAY,
        leg: { lane: isFar ? 3 : 0, nearHoliday: false, districts: ['US'] },
        distance_km: isFar ? 3000 : 100,
      };
    });
    const { missed } = learned(apart);
    expect(Math.abs((missed?.sum ?? 1) / (missed?.weight ?? 1))).toBeLessThan(0.1);
  });
});

test('what is long ago counts less: half as much after the shortest time that leaves enough', () => {
  const steady = year(200, () => 2);
  const until = (steady.at(-1)?.ordered_ms ?? 0) - DAY;
  const expected = steady
    .filter(({ ordered_ms }) => ordered_ms <= until)
    .reduce((sum, { ordered_ms }) => sum + 0.5 ** ((until - ordered_ms) / DAY / 30), 0);
  expect(learned(steady).all.get(2)).toBeCloseTo(expected, 6);
});

describe('the newest orders teach nothing, of which only the quick deliveries are known', () => {
  const slow = (days: number) => year(60, (_, at) => (at === 0 ? 2 * days : 2));
  const seen = (deliveries: SeenDelivery[]) => learned(deliveries).seenOn(UNKNOWN_LANE);

  test('as many days as nearly all need', () => {
    expect(seen(slow(5))).toBe(600 - 50);
    expect(seen(slow(9))).toBe(600 - 90);
  });

  test('parcels that never came say nothing of how long nearly all need', () => {
    const half = year(60, (day, at) => (at < 5 ? NEVER : day < 9 && at === 5 ? 18 : 2));
    expect(seen(half)).toBe(600 - 90);
  });

  test('and no more than two weeks', () => {
    expect(seen(slow(40))).toBe(600 - 140);
  });

  test('unless nothing is older, and then nothing was said that could be judged', () => {
    const history = learned(slow(5).slice(0, 20));
    expect(history.seenOn(UNKNOWN_LANE)).toBe(20);
    expect(expectedError(history.missed, DAY)).toBe(0);
    expect(learned([]).missed).toMatchObject({ sum: 0, weight: 0 });
  });
});
