import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryMinor, landedMinor, weighedMinor } from '../../pipelines/domain/delivery.ts';
import { Database } from '../../warehouse/database.ts';

const spill = mkdtempSync(join(tmpdir(), 'delivery-sql-'));
let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(spill, { recursive: true });
});

test('a tier and landed are in SQL as the rule has them', async () => {
  const orders = fc.sample(
    fc.record({
      price: fc.integer({ min: 1, max: 300 }),
      price_currency: fc.constantFrom('USD', 'EUR'),
      cost: fc.option(fc.nat(30)),
      free_from: fc.option(fc.integer({ min: 1, max: 300 })),
    }),
    2_000,
  );
  const rows = await database.rows<{
    delivery: string | null;
    landed: string | null;
    weighed: string;
  }>(
    'price orders',
    `with orders as (
       select unnest(from_json($orders, '[{"price":"BIGINT","price_currency":"VARCHAR","cost":"BIGINT","free_from":"BIGINT"}]'), max_depth := 2)
     ), priced as (select *, tier_minor(price, price_currency, 'USD', cost, free_from) as delivery from orders)
     select delivery, landed_minor(price, delivery) as landed, weighed_minor(price, landed_minor(price, delivery)) as weighed
     from priced`,
    { orders: JSON.stringify(orders) },
  );
  const number = (text: string | null) => (text === null ? null : Number(text));
  expect(
    rows.map(({ delivery, landed, weighed }) => [number(delivery), number(landed), number(weighed)]),
  ).toEqual(
    orders.map(({ price, price_currency, cost, free_from }) => {
      const tiers = [{ country: null, currency: 'USD', cost_minor: cost, free_from_minor: free_from }];
      const delivery = deliveryMinor(
        tiers,
        { price_minor: price, currency: price_currency },
        { country: 'US' },
      );
      const landed = landedMinor(price, delivery);
      return [delivery, landed, weighedMinor({ price_minor: price, landed_minor: landed })];
    }),
  );
});
