import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aliasKey,
  asinKey,
  brandMpnKey,
  formatId,
  gtinKey,
  itemGroupKey,
  linkKey,
  listingKey,
  parseId,
} from '../../../pipelines/domain/key.ts';
import { Database } from '../../../warehouse/database.ts';

let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', spill: '/nonexistent' });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

const texts = fc.sample(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), {
  numRuns: 300,
  seed: 7,
});

test('SQL and TypeScript make the same keys of any text', async () => {
  const rows = await database.rows<Record<string, string>>(
    'keys',
    `select listing_key(a, b)::varchar as listing, brand_mpn_key(a, b)::varchar as brand_mpn, item_group_key(a, b)::varchar as item_group,
            link_key(a)::varchar as link, asin_key(a)::varchar as asin, id64('off_', listing_key(a, b)) as offer_id,
            alias_key('product', listing_key(a, b))::varchar as product_alias, alias_key('variant', asin_key(a))::varchar as variant_alias
     from (select unnest(from_json($pairs, '[["VARCHAR"]]')) as pair) as pairs, lateral (select pair[1] as a, pair[2] as b) as pair_texts`,
    { pairs: JSON.stringify(texts.map((pair) => pair.map((text) => text.replaceAll('\0', '')))) },
  );
  const expected = texts
    .map((pair) => pair.map((text) => text.replaceAll('\0', '')) as [string, string])
    .map(([a, b]) => ({
      listing: String(listingKey(a, b)),
      brand_mpn: String(brandMpnKey(a, b)),
      item_group: String(itemGroupKey(a, b)),
      link: String(linkKey(a)),
      asin: String(asinKey(a)),
      offer_id: formatId('offer', listingKey(a, b)),
      product_alias: String(aliasKey('product', listingKey(a, b))),
      variant_alias: String(aliasKey('variant', asinKey(a))),
    }));
  expect(rows).toEqual(expected);
});

test('SQL and TypeScript make the same key of a GTIN, and no two GTINs share one', async () => {
  const gtins = fc
    .sample(fc.bigInt(1n, 99_999_999_999_999n), { numRuns: 1000, seed: 7 })
    .map((n) => String(n).padStart(14, '0'));
  const rows = await database.rows<{ key: string }>(
    'gtin keys',
    `select gtin_key(gtin)::varchar as key from (select unnest(from_json($gtins, '["VARCHAR"]')) as gtin)`,
    { gtins: JSON.stringify(gtins) },
  );
  expect(rows.map((row) => row.key)).toEqual(gtins.map((gtin) => String(gtinKey(gtin))));
  expect(new Set(rows.map((row) => row.key)).size).toBe(new Set(gtins).size);
});

test('an id is read back as what it was made from', () => {
  fc.assert(
    fc.property(
      fc.bigInt(0n, 2n ** 64n - 1n),
      fc.constantFrom('product', 'variant', 'offer'),
      (key, kind) => {
        expect(parseId(formatId(kind as 'product', key))).toEqual({ kind, key });
      },
    ),
  );
  expect(parseId('prd_123')).toBeNull();
  expect(parseId('prd_0123456789ABCDEF')).toBeNull();
  expect(parseId('xprd_0123456789abcdef')).toBeNull();
  expect(parseId('prd_0123456789abcdef0')).toBeNull();
});
