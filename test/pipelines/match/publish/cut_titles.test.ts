import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findCutTitles } from '../../../../pipelines/match/publish/cut_titles.ts';
import { Database } from '../../../../warehouse/database.ts';
import { listingOf } from '../../../bench/match_catalogue.ts';

let folder: string;
let database: Database;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-index-cut-titles-'));
  database = await Database.open({ memoryLimit: '256MiB', spill: join(folder, 'spill') });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const whole = Array.from({ length: 400 }, (_, id) => listingOf(id, 1).title);

/** What is found of one feed with these titles, beside one whose titles are whole. */
async function cutAt(titles: readonly string[]): Promise<number | undefined> {
  await database.script(
    'make feeds',
    `create or replace temp table feed_names as select * from (values (1, 'a', 'all'), (2, 'b', 'all')) as t(feed_no, seller, feed);
     create or replace temp table catalogue_rows (listing_key ubigint, feed_no integer, title varchar);
     create or replace temp view identities as select listing_key, feed_no from catalogue_rows`,
  );
  const rows = await database.connection.createAppender('catalogue_rows');
  [whole, titles].forEach((list, feed) => {
    list.forEach((title, at) => {
      rows.appendUBigInt(BigInt(feed * 10_000 + at));
      rows.appendInteger(feed + 1);
      rows.appendVarchar(title);
      rows.endRow();
    });
  });
  rows.closeSync();
  const found = await findCutTitles(database);
  expect(found.filter(({ seller }) => seller === 'a')).toEqual([]);
  return found.find(({ seller }) => seller === 'b')?.characters;
}

test('a feed that ends its titles at one length is recognised, also where a few go on', async () => {
  const cut = whole.map((title) => title.slice(0, 20).trimEnd());
  expect(await cutAt(cut)).toBe(20);
  expect(await cutAt([...cut.slice(10), ...whole.slice(0, 10)])).toBe(20);
});

test('titles that end where they are meant to are whole', async () => {
  expect(await cutAt(whole.map((title) => title.toUpperCase()))).toBeUndefined();
  // All of one length, and of two: a pattern, no cut.
  expect(await cutAt(whole.map((_, at) => `steel bolt type ${1000 + at}`))).toBeUndefined();
  expect(await cutAt(whole.map((_, at) => `cotton sock black size ${at % 20}`))).toBeUndefined();
  // Words that were left out to fit a length end in whole words.
  const fitted = whole.map((title) => {
    const words = title.split(' ');
    while (words.join(' ').length > 20 && words.length > 1) words.pop();
    return words.join(' ');
  });
  expect(await cutAt(fitted)).toBeUndefined();
});
