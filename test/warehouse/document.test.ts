import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatId } from '../../pipelines/domain/key.ts';
import { type Listing, MATCH_METHODS } from '../../pipelines/domain/listing.ts';
import { Database } from '../../warehouse/database.ts';
import { documentSql, parseDocument } from '../../warehouse/document.ts';
import type { FieldsWith } from '../../warehouse/listing_fields.ts';

let database: Database;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  database = await Database.open({ memoryLimit: '256MiB', spill: folder });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** DuckDB type and values of every field of a document, as publication gives them. */
const key = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => !value.includes('\0'));
const maybe = fc.option(text);
const minor = fc.option(fc.integer({ min: 0 }).map(String));
const axis = fc.record({
  key: text,
  value: text,
  number: fc.option(fc.integer()),
  unit: maybe,
  bears: fc.boolean(),
});
const FIELDS: Record<FieldsWith<{ served: string }>, [type: string, values: fc.Arbitrary<string | null>]> = {
  listing_key: ['ubigint', key],
  variant_key: ['ubigint', key],
  product_key: ['ubigint', key],
  sku: ['varchar', text],
  title: ['varchar', text],
  brand: ['varchar', maybe],
  gtin: ['varchar', maybe],
  mpn: ['varchar', maybe],
  category: ['varchar', maybe],
  url: ['varchar', maybe],
  image_url: ['varchar', maybe],
  video_url: ['varchar', maybe],
  stock_band: ['varchar', maybe],
  // As DuckDB takes a list that is given as JSON.
  image_urls: ['json::varchar[]', fc.option(fc.array(text).map((urls) => JSON.stringify(urls)))],
  condition: ['varchar', fc.constantFrom('new', 'used')],
  currency: ['varchar', fc.constantFrom('USD', 'JPY')],
  item_group_id: ['varchar', maybe],
  method: ['varchar', fc.constantFrom(...MATCH_METHODS)],
  pool_key: ['ubigint', fc.option(key)],
  feed_no: ['usmallint', fc.nat(65_535).map(String)],
  list_price_minor: ['bigint', minor],
  delivery_minor: ['bigint', minor],
  confidence: ['float', fc.nat(10_000).map((ten) => String(ten / 10_000))],
  gtin_conflict: ['boolean', fc.boolean().map(String)],
  last_seen: ['bigint', fc.option(fc.nat().map(String))],
  axes: ['varchar', fc.option(fc.array(axis).map((axes) => JSON.stringify(axes)))],
  attributes: ['varchar', fc.option(fc.dictionary(text, text).map((pairs) => JSON.stringify(pairs)))],
  history: [
    'varchar',
    fc
      .array(
        fc
          .tuple(
            fc.nat(),
            fc.nat(),
            fc.option(fc.nat()),
            fc.constantFrom('in_stock', 'gone'),
            fc.constantFrom(undefined, 'EUR'),
          )
          .map((point) => point.filter((part) => part !== undefined)),
        { minLength: 1 },
      )
      .map((points) => JSON.stringify(points)),
  ],
  readings: [
    'varchar',
    fc.option(
      fc
        .array(
          fc.tuple(
            text,
            fc.oneof(text, fc.boolean(), fc.nat()),
            maybe,
            fc.constantFrom(0, 1),
            fc.nat(10_000),
          ),
        )
        .map((readings) => JSON.stringify(readings)),
    ),
  ],
};
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
const values = fc.record(
  Object.fromEntries(NAMES.map((name) => [name, FIELDS[name][1]])) as Record<
    keyof typeof FIELDS,
    fc.Arbitrary<string | null>
  >,
);

const feedOf = (feedNo: number) => ({
  seller: `seller ${feedNo}`,
  feed: `feed ${feedNo}`,
  last_as_of: '2026-08-31T00:00:00.000Z',
});

