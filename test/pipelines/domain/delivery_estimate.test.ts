import { describe, expect, test } from 'vitest';
import {
  type ArrivalEstimate,
  estimateArrival,
  type Lane,
  type Origin,
  type Place,
  seenDelivery,
  type TimedDelivery,
} from '../../../pipelines/domain/delivery_estimate.ts';
import { DeliveryHistory, districtsOf, laneOf } from '../../../pipelines/domain/delivery_history.ts';
import { NEVER } from '../../../pipelines/domain/lag.ts';
import { type SimulatedCarrier, simulateDeliveries } from './delivery_simulator.ts';

const losAngeles: Origin = {
  country: 'US',
  region: 'US-CA',
  coordinates: { latitude: 34.05, longitude: -118.24 },
  time_zone: 'America/Los_Angeles',
};
const sanFrancisco: Place = {
  country: 'US',
  region: 'US-CA',
  coordinates: { latitude: 37.77, longitude: -122.42 },
};
const boston: Place = { country: 'US', region: 'US-MA', coordinates: { latitude: 42.36, longitude: -71.06 } };
const timing = {
  cutoff: '14:00',
  handling_days: 0,
  transit: [
    { up_to_km: 1000, least_days: 1, most_days: 2 },
    { up_to_km: null, least_days: 3, most_days: 5 },
  ],
};
const estimate = (order: string, lane: Partial<Lane> = {}, history = new DeliveryHistory()) =>
  estimateArrival(
    Date.parse(order),
    { origin: losAngeles, destination: sanFrancisco, timing, ...lane },
    history,
  ) as ArrivalEstimate;
const learn = (history: DeliveryHistory, delivery: TimedDelivery, lane: Lane) => {
  const { leg, lag } = seenDelivery(delivery, lane);
  history.add(leg, lag);
};

describe('without history an estimate is what the carrier says', () => {
  // Wednesday 2026-06-10, 13:30 in Los Angeles (UTC-7): taken up that day, one to two workdays.
  test('counted in workdays from the day whose cutoff the order makes', () => {
    expect(estimate('2026-06-10T20:30:00Z')).toMatchObject({
      window: { earliest: '2026-06-11', latest: '2026-06-12' },
      cutoff: {
        at_ms: Date.parse('2026-06-10T21:00:00Z'),
        in_minutes: 30,
        if_missed: { earliest: '2026-06-12', latest: '2026-06-15' },
      },
      seen: 0,
      near_holiday: null,
    });
  });

  test('an order at the cutoff makes it, a millisecond later it is of the next day', () => {
    expect(estimate('2026-06-10T21:00:00Z').cutoff).toMatchObject({ in_minutes: 0 });
    expect(estimate('2026-06-10T21:00:00.001Z')).toMatchObject({
      window: { earliest: '2026-06-12', latest: '2026-06-15' },
      cutoff: { at_ms: Date.parse('2026-06-11T21:00:00Z') },
    });
  });

  test('the cutoff is of the clocks at the origin: 14:00 is 22:00 UTC in winter', () => {
    // Wednesday 2026-02-04; Lincoln's birthday is on the 12th, too far to matter to the days
    expect(estimate('2026-02-04T21:30:00Z').cutoff).toMatchObject({
      at_ms: Date.parse('2026-02-04T22:00:00Z'),
    });
  });

  // Thanksgiving is 2026-11-26; California also rests on the 27th.
  test('over a holiday the days are later and the confidence is lower', () => {
    const plain = estimate('2026-06-10T20:30:00Z');
    const holiday = estimate('2026-11-25T21:30:00Z');
    expect(holiday.window).toEqual({ earliest: '2026-11-30', latest: '2026-12-01' });
    expect(holiday.near_holiday).toBe('Thanksgiving Day, 2026-11-26');
    expect(holiday.confidence).toBeLessThan(plain.confidence);
  });

  test('a holiday of the destination alone counts too', () => {
    // Patriots' Day, 2026-04-20, rests in Massachusetts and not in California.
    const { window } = estimate('2026-04-15T18:00:00Z', { destination: boston });
    expect(window).toEqual({ earliest: '2026-04-21', latest: '2026-04-23' });
  });

  test('on a long lane the confidence is lower', () => {
    const short = estimate('2026-06-03T18:00:00Z');
    const long = estimate('2026-06-03T18:00:00Z', { destination: boston });
    expect(long.distance_km).toBeCloseTo(4170, -2);
    expect(long.confidence).toBeLessThan(short.confidence);
  });

  test('without a cutoff an order is of its day until midnight', () => {
    const open = { timing: { ...timing, cutoff: null } };
    // Wednesday 23:59:59 in Los Angeles, then Thursday
    expect(estimate('2026-06-11T06:59:59Z', open)).toMatchObject({
      window: { earliest: '2026-06-11', latest: '2026-06-12' },
      cutoff: null,
    });
    expect(estimate('2026-06-11T07:00:00Z', open).window.earliest).toBe('2026-06-12');
  });

  test('a lane of which one end is not known has no length', () => {
    const nowhere = { ...boston, coordinates: null };
    expect(estimate('2026-06-10T18:00:00Z', { destination: nowhere }).distance_km).toBeNull();
    expect(
      estimate('2026-06-10T18:00:00Z', { origin: { ...losAngeles, coordinates: null } }).distance_km,
    ).toBeNull();
  });

  test('nothing is said where the carrier says nothing', () => {
    expect(estimate('2026-06-10T18:00:00Z', { timing: { ...timing, transit: [] } })).toBeNull();
  });
});

