import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { tableFromIPC } from 'apache-arrow';
import { asyncBufferFromFile, parquetMetadataAsync, parquetSchema, type SchemaTree } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STORED_AS } from '../../exports/column_types.ts';
import {
  DATASET_NAMES,
  DATASETS,
  type DatasetName,
  EXPORT_FORMATS,
  type ExportFormat,
} from '../../exports/dataset.ts';
import { ExportFiles } from '../../exports/export_files.ts';
import { type ExportQuery, wholeDataset } from '../../exports/export_query.ts';
import { checksum, rowCounts } from '../../exports/overview.ts';
import { rowsSql } from '../../exports/product_parts.ts';
import { keepRelations } from '../../exports/warehouse_relations.ts';
import { datasetSql } from '../../exports/write_dataset.ts';
import { formatId, listingKey } from '../../pipelines/domain/key.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { Database, literal } from '../../warehouse/database.ts';
import type { Manifest } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { ManifestTables, type SnapshotTables } from '../../warehouse/reads/snapshot_tables.ts';
import { guideCode, guideSql } from '../api/docs/guide_code.ts';
import { TestMarket } from '../pipelines/snapshot/market.ts';
import { READER_NAMES, READERS, type Row, readable, rowsOf } from './readers.ts';
import { fillShop } from './shop.ts';

const run = promisify(execFile);

let market: TestMarket;
let snapshot: OpenSnapshot;
let files: ExportFiles;
let products: Product[];

beforeAll(async () => {
  market = await TestMarket.open('alpha', 'beta');
  await fillShop(market);
  snapshot = await OpenSnapshot.open(await market.manifest(), market.store, {
    memoryLimit: '256MiB',
    timeLimitMs: 10_000,
  });
  files = new ExportFiles({ folder: join(market.root, 'exports'), memoryLimit: '256MiB' });
  products = await snapshot.products(Array.from({ length: snapshot.product_count }, (_, number) => number));
});

afterAll(async () => {
  snapshot.close();
  await market[Symbol.asyncDispose]();
});

function queryOf(
  dataset: DatasetName,
  format: ExportFormat = 'ndjson',
  changes: Partial<ExportQuery> = {},
): ExportQuery {
  return { ...wholeDataset(dataset, format), ...changes };
}

async function exported(
  dataset: DatasetName,
  changes: Partial<ExportQuery> = {},
  format: ExportFormat = 'ndjson',
): Promise<Row[]> {
  const reader = { ndjson: 'JSON.parse', parquet: 'hyparquet', arrow: 'apache-arrow' } as const;
  return rowsOf(await files.file(snapshot, queryOf(dataset, format, changes)), reader[format]);
}

/** A column of a Parquet file in the words of the documentation. */
function parquetType(column: SchemaTree | undefined): string {
  if (column?.element.converted_type === 'LIST')
    return `LIST of ${parquetType(column.children[0]?.children[0])}`;
  const { type, converted_type, logical_type } = column?.element ?? {};
  if (converted_type === 'UTF8') return `${type}, STRING`;
  if (logical_type?.type !== 'TIMESTAMP') return String(type);
  return `${type}, TIMESTAMP(${logical_type.unit}${logical_type.isAdjustedToUTC ? ', UTC' : ''})`;
}

const sorted = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row)).sort();
/** Order by an id. */
function by(name: string): (a: Row, b: Row) => number {
  return (a, b) => (String(a[name]) < String(b[name]) ? -1 : 1);
}

/** Export files in a folder of their own. */
function own(name: string, settings: { maxFiles?: number; maxBytes?: number } = {}): ExportFiles {
  return new ExportFiles({ folder: join(market.root, name), memoryLimit: '256MiB', ...settings });
}

const isLive = (listing: Listing) => listing.availability !== 'gone';
const listingsNow = () => products.flatMap((product) => product.listings);
const newest = (listings: readonly Listing[]) =>
  listings
    .map((listing) => listing.last_seen)
    .sort()
    .at(-1);
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