/** The listing that the fields make, by their names alone. */
function listingOf(fields: Record<keyof typeof FIELDS, string | null>): Listing {
  const number = (name: keyof typeof FIELDS) => (fields[name] === null ? null : Number(fields[name]));
  const {
    listing_key,
    variant_key,
    product_key,
    feed_no,
    attributes,
    image_urls,
    history,
    readings,
    last_seen,
    pool_key,
    axes,
    ...same
  } = fields;
  const changes = (JSON.parse(history ?? '[]') as unknown[][]).map(
    ([from, price_minor, landed_minor, availability, currency = fields.currency]) => ({
      from,
      currency,
      price_minor,
      landed_minor,
      availability,
    }),
  );
  const { from: _, currency: __, ...now } = changes.at(-1) ?? {};
  return {
    ...same,
    ...now,
    offer_id: formatId('offer', BigInt(listing_key ?? 0)),
    variant_id: formatId('variant', BigInt(variant_key ?? 0)),
    product_id: formatId('product', BigInt(product_key ?? 0)),
    seller: `seller ${feed_no}`,
    feed: `feed ${feed_no}`,
    list_price_minor: number('list_price_minor'),
    delivery_minor: number('delivery_minor'),
    confidence: number('confidence'),
    gtin_conflict: fields.gtin_conflict === 'true',
    last_seen:
      last_seen === null ? '2026-08-31T00:00:00.000Z' : new Date(Number(last_seen) * 1000).toISOString(),
    attributes: JSON.parse(attributes ?? '{}') as Record<string, string>,
    pool_key: pool_key === null ? null : BigInt(pool_key).toString(16),
    axes: (JSON.parse(axes ?? '[]') as Record<string, unknown>[]).map(
      ({ key: name, value, number: amount, unit, bears }) => ({
        key: name,
        value: amount ?? value,
        unit,
        bears_on_price: bears,
      }),
    ),
    readings: (JSON.parse(readings ?? '[]') as unknown[][]).map(([key_, value, unit, declared, parts]) => ({
      key: key_,
      value,
      unit,
      source: declared === 1 ? 'declared' : 'parsed',
      confidence: (parts as number) / 10_000,
    })),
    image_urls: JSON.parse(image_urls ?? '[]') as string[],
    changes,
  } as Listing;
}

test('every field of a document reads back as it was written, whatever stands beside it', async () => {
  const columns = NAMES.map((name) => `$${name}::${FIELDS[name][0]} as ${name}`).join(', ');
  await fc.assert(
    fc.asyncProperty(values, async (fields) => {
      const [row] = await database.rows<{ body: string }>(
        'write a document',
        `select ${documentSql()} as body from (select ${columns})`,
        fields,
      );
      expect(parseDocument(row?.body ?? '', feedOf)).toEqual(listingOf(fields));
    }),
    { numRuns: 50 },
  );
});

/** As it lies in warehouses: its fields are known by their places. */
const WRITTEN =
  '[["1f","2e","3d","s1","Kettle","Ardentis","04006381333931","AD-1","home.kitchen","https://a.example/1",' +
  '"https://a.example/1.jpg","new","USD","group 1","gtin_exact"],' +
  '7,2000,null,9993,false,1767225600,{"general.color":"red"},[[1764547200,1990,null,"in_stock"]]]';

test('a document that was written before fields were added still says what it said', () => {
  expect(parseDocument(WRITTEN, feedOf)).toMatchObject({
    offer_id: 'off_000000000000001f',
    variant_id: 'var_000000000000002e',
    product_id: 'prd_000000000000003d',
    seller: 'seller 7',
    sku: 's1',
    title: 'Kettle',
    brand: 'Ardentis',
    gtin: '04006381333931',
    mpn: 'AD-1',
    category: 'home.kitchen',
    url: 'https://a.example/1',
    image_url: 'https://a.example/1.jpg',
    condition: 'new',
    currency: 'USD',
    item_group_id: 'group 1',
    method: 'gtin_exact',
    list_price_minor: 2000,
    delivery_minor: null,
    confidence: 0.9993,
    gtin_conflict: false,
    last_seen: '2026-01-01T00:00:00.000Z',
    attributes: { 'general.color': 'red' },
    price_minor: 1990,
  });
});

test('a field that a document was written without is null, never missing', () => {
  const shorter = parseDocument(WRITTEN.replace(',"gtin_exact"', ''), feedOf);
  expect(shorter.method).toBeNull();
  expect(Object.values(parseDocument(WRITTEN, feedOf))).not.toContain(undefined);
});
