import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { TitleRecords } from '../../../../pipelines/match/publish/records.ts';
import { Database, loadSql } from '../../../../warehouse/database.ts';

const matchSql = (path: string) => loadSql(import.meta.url, `../../../../pipelines/match/${path}.sql`);

/** What publication has made before titles are matched: three sellers, each with one feed. */
const CATALOGUE = `
  create temp table feed_names as from (values (1, 'alpha'), (2, 'beta'), (3, 'gamma')) as feeds (feed_no, seller);
  create temp table gtin_conflicts (listing_key ubigint);
     create temp table mpn_conflicts (mpn_key ubigint);
  create temp table assignments_before (listing_key ubigint, variant_key ubigint, method varchar);
  create temp table identities as
  select listing_key::ubigint as listing_key, feed_no, 1::ubigint as content_hash, gtin_key::ubigint as gtin_key, mpn_key::ubigint as mpn_key
  from (values
    (10, 1, 100, null), -- a GTIN, listed by alpha
    (20, 1, 200, 7),    -- another one with its part number, listed by alpha …
    (21, 2, null, 7),   -- … by which beta lists it
    (30, 2, null, 9),   -- a part number alone, listed by beta and gamma
    (31, 3, null, 9),
    (40, 3, null, null), -- no code at all
    (50, 2, null, 11)   -- a part number that nobody else states
  ) as listed (listing_key, feed_no, gtin_key, mpn_key);
  create temp view catalogue_rows as select listing_key, concat('title ', listing_key) as title from identities;
  create temp view title_listings as
  select
    identities.listing_key, feed_names.seller, title, null as brand, null as mpn, null as price_minor, null as category,
    null as color, null as size, null as quantity, null as gtin, null as condition, null as gender, null as age_group,
    null as own_quantity, null as cut_at
  from identities join catalogue_rows using (listing_key) join feed_names using (feed_no)`;

test('a record says who carries it and whether a GTIN names it, and what no GTIN names is not hidden', async () => {
  await using database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
  await database.script('stock', CATALOGUE);
  await database.run('part numbers', matchSql('sql/mpn_variants'));
  await database.run('members', matchSql('publish/sql/members'));
  await database.run('records', `create temp table title_records as ${matchSql('publish/sql/records')}`);
  const records = await TitleRecords.read(
    database,
    await database.count('count', 'select count(*) from title_records'),
  );
  const carries = (key: bigint, seller: string) => records.carries(records.placeOf(key), seller);
  const isNamed = (key: bigint) => records.isNamed(records.placeOf(key));
  expect([carries(10n, 'alpha'), carries(10n, 'gamma')]).toEqual([true, false]);
  // Beta says its part number, alpha the GTIN as well: both carry it, whichever title is asked.
  for (const key of [20n, 21n])
    expect([carries(key, 'alpha'), carries(key, 'beta'), carries(key, 'gamma')]).toEqual([true, true, false]);
  // What no GTIN names may be whatever another seller states the GTIN of.
  expect([10n, 20n, 21n, 30n, 31n, 40n, 50n].map(isNamed)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
  // A part number that one listing alone states places it nowhere: its title looks for a place.
  const untied = [20n, 30n, 40n, 50n].map((key) => records.untied[records.placeOf(key)]);
  expect(untied).toEqual([0, 0, 1, 1]);

  const hidden = await database.rows<{ key: string }>('hide', matchSql('publish/sql/hidden'), {
    stride: 1,
    folds: 1,
    fold: 0,
    all_shared: false,
  });
  expect(hidden.map(({ key }) => key)).toEqual(['10', '20', '21']);

  // Nor is it known whether it has a partner.
  const told = await database.rows<{ key: string; is_shared: boolean }>(
    'partners',
    matchSql('publish/sql/partners'),
    { stride: 1, folds: 1, without: null },
  );
  expect(told.map(({ key, is_shared }) => [key, is_shared])).toEqual([
    ['10', false],
    ['20', true],
    ['21', true],
  ]);
});