test('the shop has what the tests are about', async () => {
  const { counts } = await market.manifest();
  expect(counts).toMatchObject({ listings: 6, live_listings: 5 });
  expect(products.some((product) => product.variants.length > 1 && product.listings.length > 2)).toBe(true);
});

/** What `Home > Kitchen > Kettles` is in the one taxonomy. */
const KETTLES = 'home_garden.kitchen_dining.electric_kettles';

describe.each(DATASET_NAMES)('%s', (dataset) => {
  test('reads alike with every reader of every format, with every column described', async () => {
    const first = await exported(dataset);
    expect(first.length).toBeGreaterThan(0);
    for (const row of first)
      expect(Object.keys(row)).toEqual(DATASETS[dataset].columns.map((column) => column.name));
    for (const reader of READER_NAMES) {
      const file = await files.file(snapshot, queryOf(dataset, READERS[reader].format));
      const names = readable(DATASETS[dataset].columns, reader).map((column) => column.name);
      const wanted = first.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
      expect(sorted(await rowsOf(file, reader)), reader).toEqual(sorted(wanted));
    }
  });

  test('is stored in the types that the documentation says', async () => {
    const parquet = await files.file(snapshot, queryOf(dataset, 'parquet'));
    const { children } = parquetSchema(await parquetMetadataAsync(await asyncBufferFromFile(parquet.path)));
    const arrow = await files.file(snapshot, queryOf(dataset, 'arrow'));
    const { fields } = tableFromIPC(await readFile(arrow.path)).schema;
    for (const [at, { name, type }] of DATASETS[dataset].columns.entries()) {
      expect([name, parquetType(children[at])]).toEqual([name, STORED_AS[type].parquet.replace(/:.*/, '')]);
      expect(String(fields[at])).toBe(`${name}: ${STORED_AS[type].arrow.replace(/:.*/, '')}`);
    }
  });

  test('has as many rows as the overview says and the headers will', async () => {
    const counts = await rowCounts(snapshot, { memoryLimit: '256MiB', spill: join(market.root, 'spill') });
    for (const format of EXPORT_FORMATS) {
      const file = await files.file(snapshot, queryOf(dataset, format));
      expect(file.rows).toBe(counts[dataset]);
      expect(await exported(dataset, {}, format)).toHaveLength(file.rows);
    }
  });

  test('every text is marked as one in Parquet, so that no reader takes it for bytes', async () => {
    const { path } = await files.file(snapshot, queryOf(dataset, 'parquet'));
    const { children } = parquetSchema(await parquetMetadataAsync(await asyncBufferFromFile(path)));
    for (const { name, type } of DATASETS[dataset].columns) {
      const column = children.find(({ element }) => element.name === name);
      const leaf = type === 'text[]' ? column?.children[0]?.children[0] : column;
      const isText = type === 'text' || type === 'text[]' || type === 'json';
      expect([name, leaf?.element.type === 'BYTE_ARRAY']).toEqual([name, isText]);
      if (isText) expect([name, leaf?.element.converted_type]).toEqual([name, 'UTF8']);
    }
  });

  test('columns come as asked, in their order', async () => {
    const names = DATASETS[dataset].columns
      .map((column) => column.name)
      .slice(0, 3)
      .toReversed();
    for (const row of await exported(dataset, { columns: names }, 'parquet'))
      expect(Object.keys(row)).toEqual(names);
  });

  test('since takes rows from that moment on', async () => {
    const { time } = DATASETS[dataset];
    const all = await exported(dataset);
    const since = '2026-01-02T00:00:00.000Z';
    const wanted = all.filter((row) => String(row[time]) >= since);
    expect(sorted(await exported(dataset, { since }))).toEqual(sorted(wanted));
    expect(wanted.length).toBeGreaterThan(0);
  });

  test('category and brand take what belongs to those products', async () => {
    const inKitchen = new Set(
      products.filter((product) => product.category === KETTLES).map((product) => product.product_id),
    );
    const all = await exported(dataset);
    const wanted = all.filter((row) => inKitchen.has(String(row['product_id'])));
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.length).toBeLessThan(all.length);
    expect(sorted(await exported(dataset, { category: KETTLES }))).toEqual(sorted(wanted));
    const ofBrand = new Set(
      products.filter(({ brand }) => brand === 'Sonique').map(({ product_id }) => product_id),
    );
    expect(sorted(await exported(dataset, { category: KETTLES, brand: 'so-nique' }))).toEqual(
      sorted(wanted.filter((row) => ofBrand.has(String(row['product_id'])))),
    );
    expect(await exported(dataset, { category: KETTLES, brand: 'Other' })).toEqual([]);
  });

  test('seller takes its rows, or the products it carries now', async () => {
    const carried = new Set(
      listingsNow()
        .filter((listing) => listing.seller === 'beta' && isLive(listing))
        .map((listing) => listing.product_id),
    );
    const wanted = (await exported(dataset)).filter((row) =>
      DATASETS[dataset].by_seller ? row['seller'] === 'beta' : carried.has(String(row['product_id'])),
    );
    expect(sorted(await exported(dataset, { sellers: ['beta'] }))).toEqual(sorted(wanted));
    if (dataset === 'products')
      expect(wanted).toHaveLength(snapshot.sellers().find((seller) => seller.id === 'beta')?.products ?? -1);
  });
});

