import { type Database, literal, loadSql } from '../../warehouse/database.ts';
import { BRAND_PLACEHOLDERS } from '../domain/placeholder.ts';
import { FORMATS } from './formats/formats.ts';
import { defineFunctions } from './functions.ts';

/** A small feed takes less time than DuckDB needs to plan the ways around the slow forms of staging. */
export type FeedSize = 'small' | 'large';

/** The macros that differ by the size of a feed. */
const WAYS: Record<FeedSize, string> = {
  small: loadSql(import.meta.url, './sql/plain_ways.sql'),
  large: loadSql(import.meta.url, './sql/short_ways.sql'),
};

/** Connections that have the functions and macros of staging, and for which size. */
const prepared = new WeakMap<Database, FeedSize>();

/** Gives a connection the functions and macros of staging as feeds of this size need them. */
export async function prepareDatabase(database: Database, size: FeedSize): Promise<void> {
  const before = prepared.get(database);
  if (before === undefined) await defineCommon(database);
  if (before !== size) await database.script('define ways of staging', WAYS[size]);
  prepared.set(database, size);
}

async function defineCommon(database: Database): Promise<void> {
  defineFunctions(database.connection);
  await database.run('tell times in UTC', "set TimeZone = 'UTC'");
  await database.script('define staging macros', loadSql(import.meta.url, './sql/macros.sql'));
  for (const { macros } of Object.values(FORMATS))
    if (macros !== undefined) await database.script('define macros of a format', macros);
  await database.run(
    'define brand placeholders',
    `create or replace temp macro real_brand(text) as case when lower(text) not in (${BRAND_PLACEHOLDERS.map(literal).join(', ')}) then text end`,
  );
}
