import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { quantityColumns, quantitySql } from '../../../../pipelines/match/publish/quantity_columns.ts';
import { readRecord } from '../../../../pipelines/match/titles/read/reading.ts';
import { Database } from '../../../../warehouse/database.ts';

const seller = (mapping: Record<string, string>) => ({
  id: 'shop',
  name: 'Shop',
  kind: 'retailer' as const,
  access: 'merchant_feed' as const,
  feeds: [{ name: 'all', url: 'all.csv', format: 'csv' as const, mapping }],
});

test('an amount is found in whatever namespace, with the unit beside it', () => {
  expect(
    quantityColumns([
      seller({ sku: 'id', 'attributes.grocery.quantity': 'qty', 'attributes.grocery.unit': 'unit' }),
      seller({ 'attributes.food.net_weight': 'weight', 'attributes.grocery.unit': 'unit' }),
      seller({ 'attributes.grocery.units_per_pack': 'pack', 'attributes.grocery.colour': 'colour' }),
    ]),
  ).toEqual([
    { amount: 'grocery.quantity', unit: 'grocery.unit' },
    { amount: 'food.net_weight', unit: null },
  ]);
});

test('what the columns say reaches the matcher as an amount, and is no statement that parts items', async () => {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: tmpdir() });
  const columns = [
    { amount: 'grocery.quantity', unit: 'grocery.unit' },
    { amount: 'food.net_weight', unit: null },
  ];
  await database.run('define', `create temp macro own_quantity(attributes) as ${quantitySql(columns)}`);
  const rows = await database.rows<{ told: string | null }>(
    'read',
    `select own_quantity(attributes::json) as told from (values
      ('{"grocery.quantity": "100.00", "grocery.unit": "גרם"}'), ('{"food.net_weight": "1.5 kg"}'), ('{"a.b": "1"}'), (null)) as t(attributes)`,
  );
  expect(rows.map(({ told }) => told)).toEqual(['100.00 גרם', '1.5 kg', null, null]);
  const read = readRecord({ key: '1', seller: 'shop', title: 'חמאה', own_quantity: '100.00 גרם' });
  expect(read.measures.map(({ total }) => total)).toEqual([100]);
  expect(read.statements).toEqual([]);
  await database.run('define', `create or replace temp macro own_quantity(attributes) as ${quantitySql([])}`);
  expect(await database.rows('read', "select own_quantity('{}') as told")).toEqual([{ told: null }]);
});
