import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { Database, literal, loadSql } from '../../../warehouse/database.ts';

const sql = (name: string) => loadSql(import.meta.url, `../../../pipelines/match/sql/${name}.sql`);

/** A listing, what was first and then asked for it (minor units), and what it says. */
interface Listed {
  key: number;
  gtin: number | null;
  seller: string | null;
  title?: string;
  prices?: number[];
  currency?: string;
  attributes?: Record<string, string>;
}
const SELLERS = ['alpha', 'beta', 'gamma'];

/** A catalogue of these, of which listing 99 has a GTIN in dispute; what another feed said of each before is in it too. */
async function claimsOf(name: string, listed: readonly Listed[], suspects: readonly number[] = []) {
  await using database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
  const feedOf = ({ seller }: Listed) => (seller === null ? 9 : SELLERS.indexOf(seller) + 1);
  const values = (rows: readonly string[]) => rows.map((row) => `(${row})`).join(', ');
  const said = (one: Listed) =>
    `${literal(one.title ?? `Tarno ${one.key}`)}, 'Tarno', ${literal(one.currency ?? 'USD')}, ${literal(JSON.stringify(one.attributes ?? {}))}`;
  await database.script(
    'list',
    `create temp table feed_names as from (values (1, 'alpha'), (2, 'beta'), (3, 'gamma'), (8, 'alpha')) as feeds (feed_no, seller);
    create temp table identities as select key::ubigint as listing_key, feed_no, gtin::ubigint as gtin_key
      from (values ${values(listed.map((one) => `${one.key}, ${feedOf(one)}, ${one.gtin ?? 'null'}`))}) as listed (key, feed_no, gtin);
    create temp table gtin_conflicts as select 99::ubigint as listing_key;
    create temp table gtin_suspects as select unnest([${suspects.join(', ')}]::ubigint[]) as gtin_key;
    create temp table catalogue_rows as select key::ubigint as listing_key, feed_no, title, brand, currency, attributes::json as attributes
      from (values ${values(listed.flatMap((one) => [`${one.key}, ${feedOf(one)}, ${said(one)}`, `${one.key}, 8, 'before', null, 'EUR', '{}'`]))}) as rows (key, feed_no, title, brand, currency, attributes);
    create temp table all_changes as select key::ubigint as listing_key, price_minor, from_at
      from (values ${values([...listed.flatMap((one) => (one.prices ?? []).map((price, at) => `${one.key}, ${price}, ${at}`)), '0, 0, 0'])}) as changes (key, price_minor, from_at)`,
  );
  await database.run('columns', sql('stated_columns'));
  return await database.rows<Record<string, string | number | null>>('claims', sql(name));
}
const keysOf = (rows: readonly Record<string, string | number | null>[]) =>
  rows.map(({ listing_key }) => Number(listing_key));

test('a claim says what its listing’s columns say, and what it first cost', async () => {
  const attributes = {
    'general.net_content': '2 l',
    'general.capacity': '3 l',
    'general.color': 'red',
    'general.size': 'L',
    'general.gender': 'female',
    'general.age_group': 'adult',
  };
  const claims = await claimsOf('bundled_gtins', [
    { key: 1, gtin: 7, seller: 'alpha', prices: [100, 900], attributes },
    { key: 2, gtin: 7, seller: 'beta', prices: [200], attributes: { 'general.capacity': '3 l' } },
    {
      key: 3,
      gtin: 7,
      seller: 'gamma',
      prices: [200],
      attributes: { ...attributes, 'general.unit_pricing_measure': '1 l' },
    },
  ]);
  const first = {
    gtin_key: '7',
    listing_key: '1',
    seller: 'alpha',
    currency: 'USD',
    price_minor: 100,
    title: 'Tarno 1',
    brand: 'Tarno',
    quantity: '2 l',
    color: 'red',
    size: 'L',
    gender: 'female',
    age_group: 'adult',
  };
  expect(claims[0]).toEqual(first);
  expect(claims.map(({ quantity, color }) => [quantity, color])).toEqual([
    ['2 l', 'red'],
    ['3 l', null],
    ['1 l', 'red'],
  ]);
});

