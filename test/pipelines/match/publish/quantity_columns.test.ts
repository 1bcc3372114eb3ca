import { tmpdir } from 'node:os';
import { listValue } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { quantityColumns, quantitySql } from '../../../../pipelines/match/publish/quantity_columns.ts';
import { readRecord } from '../../../../pipelines/match/titles/read/reading.ts';
import { Database } from '../../../../warehouse/database.ts';

const LISTINGS = [
  { 'grocery.quantity': '100.00', 'grocery.unit': 'גרם', 'grocery.units_per_pack': '6' },
  { 'food.Net_Weight': '1.5 kg', 'food.colour': 'brown' },
  { 'grocery.quantity': '3', 'grocery.uom': 'l', 'grocery.weight': '3.2 kg', 'food.unit': 'g' },
  { 'general.weight': '2 kg', 'a.says': '"b.weight": "7 kg"' },
  { 'a.b': '1' },
  null,
];

/** What the matcher is told of each of these listings. */
async function told(listings: readonly unknown[]): Promise<(string | null)[]> {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: tmpdir() });
  await database.run(
    'set up',
    `create temp table catalogue_rows as
     select unnest($listings::varchar[]) as attributes, generate_subscripts($listings::varchar[], 1) as place`,
    { listings: listValue(listings.map((one) => (one === null ? null : JSON.stringify(one)))) },
  );
  const macro = quantitySql(await quantityColumns(database));
  await database.run('define', `create temp macro own_quantity(attributes) as ${macro}`);
  const rows = await database.rows<{ told: string | null }>(
    'read',
    'select own_quantity(attributes::json) as told from catalogue_rows order by place',
  );
  return rows.map((row) => row.told);
}

test('an amount is found in whatever namespace, with the unit beside it, by what listings have', async () => {
  const all = ['100.00 גרם', '1.5 kg', '3 l', null, null, null];
  expect(await told(LISTINGS)).toEqual(all);
  // What else there is in the catalogue changes nothing of what one listing says.
  for (const [place, listing] of LISTINGS.entries()) expect(await told([listing])).toEqual([all[place]]);
});

test('what the columns say reaches the matcher as an amount, and is no statement that parts items', () => {
  const read = readRecord({ key: '1', seller: 'shop', title: 'חמאה', own_quantity: '100.00 גרם' });
  expect(read.measures.map(({ total }) => total)).toEqual([100]);
  expect(read.statements).toEqual([]);
});
