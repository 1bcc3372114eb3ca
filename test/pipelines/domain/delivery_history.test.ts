import { describe, expect, test } from 'vitest';
import type { RestCalendar } from '../../../pipelines/domain/business_days.ts';
import {
  DeliveryHistory,
  districtsOf,
  expectedWindow,
  isNearHoliday,
  type LaneQuestion,
  laneEnds,
  laneOf,
  UNKNOWN_LANE,
  weightByAge,
} from '../../../pipelines/domain/delivery_history.ts';
import { promisedChances } from '../../../pipelines/domain/lag.ts';

const band = (up_to_km: number | null) => ({ up_to_km, least_days: 1, most_days: 2 });
const calendar = (...days: number[]) =>
  ({ holidayOn: (day: number) => (days.includes(day) ? 'a holiday' : null) }) as unknown as RestCalendar;

describe('lanes', () => {
  test.each([
    [null, UNKNOWN_LANE],
    [0, 0],
    [300, 0],
    [300.1, 1],
    [1000, 1],
    [3500, 3],
    [3501, 4],
  ])('%s km is range %s', (distance, lane) => {
    expect(laneOf(distance)).toBe(lane);
  });

  test('end where the carrier says, if it states three ranges or more; the last has no end', () => {
    expect(laneEnds([band(800), band(200), band(null), band(2500)])).toEqual([200, 800]);
    expect(laneEnds([band(800), band(200), band(null)])).toEqual([300, 1000, 2000, 3500]);
  });

  test('a holiday counts from two days before dispatch to seven after, at either end', () => {
    const near = (...days: number[]) => isNearHoliday(100, [calendar(), calendar(...days)]);
    expect([near(97), near(98), near(100), near(107), near(108), near()]).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('districts are the country and the begins of the postal code', () => {
    expect(districtsOf({ country: 'GB', postal_code: ' sw1a-1aa' })).toEqual(['GB', 'GB S', 'GB SW']);
    expect(districtsOf({ country: 'DE', postal_code: '7' })).toEqual(['DE', 'DE 7']);
    expect(districtsOf({ country: 'DE', postal_code: null })).toEqual(['DE']);
    expect(districtsOf({ country: 'DE' })).toEqual(['DE']);
  });
});

test('a history counts a delivery for the tier, its lane, its lane near holidays or not, and each district', () => {
  const history = new DeliveryHistory();
  history.add({ lane: 1, nearHoliday: false, districts: ['US', 'US 9'] }, 2);
  history.add({ lane: 1, nearHoliday: true, districts: ['US'] }, 4, 0.5);
  history.add({ lane: 2, nearHoliday: false, districts: ['US'] }, 2, 0.25);
  const counts = (found: ReadonlyMap<number, number>) => [...found];
  expect(counts(history.all)).toEqual([
    [2, 1.25],
    [4, 0.5],
  ]);
  expect([history.seenOn(1), history.seenOn(2), history.seenOn(3)]).toEqual([2, 1, 0]);
  expect(counts(history.on(1))).toEqual([
    [2, 1],
    [4, 0.5],
  ]);
  expect([history.on(1, false), history.on(1, true), history.on(2, true)].map(counts)).toEqual([
    [[2, 1]],
    [[4, 0.5]],
    [],
  ]);
  expect(counts(history.within(1, 'US 9', false))).toEqual([[2, 1]]);
  expect(counts(history.within(1, 'US', true))).toEqual([[4, 0.5]]);
  expect(counts(history.within(2, 'US 9', false))).toEqual([]);
});

test('deliveries count by the shortest half-life of which three hundred are left, each as one where none leaves so many', () => {
  const ages = (many: number, days: number) => Array.from({ length: many }, () => days);
  expect(weightByAge(ages(299, 0))(400)).toBe(1);
  expect(weightByAge(ages(300, 0))(30)).toBe(0.5);
  // 599 of a month ago are not 300 by a half-life of a month, and 424 by one of two
  expect(weightByAge(ages(599, 30))(60)).toBe(0.5);
  expect(weightByAge(ages(600, 30))(60)).toBe(0.25);
  expect(weightByAge(ages(2400, 240))(240)).toBe(0.25);
});

describe('a window', () => {
  const ask = (history: DeliveryHistory, more: Partial<LaneQuestion> = {}) =>
    expectedWindow(history, {
      distance_km: 100,
      nearHoliday: false,
      promise: () => ({ least_days: 1, most_days: 2 }),
      ...more,
    });
  const seen = (times: number, lag: number, leg = { lane: 0, nearHoliday: false }) => {
    const history = new DeliveryHistory();
    for (let at = 0; at < times; at++) history.add({ ...leg, districts: [] }, lag);
    return history;
  };

  test('is the carrier’s where nothing was seen, and nothing where the carrier is silent too', () => {
    const kept = promisedChances({ least_days: 1, most_days: 2 }, 100);
    const share = (kept.get(2) ?? 0) + (kept.get(4) ?? 0);
    expect(ask(new DeliveryHistory())).toEqual({ least: 1, most: 2, first: 2, confidence: share, seen: 0 });
    expect(ask(new DeliveryHistory(), { promise: () => null })).toBeNull();
  });

  test('is drawn from the carrier’s words to what came, twenty deliveries as much as the words', () => {
    const few = ask(seen(20, 6));
    const many = ask(seen(2000, 6));
    expect(many).toMatchObject({ least: 3, most: 3, seen: 2000 });
    expect(many?.confidence).toBeGreaterThan(0.98);
    expect(few?.confidence).toBeLessThan(many?.confidence ?? 0);
    // without a carrier's words what came is all
    expect(ask(seen(20, 6), { promise: () => null })).toEqual({
      least: 3,
      most: 3,
      first: 6,
      confidence: 1,
      seen: 20,
    });
  });

  test('near a holiday a fifth takes a workday longer until more is known, so the confidence falls', () => {
    const plain = seen(5000, 4);
    const before = ask(plain, { promise: () => null });
    const near = ask(plain, { promise: () => null, nearHoliday: true });
    expect(before?.confidence).toBe(1);
    expect(near?.confidence).toBeCloseTo(0.8, 9);
    for (let at = 0; at < 2000; at++) plain.add({ lane: 0, nearHoliday: true, districts: [] }, 4);
    expect(ask(plain, { promise: () => null, nearHoliday: true })?.confidence).toBeGreaterThan(0.99);
  });

  test('is never surer near a holiday than on plain days', () => {
    const history = seen(4000, 2);
    for (let at = 0; at < 1000; at++) history.add({ lane: 0, nearHoliday: false, districts: [] }, 40);
    for (let at = 0; at < 4000; at++) history.add({ lane: 0, nearHoliday: true, districts: [] }, 4);
    const plain = ask(history, { promise: () => null });
    const near = ask(history, { promise: () => null, nearHoliday: true });
    expect(plain?.confidence).toBeCloseTo(0.8, 2);
    expect(near?.confidence).toBe(plain?.confidence);
  });

  test('has the width of the shortest lane everywhere, and is widened where it would hold less than three in four', () => {
    const history = seen(1000, 2);
    // on long lanes half takes one workday and half two
    for (let at = 0; at < 4000; at++)
      history.add({ lane: 3, nearHoliday: false, districts: [] }, at % 2 === 0 ? 2 : 4);
    const far = ask(history, { distance_km: 3000, promise: () => null });
    expect(far).toMatchObject({ least: 1, most: 2, seen: 4000 });
    for (let at = 0; at < 12_000; at++) history.add({ lane: 3, nearHoliday: false, districts: [] }, 4);
    const mostly = ask(history, { distance_km: 3000, promise: () => null });
    expect(mostly).toMatchObject({ least: 2, most: 2 });
    expect(mostly?.confidence).toBeCloseTo(0.875, 2);
  });

  test('of a district is that of its own deliveries, once they are many', () => {
    const history = new DeliveryHistory();
    for (let at = 0; at < 1000; at++) {
      history.add({ lane: 0, nearHoliday: false, districts: ['DE', 'DE 1'] }, 2);
      history.add({ lane: 0, nearHoliday: false, districts: ['DE', 'DE 8'] }, 6);
    }
    expect(ask(history, { districts: ['DE', 'DE 1'] })).toMatchObject({ least: 1 });
    expect(ask(history, { districts: ['DE', 'DE 8'] })).toMatchObject({ most: 3 });
    const [one, all] = [['DE', 'DE 8'], ['DE']].map((districts) => ask(history, { districts }));
    expect([one, all]).toMatchObject([
      { first: 6, most: 3 },
      { first: 2, most: 3 },
    ]);
    expect(one?.confidence).toBeGreaterThan(0.99);
  });

  test('says as much more or less as windows were wrong of late, within 0 and 1', () => {
    const history = seen(5000, 2);
    const plain = ask(history)?.confidence ?? 0;
    expect(ask(history, { error: -0.1 })?.confidence).toBeCloseTo(plain - 0.1, 9);
    expect(ask(history, { error: 0.5 })?.confidence).toBe(1);
    expect(ask(history, { error: -2 })?.confidence).toBe(0);
  });
});