test('products say what the product record says', async () => {
  const rows = await exported('products');
  const expected = products.map(
    ({ product_id, gtin, brand, title, category, attributes, variants, listings }) => {
      const live = listings.filter(isLive);
      const sellers = new Set(live.map((listing) => listing.seller)).size;
      return {
        product_id,
        gtin,
        brand,
        title,
        category,
        attributes,
        variants: variants.length,
        sellers,
        offers: live.length,
        listings: listings.length,
        observed_at: newest(listings),
      };
    },
  );
  expect(rows.toSorted(by('product_id'))).toEqual(expected.toSorted(by('product_id')));
});

test('variants say what the product record says', async () => {
  const rows = await exported('variants');
  const expected = products.flatMap((product) =>
    product.variants.map((variant) => {
      const itsOwn = product.listings.filter((listing) => listing.variant_id === variant.variant_id);
      return {
        ...variant,
        product_id: product.product_id,
        offers: itsOwn.filter(isLive).length,
        listings: itsOwn.length,
        observed_at: newest(itsOwn),
      };
    }),
  );
  expect(rows.toSorted(by('variant_id'))).toEqual(expected.toSorted(by('variant_id')));
});

test.each(['products', 'variants'] as const)(
  '%s of an index that is put together in parts are the same',
  async (dataset) => {
    const spill = join(market.root, `spill-${dataset}`);
    await using database = await Database.open({ memoryLimit: '256MiB', spill });
    keepRelations(database, snapshot);
    const rows = async (sql: string) =>
      (await database.rows('rows', sql)).map((row) => JSON.stringify(row)).toSorted();
    const whole = await rows(await rowsSql(database, dataset));
    expect(await rows(await rowsSql(database, dataset, 2))).toEqual(whole);
    // What is asked of sellers is of all parts.
    const query = queryOf(dataset, 'ndjson', { sellers: ['beta'] });
    expect(await database.rows('slice', await datasetSql(database, query))).toHaveLength(
      (await exported(dataset, { sellers: ['beta'] })).length,
    );
  },
);

test('offers are the live listings', async () => {
  const rows = await exported('offers');
  const expected = listingsNow()
    .filter(isLive)
    .map((listing) => ({
      id: listing.offer_id,
      product_id: listing.product_id,
      variant_id: listing.variant_id,
      seller: listing.seller,
      sku: listing.sku,
      price_minor: listing.price_minor,
      landed_minor: listing.landed_minor,
      delivery_minor: listing.delivery_minor,
      list_price_minor: listing.list_price_minor,
      currency: listing.currency,
      condition: listing.condition,
      availability: listing.availability,
      url: listing.url,
      observed_at: listing.last_seen,
    }));
  expect(sorted(rows)).toEqual(sorted(expected));
});

