import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import {
  declaredColors,
  hiddenListings,
  partnerListings,
  samplePairs,
  teachingPlan,
} from '../../../../pipelines/match/publish/samples.ts';
import { Database, loadSql } from '../../../../warehouse/database.ts';

const matchSql = (path: string) => loadSql(import.meta.url, `../../../../pipelines/match/${path}.sql`);

/** Two sellers of so many listings, the first of which share their GTIN, and each other one has one of its own. */
async function stocked(listings: number, shared: number): Promise<Database> {
  const database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
  await database.script(
    'stock',
    `create temp table feed_names as from (values (1, 'alpha'), (2, 'beta')) as feeds (feed_no, seller);
     create temp table gtin_conflicts (listing_key ubigint);
     create temp table mpn_conflicts (mpn_key ubigint);
     create temp table assignments_before (listing_key ubigint, variant_key ubigint, method varchar);
     create temp table identities as
     select
       (item * 2 + feed_no)::ubigint as listing_key, feed_no, 1::ubigint as content_hash, null::ubigint as mpn_key,
       (case when item < ${shared} then item else 1000000 * feed_no + item end)::ubigint as gtin_key
     from range(${listings}) as items (item), range(1, 3) as feeds (feed_no);
     create temp view catalogue_rows as select listing_key, concat('title ', listing_key) as title from identities;
     create temp view title_listings as
     select
       identities.listing_key, feed_names.seller, title, null as brand, null as mpn, null as price_minor, null as category,
       null as color, null as size, null as quantity, gtin_key::varchar as gtin, null as condition, null as gender,
       null as age_group, null as own_quantity, feed_names.seller as price_seller, null as cut_at
     from identities join catalogue_rows using (listing_key) join feed_names using (feed_no)`,
  );
  await database.run('part numbers', matchSql('sql/mpn_variants'));
  await database.run('members', matchSql('publish/sql/members'));
  return database;
}

test.each([
  [60, 0, 'public_sets', []],
  [400, 74, 'public_sets', []],
  [400, 75, 'hidden_gtins', [0, 1, 2, 3, 4]],
  [1_000, 299, 'competition', []],
  [1_000, 300, 'hidden_gtins', [0, 1, 2, 3, 4]],
  [1_500, 1_499, 'hidden_gtins', [0, 1, 2, 3, 4]],
  [1_500, 1_500, 'hidden_gtins', [0]],
])('two sellers of %i listings that share %i GTINs are taught by %s', async (listings, shared, by, folds) => {
  await using database = await stocked(listings, shared);
  const plan = await teachingPlan(database);
  expect(plan).toMatchObject({ by, folds });
  const pairs = await samplePairs(database, plan, null);
  const codes = pairs.flatMap(({ left, right }) => [...left, ...right]).filter(({ gtin }) => gtin);
  expect(codes).toHaveLength(by === 'hidden_gtins' ? 2 * listings : 0);
});

/** Five sellers, of whom each two share so many GTINs and nobody anything else. */
async function severalSellers(shared: number): Promise<Database> {
  const database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
  await database.script(
    'stock',
    `create temp table feed_names as select no::int as feed_no, 'seller ' || no as seller from range(5) as nos (no);
     create temp table gtin_conflicts (listing_key ubigint);
     create temp table identities as
     select (pair.key * 1000 + item * 2 + side)::ubigint as listing_key, pair.feeds[side + 1]::int as feed_no,
       (pair.key * 1000 + item)::ubigint as gtin_key
     from (
       select row_number() over () as key, [one.no, other.no] as feeds
       from range(5) as one (no) join range(5) as other (no) on one.no < other.no
     ) as pair, range(${shared}) as items (item), range(2) as sides (side)`,
  );
  return database;
}

test.each([
  [18, 'public_sets'],
  [19, 'hidden_gtins'],
])(
  'of five small sellers whose pairs share %i GTINs each, those that would teach must share enough: %s',
  async (shared, by) => {
    await using database = await severalSellers(shared);
    expect((await teachingPlan(database)).by).toBe(by);
  },
);

test('each listing with a code is hidden once, from what all others teach', async () => {
  await using database = await stocked(400, 300);
  const plan = await teachingPlan(database);
  const asked: string[] = [];
  for (const fold of plan.folds) {
    const [pair] = await samplePairs(database, plan, fold);
    const taught = new Set([...(pair?.left ?? []), ...(pair?.right ?? [])].map(({ gtin }) => gtin));
    const told = (await partnerListings(database, fold)).map(({ record }) => record.gtin);
    const hidden = await hiddenListings(database, Number, fold, true);
    expect(hidden.filter(({ record }) => taught.has(record.gtin))).toEqual([]);
    expect(new Set(told)).toEqual(taught);
    expect(taught.size + new Set(hidden.map(({ record }) => record.gtin)).size).toBe(500);
    asked.push(...hidden.map(({ record }) => record.key));
  }
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked).toHaveLength(800);
});

test('of large sellers all that share a GTIN teach and are asked, and of the others each stands for many', async () => {
  await using database = await stocked(16_000, 300);
  const plan = await teachingPlan(database);
  const [pair] = await samplePairs(database, plan, null);
  const rights = new Set(pair?.right.map(({ gtin }) => gtin));
  expect(pair?.left.filter(({ gtin }) => rights.has(gtin))).toHaveLength(300);
  expect(pair?.left.length).toBeLessThan(9_000);
  const hidden = await Promise.all(plan.folds.map((fold) => hiddenListings(database, Number, fold, true)));
  const [shared, alone] = [2, 1].map((sellers) => hidden.flat().filter((one) => one.sellers === sellers));
  expect(shared).toHaveLength(600);
  expect(new Set(alone?.map(({ stands_for }) => stands_for))).toEqual(new Set([4]));
});

test('the colours that feeds declare are listed once, the commonest first', async () => {
  await using database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
  await database.run(
    'list',
    "create temp view title_listings as select unnest(['Chalk', null, 'Amber', 'Oak', 'Oak']) as color",
  );
  expect(await declaredColors(database)).toEqual(['Oak', 'Amber', 'Chalk']);
});
