import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AVAILABILITIES, type Availability } from '../../../pipelines/domain/listing.ts';
import { offerPosition } from '../../../pipelines/domain/offer.ts';
import { Database, loadSql } from '../../../warehouse/database.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
});
afterAll(() => database[Symbol.asyncDispose]());

interface Row {
  currency: string;
  price_minor: number;
  landed_minor: number | null;
  availability: Availability;
}

/** Rows as `offers.sql` writes them for the text index; `gone` is told there by the moment a listing vanished. */
async function written(rows: readonly Row[]): Promise<{ cost: number | string; stock: number }[]> {
  const values = rows.map(
    ({ currency, price_minor, landed_minor, availability }, no) =>
      `(${no}, 0, '${currency}', ${price_minor}, ${landed_minor}, '${availability === 'gone' ? 'in_stock' : availability}', ${availability === 'gone' ? `timestamp '2026-01-01'` : 'null'})`,
  );
  await database.script(
    'what publication has',
    `create or replace temp table catalogue_rows as
       select listing_key, feed_no, 'new' as condition, currency, price_minor::bigint as price_minor, landed_minor::bigint as landed_minor,
         availability, gone_since::timestamp as gone_since
       from (values ${values.join(', ')})
         as t(listing_key, feed_no, currency, price_minor, landed_minor, availability, gone_since);
     create or replace temp table assignments as select listing_key, 0 as feed_no, listing_key as listing_no from catalogue_rows;
     create or replace temp table touched as select listing_key from catalogue_rows;`,
  );
  return database.rows(
    'write offers',
    `select cost_minor as cost, stock from (${loadSql(new URL('../../../pipelines/snapshot/texts.ts', import.meta.url).href, './sql/offers.sql')}) order by listing_no`,
    { currency: 'USD' },
  );
}

test('an offer costs and counts in SQL as it is ranked in TypeScript', async () => {
  const row = fc.record({
    currency: fc.constantFrom('USD', 'USD', 'EUR'),
    price_minor: fc.integer({ min: 1, max: 2 ** 40 }),
    landed_minor: fc.option(fc.nat(2 ** 40)),
    availability: fc.constantFrom(...AVAILABILITIES),
  });
  const rows = fc.sample(row, { numRuns: 500, seed: 7 });
  const expected = rows.map((one) => {
    const [foreign, stock, cost] = offerPosition({ ...one, offer_id: '' }, 'USD');
    return {
      cost: foreign ? Number.POSITIVE_INFINITY : cost,
      stock: one.availability === 'gone' ? 3 : stock,
    };
  });
  expect((await written(rows)).map(({ cost, stock }) => ({ cost: Number(cost), stock }))).toEqual(expected);
});