test('listings are all of them, the gone included', async () => {
  const rows = await exported('listings');
  const gone = rows.find((row) => row['offer_id'] === formatId('offer', listingKey('alpha', 'a4')));
  expect(gone).toMatchObject({
    availability: 'gone',
    gone_since: '2026-01-02T00:00:00.000Z',
    last_seen: '2026-01-01T00:00:00.000Z',
  });
  const served = new Map(listingsNow().map((listing) => [listing.offer_id, listing]));
  expect(rows).toHaveLength(served.size);
  for (const row of rows) {
    const listing = served.get(String(row['offer_id']));
    for (const name of [
      'product_id',
      'variant_id',
      'seller',
      'feed',
      'sku',
      'title',
      'brand',
      'gtin',
      'mpn',
      'category',
      'url',
      'price_minor',
      'availability',
      'attributes',
      'gtin_conflict',
      'last_seen',
    ] as const)
      expect(row[name], name).toEqual(listing?.[name]);
    expect([row['match_method'], row['match_confidence']]).toEqual([listing?.method, listing?.confidence]);
  }
});

test('observations are the history, each with the moment of the next', async () => {
  const expected = listingsNow().flatMap((listing) =>
    listing.changes.map((point, index) => {
      const next = listing.changes[index + 1];
      return {
        offer_id: listing.offer_id,
        product_id: listing.product_id,
        variant_id: listing.variant_id,
        seller: listing.seller,
        price_minor: point.price_minor,
        landed_minor: point.landed_minor,
        currency: listing.currency,
        availability: point.availability,
        from: iso(point.from),
        to: next ? iso(next.from) : null,
      };
    }),
  );
  expect(sorted(await exported('observations'))).toEqual(sorted(expected));
});

test('events carry public ids and what changed', async () => {
  const rows = await exported('events');
  const a1 = formatId('offer', listingKey('alpha', 'a1'));
  expect(rows.filter((row) => row['offer_id'] === a1)).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/^evt_[0-9a-f]{16}$/),
      type: 'price.changed',
      seller: 'alpha',
      created_at: '2026-01-02T00:00:00.000Z',
      payload: {
        previous: { price_minor: 1000, currency: 'USD' },
        current: { price_minor: 900, currency: 'USD' },
        currency: 'USD',
      },
    }),
  ]);
  expect(rows.map((row) => String(row['type'])).toSorted()).toEqual([
    'availability.changed',
    'price.changed',
    'price.changed',
    'seller.changed',
  ]);
});

/** The files that the analyst's quickstart fetches, in a folder of their own. */
async function quickstartFolder(): Promise<string> {
  const folder = join(market.root, 'quickstart');
  await mkdir(folder, { recursive: true });
  for (const dataset of ['products', 'offers', 'observations'] as const)
    await copyFile(
      (await files.file(snapshot, queryOf(dataset, 'parquet'))).path,
      join(folder, `${dataset}.parquet`),
    );
  const columns = ['seller', 'price_minor', 'availability'];
  const { path } = await files.file(snapshot, queryOf('offers', 'arrow', { columns }));
  await copyFile(path, join(folder, 'offers.arrows'));
  return folder;
}

test('the SQL of the quickstart counts what is in stock and new', async () => {
  await using database = await Database.open({ memoryLimit: '128MiB', spill: '' });
  await database.run('look here', `set file_search_path = ${literal(await quickstartFolder())}`);
  const [sql = ''] = guideSql('analyst');
  const inStock = listingsNow().filter(({ availability }) => availability === 'in_stock').length;
  const rows = await database.rows<{ offers: string }>('the quickstart', sql);
  expect(rows.reduce((sum, { offers }) => sum + Number(offers), 0)).toBe(inStock);
});

