import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DATASETS, type DatasetName } from '../../exports/dataset.ts';
import { ExportFiles, SnapshotGoneError } from '../../exports/export_files.ts';
import { type ExportQuery, wholeDataset } from '../../exports/export_query.ts';
import { keepRelations } from '../../exports/warehouse_relations.ts';
import { datasetSql } from '../../exports/write_dataset.ts';
import { catalogue } from '../../fixtures/demo/generator/catalogue.ts';
import { dayOf, isoDate } from '../../fixtures/demo/generator/days.ts';
import { listingsOf } from '../../fixtures/demo/generator/listings.ts';
import { type Row as DemoRow, money, rowsOn } from '../../fixtures/demo/generator/row.ts';
import { SELLERS } from '../../fixtures/demo/generator/sellers.ts';
import type { Retraction } from '../../pipelines/history/retract.ts';
import { collectGarbage } from '../../pipelines/snapshot/collect_garbage.ts';
import { Database, literal } from '../../warehouse/database.ts';
import { keptTables, type SnapshotTables } from '../../warehouse/reads/snapshot_tables.ts';
import { type ClosedRun, isStaged } from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import { guideSql } from '../api/docs/guide_code.ts';
import { type Row, TestMarket } from '../pipelines/snapshot/market.ts';

/** Thirty days of the demo's generator, published about once a week: three of its sellers and every eighth printer and laptop. */
const FIRST_DAY = dayOf('2026-06-01');
const DAYS = [0, 11, 17, 24, 30].map((day) => FIRST_DAY + day);
const OF_DEMO = ['techmart', 'voltcity', 'officepoint'];

type Exported = Record<string, unknown>;

let market: TestMarket;
let database: Database;
/** In the order of their publication. */
const published: SnapshotTables[] = [];

const items = catalogue().filter(({ range }, index) => /printers|laptops/.test(range) && index % 8 === 0);
const demo = OF_DEMO.map((id) => {
  const seller = SELLERS.find((one) => one.id === id) as (typeof SELLERS)[number];
  return { seller, listings: listingsOf({ ...seller, days: DAYS }, items) };
});

function fed({ listing, stock, price_minor }: DemoRow): Row {
  const { sku, title, brand, gtin, mpn, category, item_group_id, condition, url, item } = listing;
  const given = { brand, gtin, mpn, category, item_group_id, color: item.colour?.long, size: item.size };
  const known = Object.entries(given).filter(([, value]) => value != null);
  return {
    sku,
    title,
    condition,
    url,
    availability: stock,
    price: money(price_minor),
    ...Object.fromEntries(known),
  };
}

/** What sellers do beside raising prices, by the step of the run of days. */
function meddled(seller: string, step: number, rows: Row[]): Row[] {
  const [first, second] = rows;
  if (!first || !second) return rows;
  const uncoded = (at: number) => (row: Row, index: number) =>
    index % 3 === at ? { ...row, gtin: '', mpn: '' } : row;
  // Codes are told from the second step on, so products become one; others are not told for a while, so they part.
  if (seller === 'techmart' && step < 2) return rows.map(uncoded(1));
  if (seller === 'officepoint' && step === 2) return rows.map(uncoded(0));
  // One sku is another article for a while, and one is off.
  return seller === 'techmart' && step < 4 ? [{ ...second, sku: first.sku }, ...rows.slice(2)] : rows;
}

/** A person who accepts every run that does not look like its feed. */
class EveryRun extends Set<string> {
  override has(): boolean {
    return true;
  }
}

beforeAll(async () => {
  market = await TestMarket.open(...OF_DEMO);
  database = await Database.open({ memoryLimit: '256MiB', spill: `${market.root}/spill-changes` });
  for (const [step, day] of DAYS.entries()) {
    for (const { seller, listings } of demo) {
      // A seller is silent now and then.
      if ((step + seller.id.length) % 4 === 3) continue;
      const rows = meddled(seller.id, step, rowsOn(seller, listings, day).map(fed));
      await market.observe(seller.id, isoDate(day), rows);
    }
    // A run that is taken back, whatever was made of it; it brought no listing that the run before had not.
    const retract = step === 3 ? [await retraction('voltcity')] : [];
    await market.publish({
      retract,
      acceptedByHand: new EveryRun(),
      now: () => new Date(`${isoDate(day)}T12:00:00Z`),
    });
    const { snapshot_id } = await market.manifest();
    published.push((await keptTables(snapshot_id, market.store)) as SnapshotTables);
  }
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await market[Symbol.asyncDispose]();
});

/** Takes back the newest run of a seller. */
async function retraction(seller: string): Promise<Retraction> {
  const runs = await new RunLog(market.store, await market.manifest()).all({ seller, feed: 'catalogue' });
  const run = runs.filter((one) => isStaged(one)).sort((a, b) => (a.as_of < b.as_of ? 1 : -1))[0];
  return { run: run as ClosedRun, by: 'ada', reason: 'wrong file', at: '2026-07-05T00:00:00.000Z' };
}

async function full(query: ExportQuery, now: SnapshotTables): Promise<Exported[]> {
  keepRelations(database, now);
  return database.rows('full', await datasetSql(database, query));
}

async function changes(query: ExportQuery, before: SnapshotTables, now: SnapshotTables): Promise<Exported[]> {
  const asked = { ...query, changes_since: before.id };
  return database.rows('changes', await datasetSql(database, asked, { now, before }));
}

