import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../../warehouse/database.ts';

const sqlOf = (name: string) =>
  readFileSync(new URL(`../../../warehouse/reads/sql/${name}.sql`, import.meta.url), 'utf8');
const DAY = 86_400;
const NOW = 90 * DAY;

interface Point {
  seller: number;
  listing: number;
  /** Day from which it stood so. */
  day: number;
  price: number;
  availability: 'in_stock' | 'out_of_stock' | 'gone';
}

interface Told {
  seller: string;
  carried: number;
  delisted: number;
  listings_tracked: number;
  volatility: number | null;
  usual_sale: number | null;
}

let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', spill: '', threads: 1 });
});
afterAll(() => database[Symbol.asyncDispose]());

/** What is told of sellers by these points; each of `silent` days nothing was seen. */
async function signals(points: readonly Point[], silent: readonly [from: number, to: number][] = []) {
  const rows = (lines: readonly string[], none: string) =>
    lines.length > 0 ? `values ${lines.join(', ')}` : `select ${none} where false`;
  await database.script(
    'define points',
    `create or replace temp table change_points as from (${rows(
      points.map(
        ({ seller, listing, day, price, availability }) =>
          `(${seller}::usmallint, ${10 * seller + listing}::ubigint, 'USD', ${price}::bigint, '${availability}', make_timestamp(${day * DAY}::bigint * 1000000))`,
      ),
      '0::usmallint, 0::ubigint, null, 0::bigint, null, null::timestamp',
    )}) as t(feed_no, listing_key, currency, price_minor, availability, from_at);
     create or replace temp table feed_names as select i::usmallint as feed_no, 's' || i as seller from range(4) as r(i);
     create or replace temp table gaps as from (${rows(
       silent.map(([from, to]) => `(1::usmallint, ${from * DAY}::bigint, ${to * DAY}::bigint)`),
       '0::usmallint, 0::bigint, 0::bigint',
     )}) as t(feed_no, from_at, to_at);`,
  );
  return await database.rows<Told>('read sellers', sqlOf('seller_signals'), {
    from: 0,
    now: NOW,
    currency: 'USD',
  });
}

const point = (day: number, price: number, availability: Point['availability'] = 'in_stock'): Point => ({
  seller: 1,
  listing: 1,
  day,
  price,
  availability,
});

// 1,000 for half of the time and 2,000 for half of it: the logarithm lies half of ln 2 from its mean always. The median
// by time is 1,000, so no sale went below it. Of two listings one is gone.
test('volatility, sales and delisting by hand', async () => {
  const dropped: Point[] = [
    { ...point(0, 500), listing: 2 },
    { ...point(30, 500, 'gone'), listing: 2 },
  ];
  const [told] = await signals([point(0, 1000), point(45, 2000), ...dropped]);
  // The one that is gone stood still for 30 of 120 days in all.
  expect(told?.volatility).toBeCloseTo((90 / 120) * (Math.LN2 / 2), 9);
  expect(told).toMatchObject({ carried: 2, delisted: 1, listings_tracked: 1, usual_sale: 0 });
  // Silent from day 45 on: it was seen at one price alone.
  const [still] = await signals([point(0, 1000), point(45, 2000)], [[45, 90]]);
  expect(still?.volatility).toBeCloseTo(0, 9);
  // 1,000 for 80 days and 700 for ten: three tenths below the median.
  const [sale] = await signals([point(0, 1000), point(40, 700), point(50, 1000)]);
  expect(sale?.usual_sale).toBeCloseTo(0.3, 9);
});

const histories = fc
  .array(
    fc.record({
      listing: fc.nat(3),
      day: fc.nat(89),
      price: fc.integer({ min: 100, max: 900 }),
      availability: fc.constantFrom<Point['availability'][]>('in_stock', 'in_stock', 'out_of_stock', 'gone'),
    }),
    { minLength: 1, maxLength: 15 },
  )
  .map((all) =>
    [...new Map(all.map((one) => [`${one.listing} ${one.day}`, { ...one, seller: 1 }])).values()].toSorted(
      (a, b) => a.listing - b.listing || a.day - b.day,
    ),
  );

/** The same by hand: standard deviation of the logarithm over the days on which it could be bought. */
function volatilityOf(points: readonly Point[]): number | null {
  let [weighed, days] = [0, 0];
  for (const own of Map.groupBy(points, ({ listing }) => listing).values()) {
    const held = own.flatMap((one, index) =>
      one.availability === 'in_stock'
        ? Array.from({ length: (own[index + 1]?.day ?? 90) - one.day }, () => Math.log(one.price))
        : [],
    );
    if (held.length === 0) continue;
    const mean = held.reduce((sum, log) => sum + log, 0) / held.length;
    weighed += held.length * Math.sqrt(held.reduce((sum, log) => sum + (log - mean) ** 2, 0) / held.length);
    days += held.length;
  }
  return days === 0 ? null : weighed / days;
}

test('volatility is that of each day, unmoved by scale, by a price said again and by other sellers', async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.integer({ min: 2, max: 50 }), fc.nat(14), async (points, scale, place) => {
      const [told] = await signals(points);
      const expected = volatilityOf(points);
      if (expected === null) {
        expect(told?.volatility).toBeNull();
        return;
      }
      expect(Math.abs((told?.volatility ?? NaN) - expected)).toBeLessThan(1e-6);
      const chosen = points[place % points.length] as Point;
      const again = { ...chosen, day: chosen.day + 0.5 };
      const other = points.map((one) => ({ ...one, seller: 2, price: 3 * one.price + one.day }));
      const scaled = [...points, again].map((one) => ({ ...one, price: scale * one.price }));
      const [same] = await signals([...scaled, ...other]);
      expect(Math.abs((same?.volatility ?? NaN) - expected)).toBeLessThan(1e-6);
      expect({ ...same, volatility: 0, usual_sale: 0, first_seen: 0 }).toEqual({
        ...told,
        volatility: 0,
        usual_sale: 0,
        first_seen: 0,
      });
      const { carried = 0, delisted = 0, listings_tracked = 0 } = told ?? {};
      expect(carried - delisted).toBeLessThanOrEqual(listings_tracked);
      expect(delisted).toBeLessThanOrEqual(carried);
    }),
    { numRuns: 25 },
  );
});

test('an order counts once, whatever of it was cancelled, and for want of stock alone', async () => {
  const lines = fc.array(
    fc.record({
      order: fc.nat(6),
      status: fc.constantFrom('delivered', 'cancelled'),
      reason: fc.constantFrom('out_of_stock', 'customer'),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(lines, async (given) => {
      const values = given.map(
        ({ order, status, reason }) =>
          `('s1', 'o${order}', '${status}', '${reason}', make_timestamp(${DAY}::bigint * 1000000))`,
      );
      await database.script(
        'define deliveries',
        `create or replace temp table input_deliveries as from (values ${values.join(', ')},
           ('s1', 'later', 'cancelled', 'out_of_stock', make_timestamp(${NOW + 1}::bigint * 1000000)))
         as t(publisher, order_id, status, cancel_reason, ordered_at)`,
      );
      const [told] = await database.rows<{ orders: number; unfilled: number }>(
        'read orders',
        sqlOf('stock_accuracy'),
        { from: 0, now: NOW },
      );
      const unfilled = given.filter(
        ({ status, reason }) => status === 'cancelled' && reason === 'out_of_stock',
      );
      expect(told).toMatchObject({
        orders: new Set(given.map(({ order }) => order)).size,
        unfilled: new Set(unfilled.map(({ order }) => order)).size,
      });
    }),
    { numRuns: 25 },
  );
});