test.each(['pandas', 'polars'])('the %s of the quickstart runs, where Python has it', async (library) => {
  const python = process.env['PYTHON'] ?? 'python3';
  const modules = library === 'pandas' ? 'import pandas, pyarrow' : 'import polars';
  const has = await run(python, ['-c', modules]).then(
    () => true,
    () => false,
  );
  if (!has) return;
  const [code = ''] = guideCode('analyst', library);
  const { stdout } = await run(python, ['-c', code], { cwd: await quickstartFolder() });
  expect(stdout).toMatch(/alpha.*beta/s);
});

test('Parquet says that its times are UTC', async () => {
  const { path } = await files.file(snapshot, queryOf('offers', 'parquet'));
  const { schema } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  expect(schema.find((element) => element.name === 'observed_at')?.logical_type).toMatchObject({
    type: 'TIMESTAMP',
    isAdjustedToUTC: true,
  });
});

test.each(DATASET_NAMES)('a Parquet file of %s says what it is and what each column is', async (dataset) => {
  const { path } = await files.file(snapshot, queryOf(dataset, 'parquet'));
  const { key_value_metadata = [] } = await parquetMetadataAsync(await asyncBufferFromFile(path));
  const said = new Map(key_value_metadata.map(({ key, value }) => [key, value]));
  expect(said.get('dataset')).toBe(DATASETS[dataset].description);
  for (const { name, description } of DATASETS[dataset].columns) {
    expect(description, name).not.toBe('');
    expect(said.get(`column.${name}`)).toBe(description);
  }
});

test('a value of a filter is a value', async () => {
  expect(await exported('offers', { brand: `x') or ('1' = '1` })).toEqual([]);
});

test('a column that is not described never reaches the file', async () => {
  await expect(
    files.file(snapshot, queryOf('offers', 'ndjson', { columns: ['id', 'product_key'] })),
  ).rejects.toThrow(/no column product_key/);
});

describe('kept files', () => {
  test('the same question is worked out once, also while it is being worked out', async () => {
    const kept = own('once');
    const [first, second] = await Promise.all([
      kept.file(snapshot, queryOf('offers')),
      kept.file(snapshot, queryOf('offers')),
    ]);
    const third = await kept.file(snapshot, queryOf('offers', 'ndjson', { sellers: [] }));
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(await readdir(join(market.root, 'once', snapshot.id))).toHaveLength(1);
  });

  test('the oldest leave when there are too many', async () => {
    const kept = own('few', { maxFiles: 2 });
    for (const dataset of ['offers', 'events', 'listings'] as const)
      await kept.file(snapshot, queryOf(dataset));
    expect(kept.kept(snapshot.id).map((file) => file.query.dataset)).toEqual(['events', 'listings']);
    expect(await readdir(join(market.root, 'few', snapshot.id))).toHaveLength(2);
  });

  test('the newest is kept whatever its size', async () => {
    const kept = own('small', { maxBytes: 1 });
    await kept.file(snapshot, queryOf('offers'));
    await kept.file(snapshot, queryOf('events'));
    expect(kept.kept(snapshot.id).map((file) => file.query.dataset)).toEqual(['events']);
  });

  test('many at once all arrive, and leave nothing half made', async () => {
    const kept = own('many');
    const made = await Promise.all(DATASET_NAMES.map((dataset) => kept.file(snapshot, queryOf(dataset))));
    expect(new Set(made.map((file) => file.etag)).size).toBe(DATASET_NAMES.length);
    const names = await readdir(join(market.root, 'many', snapshot.id));
    expect(names.filter((name) => name.includes('draft'))).toEqual([]);
  });

  test('who gives up does not take the file from others; when all do, it is made anew for the next', async () => {
    const kept = own('given-up');
    const [one, two] = [new AbortController(), new AbortController()];
    const first = kept.file(snapshot, queryOf('offers'), one.signal);
    const second = kept.file(snapshot, queryOf('offers'), two.signal);
    one.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect(second).resolves.toMatchObject({ rows: 5 });
    const third = kept.file(snapshot, queryOf('events'), two.signal);
    two.abort(new Error('gone too'));
    await expect(third).rejects.toThrow('gone too');
    await expect(kept.file(snapshot, queryOf('events'))).resolves.toMatchObject({ rows: 4 });
  });
});

