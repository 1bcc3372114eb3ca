import { expect, test } from 'vitest';
import { Database, loadSql } from '../../warehouse/database.ts';

const open = () => Database.open({ memoryLimit: '256MiB', spill: '/nonexistent' });
const defined = async (database: Database) =>
  (
    await database.rows<{ function_name: string }>(
      'list macros',
      "select function_name from duckdb_functions() where function_type = 'macro' and not internal order by all",
    )
  ).map(({ function_name }) => function_name);

test('a connection gets the macros that it calls, with those that they call, and each once', async () => {
  await using database = await open();
  expect(await defined(database)).toEqual([]);
  expect(await database.rows('fold', "select fold_key('Straße 5') as key")).toEqual([{ key: 'strasse5' }]);
  expect(await defined(database)).toEqual(['fold_key']);
  await database.run('scan', 'select gtin_number_scan (4006381333931)');
  expect(await defined(database)).toEqual(['fold_key', 'gtin_number_scan', 'gtin_sum']);
  expect(await database.count('scan', 'select gtin_number_scan(4006381333932)')).toBe(-1_000_000_000_000_000);
});

test('statements asked for side by side, of which one defines what both call, find it', async () => {
  await using database = await open();
  const keys = await Promise.all(
    ['A-1', 'B-2', 'C-3'].map((text) => database.rows('fold', 'select fold_key($text) as key', { text })),
  );
  expect(keys).toEqual([[{ key: 'a1' }], [{ key: 'b2' }], [{ key: 'c3' }]]);
});

test('a macro or view of others, a stream and the rows handed on may call them', async () => {
  await using database = await open();
  await database.script('define', 'create temp macro twice(text) as fold_key(text) || fold_key(text)');
  await database.script(
    'define',
    "create temp view keys as select listing_key('s', sku) as key from (values ('1')) as t(sku)",
  );
  expect(await database.rows('fold', "select twice('A') as key")).toEqual([{ key: 'aa' }]);
  expect(await database.count('count', 'select count(key) from keys')).toBe(1);
  const stream = await database.stream('stream', "select csv_cell('=1') as cell");
  expect((await stream.fetchChunk())?.getRows()).toEqual([["'=1"]]);
  const handed: unknown[] = [];
  await database.hand('hand', "select fold_case('É') as text", (chunk) => handed.push(...chunk.getRows()));
  expect(handed).toEqual([['e']]);
});

test('every macro of the file can be defined alone', async () => {
  const file = loadSql(import.meta.url, '../../warehouse/sql/macros.sql');
  const names = [...file.matchAll(/^create or replace temp macro (\w+)/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) {
    await using database = await open();
    await database.script('define', `create temp macro own() as 1; -- ${name}()`);
    expect(await defined(database)).toContain(name);
  }
});
