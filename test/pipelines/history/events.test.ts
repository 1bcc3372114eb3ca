import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { key64 } from '../../../pipelines/domain/key.ts';
import { defineGenerations } from '../../../pipelines/history/generations.ts';
import { Database, loadSql } from '../../../warehouse/database.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
});
afterAll(() => database[Symbol.asyncDispose]());

const sql = loadSql(
  new URL('../../../pipelines/history/history.ts', import.meta.url).href,
  './sql/events.sql',
);

interface Event {
  event_key: string;
  type: string;
  created_at: string;
  seller: string;
  listing_key: string;
  variant_key: string;
  product_key: string;
  payload: string;
}

/** The events of transitions: `feed_no, listing_key, happened_at, kind, currency, prices and availabilities`. */
async function eventsOf(...transitions: string[]): Promise<Event[]> {
  await database.script(
    'history',
    loadSql(import.meta.resolve('../../../pipelines/history/fold.ts'), './sql/fold_tables.sql'),
  );
  await defineGenerations(database);
  await database.script(
    'what publication has',
    `insert into transitions values ${transitions.map((line) => `(${line})`).join(', ')};
     create or replace temp table assignments as
       from (values (7::ubigint, 70::ubigint, 700::ubigint), (8::ubigint, 80::ubigint, 800::ubigint))
         as t(listing_key, variant_key, product_key);
     create or replace temp table feed_names as
       from (values (0::usmallint, 'alpha'), (3::usmallint, 'beta')) as t(feed_no, seller);`,
  );
  return database.rows<Event>('make events', `select columns(*)::varchar from (${sql})`);
}

const eventKey = (kind: string, listing: number, moment: string) =>
  String(key64('event', kind, String(listing), String(Date.parse(moment) / 1000)));

test.each<[transition: string, kind: string, type: string, payload: unknown]>([
  [
    `0, 7, '2026-01-02', 'price', 'USD', 'USD', 1000, 900, 'in_stock', 'in_stock'`,
    'price',
    'price.changed',
    {
      previous: { price_minor: 1000, currency: 'USD' },
      current: { price_minor: 900, currency: 'USD' },
      currency: 'USD',
    },
  ],
  [
    `0, 7, '2026-01-02', 'availability', 'USD', 'USD', 1000, 900, 'in_stock', 'out_of_stock'`,
    'availability',
    'availability.changed',
    { previous: { state: 'in_stock' }, current: { state: 'out_of_stock' } },
  ],
  [
    `0, 7, '2026-01-02', 'added', null, 'USD', null, 900, null, 'in_stock'`,
    'added',
    'seller.changed',
    { change: 'added' },
  ],
  [
    `0, 7, '2026-01-02', 'removed', 'USD', 'USD', 1000, null, 'in_stock', null`,
    'removed',
    'seller.changed',
    { change: 'removed' },
  ],
])('%s is told as %s', async (transition, kind, type, payload) => {
  const events = await eventsOf(transition);
  expect(events).toEqual([
    {
      event_key: eventKey(kind, 7, '2026-01-02T00:00:00Z'),
      type,
      created_at: '2026-01-02 00:00:00',
      seller: 'alpha',
      listing_key: '7',
      variant_key: '70',
      product_key: '700',
      payload: expect.any(String) as string,
    },
  ]);
  expect(JSON.parse(events[0]?.payload ?? '')).toEqual(payload);
});

test('events are in the order of the log: by moment, then by key, and of listings that have a place', async () => {
  const price = (feed: number, listing: number, day: number) =>
    `${feed}, ${listing}, '2026-01-0${day}', 'price', 'USD', 'USD', 1, 2, 'in_stock', 'in_stock'`;
  const events = await eventsOf(
    price(3, 8, 3),
    price(0, 7, 1),
    price(0, 7, 3),
    price(3, 8, 1),
    price(0, 9, 1),
    price(0, 7, 2),
  );
  expect(
    events.map(({ created_at, seller, product_key }) => [created_at.slice(0, 10), seller, product_key]),
  ).toEqual(
    events
      .toSorted((a, b) =>
        a.created_at === b.created_at
          ? Number(BigInt(a.event_key) - BigInt(b.event_key))
          : a.created_at < b.created_at
            ? -1
            : 1,
      )
      .map(({ created_at, seller, product_key }) => [created_at.slice(0, 10), seller, product_key]),
  );
  expect(events.map(({ seller, product_key }) => `${seller} ${product_key}`).sort()).toEqual([
    'alpha 700',
    'alpha 700',
    'alpha 700',
    'beta 800',
    'beta 800',
  ]);
});