test('listings of a GTIN for which one seller asks nearer to twice as much as another are held against each other', async () => {
  const listed = (gtin: number | null, seller: string | null, key: number, price: number, more = {}) => ({
    key,
    gtin,
    seller,
    prices: [price],
    ...more,
  });
  const claims = await claimsOf('bundled_gtins', [
    // 1.415 and 1.413 times as much, where the root of 2 is 1.4142.
    listed(2, 'alpha', 21, 1_000),
    listed(2, 'beta', 20, 1_415),
    listed(3, 'alpha', 30, 1_000),
    listed(3, 'beta', 31, 1_413),
    // One seller alone, one whose name nobody knows, a listing in dispute, and none of a GTIN.
    listed(4, 'alpha', 40, 100),
    listed(4, 'alpha', 41, 900),
    listed(5, 'alpha', 50, 100),
    listed(5, null, 51, 900),
    listed(6, 'alpha', 60, 100),
    listed(6, 'beta', 61, 110),
    listed(6, 'gamma', 99, 900),
    listed(null, 'alpha', 70, 100),
    listed(null, 'beta', 71, 900),
    // What costs nothing is not asked.
    listed(8, 'alpha', 80, 0),
    listed(8, 'beta', 81, 100),
    listed(8, 'gamma', 82, 110),
    listed(9, 'alpha', 90, 1),
    listed(9, 'beta', 91, 2),
    // Each currency by itself.
    listed(10, 'alpha', 100, 100),
    listed(10, 'beta', 101, 900, { currency: 'ILS' }),
    listed(1, 'alpha', 112, 100),
    listed(1, 'beta', 110, 900),
    listed(1, 'gamma', 111, 500, { currency: 'ILS' }),
    // Beside it one of no feed that is known.
    listed(11, 'alpha', 120, 100),
    listed(11, 'beta', 121, 900),
    listed(11, null, 122, 200),
  ]);
  expect(keysOf(claims)).toEqual([110, 112, 20, 21, 90, 91, 120, 121]);
});

test('listings of a GTIN that one seller gives to what does not read alike are held against each other', async () => {
  const attributes = { 'general.size': 'L' };
  const listed: Listed[] = [
    { key: 13, gtin: 2, seller: 'alpha', title: 'Tarno line 10 m' },
    { key: 12, gtin: 2, seller: 'alpha', title: 'Tarno line 20 m' },
    { key: 11, gtin: 2, seller: 'beta', title: 'Tarno line 10 m' },
    { key: 10, gtin: 2, seller: null, title: 'Tarno line 10 m' },
    // The same words, another size.
    { key: 21, gtin: 1, seller: 'alpha', title: 'Tarno shirt' },
    { key: 20, gtin: 1, seller: 'alpha', title: 'Tarno shirt', attributes },
    // Two sellers, the same twice, one that nobody suspects, one in dispute.
    { key: 30, gtin: 3, seller: 'alpha', title: 'Tarno a' },
    { key: 31, gtin: 3, seller: 'beta', title: 'Tarno b' },
    { key: 40, gtin: 4, seller: 'alpha', title: 'Tarno c' },
    { key: 41, gtin: 4, seller: 'alpha', title: 'Tarno c' },
    { key: 50, gtin: 5, seller: 'alpha', title: 'Tarno d' },
    { key: 51, gtin: 5, seller: 'alpha', title: 'Tarno e' },
    { key: 60, gtin: 6, seller: 'alpha', title: 'Tarno f' },
    { key: 99, gtin: 6, seller: 'alpha', title: 'Tarno g' },
  ];
  const claims = await claimsOf('restated_gtins', listed, [1, 2, 3, 4, 6]);
  expect(keysOf(claims)).toEqual([20, 21, 11, 12, 13]);
  expect(claims[0]).toEqual({
    gtin_key: '1',
    listing_key: '20',
    seller: 'alpha',
    title: 'Tarno shirt',
    brand: 'Tarno',
    quantity: null,
    color: null,
    size: 'L',
    gender: null,
    age_group: null,
  });
});
