import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { Database, loadSql } from '../../../warehouse/database.ts';

const matchSql = (name: string) => loadSql(import.meta.url, `../../../pipelines/match/sql/${name}.sql`);

test('a part number that one listing alone states gives way to what its title says, and else names it', async () => {
  await using database = await Database.open({ memoryLimit: '256MiB', threads: 1, spill: tmpdir() });
  await database.script(
    'stock',
    `create temp table gtin_conflicts (listing_key ubigint);
     create temp table mpn_conflicts as select 11::ubigint as mpn_key;
     create temp table assignments_before (listing_key ubigint, variant_key ubigint, method varchar);
     create temp table identities as
     select
       listing_key::ubigint as listing_key, feed_no::usmallint as feed_no, gtin_key::ubigint as gtin_key,
       mpn_key::ubigint as mpn_key, null::ubigint as group_key, null::ubigint as family_key, null::ubigint as place_key, 0 as row_no
     from (values
       (10, 1, 100, 7), -- a GTIN and a part number …
       (11, 2, null, 7), -- … which another seller states alone
       (20, 1, null, 8), (21, 2, null, 8), -- two sellers' part number
       (30, 1, null, 9), -- one seller's, like something else by its title
       (40, 1, null, 10), -- one seller's, like nothing
       (50, 1, null, 11), (51, 2, null, 11) -- two sellers', of two things
     ) as listed (listing_key, feed_no, gtin_key, mpn_key);
     create temp table catalogue_rows as select listing_key, null::timestamp as gone_since from identities;
     create temp table title_variants as
     select * from (values (11::ubigint, 5::ubigint, 0.95::float), (20, 5, 0.95), (30, 100, 0.95)) as placed (listing_key, variant_key, confidence);`,
  );
  await database.run('part numbers', matchSql('mpn_variants'));
  await database.run('place', matchSql('variants_of_listings'), { gtin_exact: 0.99, brand_mpn: 0.9 });
  const rows = await database.rows<{ key: string; variant: string; method: string; confidence: number }>(
    'placed',
    'select listing_key::varchar as key, variant_key::varchar as variant, method, round(confidence::double, 2) as confidence from matched order by listing_key',
  );
  expect(rows.map(({ key, variant, method, confidence }) => [key, variant, method, confidence])).toEqual([
    ['10', '100', 'gtin_exact', 0.99],
    ['11', '100', 'brand_mpn', 0.9],
    ['20', '8', 'brand_mpn', 0.9],
    ['21', '8', 'brand_mpn', 0.9],
    ['30', '100', 'title_fuzzy', 0.95],
    ['40', '10', 'brand_mpn', 0.9],
    ['50', '50', 'none', 1],
    ['51', '51', 'none', 1],
  ]);
});
