import { expect, test } from 'vitest';
import { Database } from '../../warehouse/database.ts';
import { Definitions } from '../../warehouse/definitions.ts';

const VIEWS = new Map([
  ['things', "create or replace temp view things as select 'A-1' as name"],
  ['named', 'create or replace temp view named as select fold_key(name) as key from things'],
  ['broken', 'create or replace temp view broken as select * from nothing_there'],
]);

test('what SQL reads from is lacked once, behind what that reads from', () => {
  const definitions = Definitions.relations(VIEWS);
  expect(definitions.lackedBy('select key from named join things on true')).toEqual(['things', 'named']);
  expect(definitions.lackedBy('from named')).toEqual([]);
});

test('a column of that name, or what the statement calls so itself, is none of them', () => {
  const definitions = Definitions.relations(VIEWS);
  expect(definitions.lackedBy('select things, named from broken_things')).toEqual([]);
  expect(definitions.lackedBy('with things as (select 1) from things')).toEqual([]);
  expect(definitions.lackedBy('with all_things as (select 1) from\n  things')).toEqual(['things']);
});

test('a database defines a kept relation with its macros when it is first read, and anew when others are kept', async () => {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: '/nonexistent' });
  database.keepRelations(VIEWS);
  const keys = () => database.rows('read', 'select key from named');
  expect(await keys()).toEqual([{ key: 'a1' }]);
  database.keepRelations(
    new Map([...VIEWS, ['things', "create or replace temp view things as select 'B-2' as name"]]),
  );
  expect(await keys()).toEqual([{ key: 'b2' }]);
  // What failed fails no other statement, and is defined anew.
  await expect(database.run('read', 'from broken')).rejects.toThrow('nothing_there');
  expect(await keys()).toEqual([{ key: 'b2' }]);
  await database.run('make', 'create temp table nothing_there as select 7 as own');
  expect(await database.rows('read', 'from broken')).toEqual([{ own: 7 }]);
});
