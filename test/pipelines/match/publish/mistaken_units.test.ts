import { afterAll, beforeAll, expect, test } from 'vitest';
import { findMistakenUnits } from '../../../../pipelines/match/publish/mistaken_units.ts';
import { quantitySql } from '../../../../pipelines/match/publish/quantity_columns.ts';
import { quantityColumnsOf } from '../../../../pipelines/match/titles/read/quantity_columns.ts';
import { Database } from '../../../../warehouse/database.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', spill: '/nonexistent', threads: 1 });
  const columns = quantityColumnsOf(['grocery.quantity', 'grocery.unit']);
  await database.script(
    'make feeds',
    `create temp macro own_quantity(attributes) as ${quantitySql(columns)};
     create temp table feed_names as select * from (values (1, 'a', 'all'), (2, 'b', 'all')) as t(feed_no, seller, feed);
     create temp table catalogue_rows (listing_key ubigint, feed_no integer, title varchar, attributes varchar);
     create temp view identities as select listing_key, feed_no from catalogue_rows`,
  );
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

type Listed = [title: string, quantity: number, unit: string];
const times = (count: number, ...listed: Listed): Listed[] => Array<Listed>(count).fill(listed);

/** Which of two feeds are found; the first one's columns are always right. */
async function foundOf(listings: readonly Listed[]) {
  await database.run('empty feeds', 'delete from catalogue_rows');
  const rows = await database.connection.createAppender('catalogue_rows');
  [times(30, 'tea 100 g', 100, 'g'), listings].forEach((list, feed) => {
    list.forEach(([title, quantity, unit], at) => {
      rows.appendUBigInt(BigInt(feed * 10_000 + at));
      rows.appendInteger(feed + 1);
      rows.appendVarchar(title);
      rows.appendVarchar(JSON.stringify({ 'grocery.quantity': String(quantity), 'grocery.unit': unit }));
      rows.endRow();
    });
  });
  rows.closeSync();
  return findMistakenUnits(database);
}
const FOUND = [{ seller: 'b', feed: 'all' }];

test('a feed that calls grams kilograms, or litres millilitres, is found by its own titles', async () => {
  expect(await foundOf(times(20, 'rice 500 g', 500, 'kg'))).toEqual(FOUND);
  expect(await foundOf(times(20, 'water 1.5 l', 1.5, 'ml'))).toEqual(FOUND);
});

test('it takes twenty such listings, more than half of those whose titles tell', async () => {
  expect(await foundOf(times(19, 'rice 500 g', 500, 'kg'))).toEqual([]);
  expect(
    await foundOf([...times(20, 'rice 500 g', 500, 'kg'), ...times(20, 'rice 500 g', 500, 'g')]),
  ).toEqual([]);
  expect(
    await foundOf([...times(21, 'rice 500 g', 500, 'kg'), ...times(20, 'rice 400 g', 500, 'g')]),
  ).toEqual(FOUND);
});

test('titles that state nothing, or something else, speak neither way', async () => {
  const silent = [...times(50, 'rice', 500, 'kg'), ...times(50, 'cable 2 m', 500, 'kg')];
  expect(await foundOf(silent)).toEqual([]);
  expect(await foundOf([...times(20, 'rice 500 g', 500, 'kg'), ...silent])).toEqual(FOUND);
  expect(await foundOf(times(50, '1000 screws', 1, 'piece'))).toEqual([]);
});
