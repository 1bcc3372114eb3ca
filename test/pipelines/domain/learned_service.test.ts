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
import { generator } from './delivery_simulator.ts';

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

const windowOf = (history: DeliveryHistory, order_ms: number) =>
  expectedWindow(history, {
    distance_km: null,
    nearHoliday: false,
    districts: ['US'],
    promise: () => ({ least_days: 1, most_days: 2 }),
    error: expectedError(history.missed, order_ms),
  });

describe('what a service says follows what came', () => {
  const random = generator(5);
  const steady = year(200, () => (random() < 0.5 ? 2 : random() < 0.8 ? 4 : 8));

  test('a service that stays as it was is believed as before', () => {
    const history = learned(steady);
    expect(Math.abs(expectedError(history.missed, 200 * DAY))).toBeLessThan(0.03);
    expect(windowOf(history, 200 * DAY)?.confidence).toBeCloseTo(0.9, 1);
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
    const random = generator(6);
    const quicker = year(200, (day) => (day < 180 && random() < 0.4 ? 20 : 2));
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

describe('the newest orders teach nothing, of which only the quick deliveries are known', () => {
  const slow = (days: number) => year(60, (_, at) => (at === 0 ? 2 * days : 2));
  const seen = (deliveries: SeenDelivery[]) => learned(deliveries).seenOn(UNKNOWN_LANE);

  test('as many days as nearly all need', () => {
    expect(seen(slow(5))).toBe(600 - 50);
    expect(seen(slow(9))).toBe(600 - 90);
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
