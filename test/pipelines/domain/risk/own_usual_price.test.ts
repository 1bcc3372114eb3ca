import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChangePoint } from '../../../../pipelines/domain/listing.ts';
import { ownUsualPrice } from '../../../../pipelines/domain/risk/own_usual_price.ts';

const DAY = 86_400;
const point = (day: number, price_minor: number, currency = 'USD'): ChangePoint => ({
  from: day * DAY,
  currency,
  price_minor,
  landed_minor: null,
  availability: 'in_stock',
});

// 1,200 for 20 days, 1,000 for 50, 900 for 10, then 500: of 80 days 60 were at 1,000 or less, so 1,000 is the middle.
const history = [point(0, 1200), point(20, 1000), point(70, 900), point(80, 500)];

test('is the middle by time of the 90 days before the price of now came', () => {
  expect(ownUsualPrice(history, [])).toBe(1000);
  // Said again it is the same price, and began when it first came.
  expect(ownUsualPrice([...history, point(85, 500)], [])).toBe(1000);
  // Silent from day 20 to 60: 20 days at 1,200, ten at 1,000, ten at 900. Half of 40 is reached at 1,000.
  expect(ownUsualPrice(history, [{ from: 20 * DAY, to: 60 * DAY }])).toBe(1000);
  // Silent until day 65: five at 1,000 and ten at 900.
  expect(ownUsualPrice(history, [{ from: 0, to: 65 * DAY }])).toBe(900);
  // A silence that goes on lies behind the price of now.
  expect(ownUsualPrice(history, [{ from: 82 * DAY, to: Infinity }])).toBe(1000);
});

test.each([
  ['no price', []],
  ['one price', [point(0, 1000)]],
  ['13 days of another', [point(0, 1000), point(13, 500)]],
  ['another currency', [point(0, 1000, 'EUR'), point(50, 500)]],
  // The same number in another currency is another price.
  ['another currency in between', [point(0, 900), point(30, 1000, 'EUR'), point(60, 1000)]],
])('of %s nothing is known', (_, changes) => {
  expect(ownUsualPrice(changes, [])).toBeNull();
});

test('14 days are enough', () => {
  expect(ownUsualPrice([point(0, 1000), point(14, 500)], [])).toBe(1000);
});

test('lies among the prices that were held, grows with them, and is the same however a stretch is split', () => {
  const prices = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 12 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 2, max: 20 }), fc.nat(10), (given, scale, place) => {
      const points = given.map((price, index) => point(9 * index, 100 * price));
      const usual = ownUsualPrice(points, []);
      const scaled = points.map((one) => ({ ...one, price_minor: scale * one.price_minor }));
      expect(ownUsualPrice(scaled, [])).toBe(usual === null ? null : scale * usual);
      const at = Math.min(place, points.length - 1);
      const again = { ...(points[at] as ChangePoint), from: (points[at]?.from ?? 0) + DAY };
      expect(ownUsualPrice(points.toSpliced(at + 1, 0, again), [])).toBe(usual);
      if (usual !== null) expect(given.slice(0, -1)).toContain(usual / 100);
    }),
  );
});