/** The simulated warehouse keeps UTC and lies where a degree of latitude north is 111 km. */
const warehouse: Origin = {
  country: 'US',
  region: 'US-IL',
  coordinates: { latitude: 20, longitude: -88 },
  time_zone: 'UTC',
};
const away = (km: number): Place => ({
  country: 'US',
  region: 'US-IL',
  coordinates: { latitude: 20 + km / 111.195, longitude: -88 },
});
const CARRIERS: SimulatedCarrier[] = [
  { name: 'steady', median_hours: 40, sigma: 0.18, saturdays: false },
  { name: 'erratic', median_hours: 55, sigma: 0.5, saturdays: true },
];
const WAYS = [200, 1500, 4200];

describe.each(CARRIERS)('a year of the $name carrier', (carrier) => {
  const promise = {
    cutoff: '15:00',
    handling_days: 0,
    transit: [{ up_to_km: null, least_days: 1, most_days: 4 }],
  };
  const lane = (km: number): Lane => ({ origin: warehouse, destination: away(km), timing: promise });
  const history = new DeliveryHistory();
  for (const one of simulateDeliveries(carrier, WAYS, { orders: 12_000, seed: 11 }))
    learn(history, one, lane(one.km));

  /** Deliveries that were not learned from, with what was said of each. */
  const judged = simulateDeliveries(carrier, WAYS, { orders: 17_000, seed: 12 }).map((one) => {
    const said = estimateArrival(one.ordered_ms, lane(one.km), history) as ArrivalEstimate;
    const day = one.delivered_ms === null ? '9999' : new Date(one.delivered_ms).toISOString().slice(0, 10);
    return { km: one.km, said, held: day >= said.window.earliest && day <= said.window.latest };
  });
  const strata = Map.groupBy(judged, ({ km, said }) => `${laneOf(km)} ${said.near_holiday === null}`);
  const large = [...strata].filter(([, all]) => all.length >= 2000);

  test('has strata to judge by', () => {
    expect(large.map(([stratum]) => stratum).sort()).toEqual([
      '0 false',
      '0 true',
      '2 false',
      '2 true',
      '4 false',
      '4 true',
    ]);
  });

  test.each([['all', judged] as const, ...large])('its windows hold as often as they say: %s', (_, all) => {
    const held = all.filter((one) => one.held).length / all.length;
    const said = all.reduce((sum, one) => sum + one.said.confidence, 0) / all.length;
    expect(Math.abs(held - said)).toBeLessThanOrEqual(0.03);
  });

  test('a window is worth having: it holds three in four and is no week', () => {
    for (const { said } of judged) {
      expect(said.confidence).toBeGreaterThan(0.6);
      const days = (Date.parse(said.window.latest) - Date.parse(said.window.earliest)) / 86_400_000;
      expect(days).toBeLessThanOrEqual(12);
    }
  });
});