/** A consumer: rows by their key, kept by what it is told of changes and of nothing else. */
class Copy {
  readonly rows = new Map<unknown, Exported>();
  readonly #key: string;

  constructor(dataset: DatasetName) {
    this.#key = DATASETS[dataset].key as string;
  }

  apply(rows: readonly Exported[]): void {
    for (const { removed, ...row } of rows)
      if (removed) expect(this.rows.delete(row[this.#key]), 'what is removed was there').toBe(true);
      else this.rows.set(row[this.#key], row);
  }
}

const sorted = (rows: Iterable<Exported>) => [...rows].map((row) => JSON.stringify(row)).sort();

/** Every dataset that can be followed, and every way to take a part of one. */
const FOLLOWED: readonly [name: string, dataset: DatasetName, part: Partial<ExportQuery>][] = [
  ['products', 'products', {}],
  ['offers', 'offers', {}],
  ['offers of a category', 'offers', { category: 'electronics' }],
  ['variants of a seller', 'variants', { sellers: ['techmart'] }],
  [
    'some columns of listings',
    'listings',
    { columns: ['offer_id', 'product_id', 'price_minor', 'availability'] },
  ],
];
const newest = () => published.at(-1) as SnapshotTables;

test('the days bring what changes are hard for', async () => {
  const days: Map<unknown, unknown>[] = [];
  for (const now of published) {
    const rows = await full(wholeDataset('offers', 'ndjson'), now);
    days.push(new Map(rows.map(({ id, product_id }) => [id, product_id])));
  }
  const steps = days.slice(1).map((now, at) => [days[at] as Map<unknown, unknown>, now] as const);
  const moved = steps.flatMap(([before, now]) =>
    [...now].filter(([id, product]) => before.has(id) && before.get(id) !== product),
  );
  const gone = steps.flatMap(([before, now]) => [...before.keys()].filter((id) => !now.has(id)));
  const products = steps.flatMap(([before, now]) => {
    const standing = new Set(now.values());
    return [...new Set(before.values())].filter((product) => !standing.has(product));
  });
  expect(moved.length, 'offers that moved').toBeGreaterThan(1);
  expect(gone.length, 'offers that went').toBeGreaterThan(0);
  expect(products.length, 'products that became others').toBeGreaterThan(0);
});

test.each(FOLLOWED)(
  'who applies the changes of %s over thirty days has what a full export has',
  async (_name, dataset, part) => {
    const query = { ...wholeDataset(dataset, 'ndjson'), ...part };
    const copy = new Copy(dataset);
    let removed = 0;
    let saved = 0;
    let before: SnapshotTables | undefined;
    for (const now of published) {
      const all = await full(query, now);
      const told = before ? await changes(query, before, now) : all;
      copy.apply(told);
      expect(sorted(copy.rows.values())).toEqual(sorted(all));
      removed += told.filter((row) => row['removed']).length;
      saved += all.length - told.length;
      before = now;
    }
    expect(copy.rows.size).toBeGreaterThan(0);
    // Every run moves observed_at, so that all its rows are told; without it only what became otherwise is.
    if (!query.columns.includes('observed_at'))
      expect(saved, 'less was told than a full export').toBeGreaterThan(0);
    // A listing that is gone stays among the listings.
    expect(removed > 0, 'something went').toBe(dataset !== 'listings');
  },
);

test('who comes back after a month has the same', async () => {
  const query = wholeDataset('offers', 'ndjson');
  const copy = new Copy('offers');
  copy.apply(await full(query, published[0] as SnapshotTables));
  copy.apply(await changes(query, published[0] as SnapshotTables, newest()));
  expect(sorted(copy.rows.values())).toEqual(sorted(await full(query, newest())));
});

test('the statements of the documentation apply changes', async () => {
  const query = wholeDataset('offers', 'parquet');
  const [first] = published as [SnapshotTables];
  const write = async (name: string, sql: string) =>
    database.run('write', `copy (${sql}) to ${literal(join(market.root, name))} (format parquet)`);
  keepRelations(database, first);
  await write('offers.parquet', await datasetSql(database, query));
  const asked = { ...query, changes_since: first.id };
  await write('changes.parquet', await datasetSql(database, asked, { now: newest(), before: first }));
  await using reader = await Database.open({ memoryLimit: '128MiB', spill: '' });
  await reader.run('look here', `set file_search_path = ${literal(market.root)}`);
  await reader.run('take the whole', `create table offers as from 'offers.parquet'`);
  for (const sql of guideSql('exports')) await reader.script('the documentation', sql);
  const wanted = await full(query, newest());
  expect(sorted(await reader.rows('what is there', 'from offers'))).toEqual(sorted(wanted));
});

test('between a snapshot and itself nothing has changed', async () => {
  expect(await changes(wholeDataset('products', 'ndjson'), newest(), newest())).toEqual([]);
});

test('a snapshot that was collected is told as gone, and one that is kept still serves', async () => {
  const now = () => new Date('2026-09-01T00:00:00Z');
  const files = new ExportFiles({ folder: join(market.root, 'exports'), memoryLimit: '256MiB' });
  await collectGarbage({ folder: market.folder, store: market.store, now, keepSnapshots: 3 });
  const ask = (step: number) =>
    market.read((snapshot) =>
      files.file(snapshot, {
        ...wholeDataset('offers', 'ndjson'),
        changes_since: published.at(step)?.id ?? '',
      }),
    );
  await expect(ask(-4)).rejects.toThrow(SnapshotGoneError);
  expect((await ask(-3)).rows).toBeGreaterThan(0);
});