/** What exports of each dataset hold, told without their order. */
async function contentOf(tables: SnapshotTables): Promise<Record<DatasetName, string>> {
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(market.root, 'spill') });
  keepRelations(database, tables);
  const contents = {} as Record<DatasetName, string>;
  for (const dataset of DATASET_NAMES) {
    const sql = await datasetSql(database, queryOf(dataset));
    const rows = await database.rows<object>('rows of a dataset', sql);
    contents[dataset] = rows
      .map((row) => JSON.stringify(row))
      .sort()
      .join('\n');
  }
  return contents;
}

test('the same files have the same checksum, every dataset its own', async () => {
  const before = Object.fromEntries(DATASET_NAMES.map((dataset) => [dataset, checksum(snapshot, dataset)]));
  expect(new Set(Object.values(before)).size).toBe(DATASET_NAMES.length);
  await market.read((again) => {
    for (const dataset of DATASET_NAMES) expect(checksum(again, dataset)).toBe(before[dataset]);
  });
});

/** What can be otherwise in a later snapshot, and the datasets that show it. */
const OTHERWISE: [string, DatasetName[], (manifest: Manifest) => Promise<Partial<Manifest>>][] = [
  [
    'what people said of prices',
    ['offers', 'listings'],
    ({ feeds }) => {
      const prices = { factors: [{ from: '2026-01-01T00:00:00.000Z', factor: '3' }] };
      return Promise.resolve({ feeds: feeds.map((feed) => ({ ...feed, prices })) });
    },
  ],
  [
    'categories',
    ['products', 'listings'],
    ({ tables }) => Promise.resolve({ tables: { ...tables, placements: [] } }),
  ],
  [
    'a sku that was given to another article',
    ['products', 'variants', 'offers', 'observations', 'listings'],
    async ({ tables }) => {
      const key = 'tables/generations/other.parquet';
      const path = join(market.root, 'data', key);
      await mkdir(dirname(path), { recursive: true });
      await using database = await Database.open({
        memoryLimit: '256MiB',
        spill: join(market.root, 'spill'),
      });
      await database.run(
        'write a generation',
        `copy (select $base::ubigint as base_key, 1 as generation, 7::ubigint as listing_key, timestamp '2026-01-01' as from_at)
         to ${literal(path)} (format parquet)`,
        { base: listingKey('alpha', 'a1') },
      );
      return { tables: { ...tables, generations: [{ key, rows: 1, bytes: 1 }] } };
    },
  ],
  [
    'events and where they lead',
    ['events'],
    ({ tables }) => Promise.resolve({ tables: { ...tables, events: [] } }),
  ],
  [
    'change points',
    ['observations'],
    ({ tables }) => Promise.resolve({ tables: { ...tables, changes: tables.changes?.slice(0, 1) ?? [] } }),
  ],
];

test.each(OTHERWISE)('a checksum tells of %s', async (_what, shown, change) => {
  const manifest = await market.manifest();
  const before = await ManifestTables.of(manifest, market.store);
  const after = await ManifestTables.of({ ...manifest, ...(await change(manifest)) }, market.store);
  const [then, now] = [await contentOf(before), await contentOf(after)];
  const otherwise = DATASET_NAMES.filter((dataset) => then[dataset] !== now[dataset]);
  expect(otherwise).toEqual(expect.arrayContaining(shown));
  expect(otherwise.filter((dataset) => checksum(before, dataset) === checksum(after, dataset))).toEqual([]);
});