test('where no distance is known the district of a postal code tells, and one without a history takes that of its country', () => {
  const to = (postal_code: string | null): Lane => ({
    origin: { country: 'DE', region: null, coordinates: null, time_zone: 'Europe/Berlin' },
    destination: { country: 'DE', region: null, coordinates: null, postal_code },
    timing: { cutoff: '15:00', handling_days: 0, transit: [] },
  });
  const history = new DeliveryHistory();
  // Mondays of a time without public holidays: to 10117 the next day, to 70173 a week later.
  for (let week = 0; week < 60; week++) {
    const ordered_ms = Date.UTC(2026, 6, 6 + (week % 12) * 7, 8);
    const day = 86_400_000;
    learn(history, { ordered_ms, delivered_ms: ordered_ms + day }, to('10117'));
    learn(history, { ordered_ms, delivered_ms: ordered_ms + 7 * day }, to('70173'));
  }
  const said = (code: string | null) => estimateArrival(Date.UTC(2026, 7, 3, 8), to(code), history);
  const holds = (code: string, day: string) => {
    const { earliest = '', latest = '' } = said(code)?.window ?? {};
    return earliest <= day && day <= latest;
  };
  expect([holds('10 115', '2026-08-04'), holds('10 115', '2026-08-10')]).toEqual([true, false]);
  expect([holds('70599', '2026-08-04'), holds('70599', '2026-08-10')]).toEqual([false, true]);
  expect(said('70599')?.confidence).toBeGreaterThan(said('55116')?.confidence ?? 1);
  expect(said(null)).toEqual(said('55116'));
});

test('what leaves on a Friday and comes on the Saturday at the earliest is not awaited on the Friday', () => {
  const lane: Lane = {
    origin: { country: 'US', region: 'US-IL', coordinates: null, time_zone: 'America/Chicago' },
    destination: { country: 'US', region: 'US-IL', coordinates: null },
    timing: { cutoff: '15:00', handling_days: 0, transit: [] },
  };
  const history = new DeliveryHistory();
  const day = 86_400_000;
  const monday = Date.UTC(2026, 5, 1, 14);
  for (let at = 0; at < 300; at++) {
    const ordered_ms = monday + (at % 5) * day;
    learn(history, { ordered_ms, delivered_ms: ordered_ms + day }, lane);
  }
  const window = (ms: number) => estimateArrival(ms, lane, history)?.window;
  expect(window(monday + 4 * day)).toEqual({ earliest: '2026-06-06', latest: '2026-06-08' });
  expect(window(monday + 2 * day)).toEqual({ earliest: '2026-06-04', latest: '2026-06-04' });
});

test('a parcel arrives on the day that it is there', () => {
  const lane: Lane = {
    origin: { country: 'US', region: 'US-NY', coordinates: null, time_zone: 'America/New_York' },
    destination: { country: 'US', region: 'US-CA', coordinates: null },
    timing: { cutoff: '15:00', handling_days: 0, transit: [] },
  };
  const ordered_ms = Date.parse('2026-06-08T14:00:00Z');
  const lag = (delivered: string) =>
    seenDelivery({ ordered_ms, delivered_ms: Date.parse(delivered) }, lane).lag;
  // Wednesday half past ten in the evening in Los Angeles is Thursday in New York.
  expect(lag('2026-06-11T05:30:00Z')).toBe(lag('2026-06-10'));
  expect(seenDelivery({ ordered_ms, delivered_ms: null }, lane).lag).toBe(NEVER);
  // Midnight without a time is the day itself.
  expect(lag('2026-06-11T00:00:00Z')).toBe(lag('2026-06-10') + 2);
});

test.each([
  [{ country: 'DE', postal_code: '70173' }, ['DE', 'DE 7', 'DE 70']],
  [{ country: 'GB', postal_code: 'bt1 5gs' }, ['GB', 'GB B', 'GB BT']],
  [{ country: 'CA', postal_code: 'H' }, ['CA', 'CA H']],
  [{ country: 'FR', postal_code: null }, ['FR']],
  [{ country: 'FR' }, ['FR']],
])('%j is in %j', (place, expected) => {
  expect(districtsOf(place)).toEqual(expected);
});
