import { readdirSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../api/cli/config.ts';
import { listingKey } from '../../../pipelines/domain/key.ts';
import type { Product } from '../../../pipelines/domain/listing.ts';
import { STAGING_VERSION, stageRun } from '../../../pipelines/feeds/stage.ts';
import { Database, literal } from '../../../warehouse/database.ts';
import { currentManifest, manifestKey, WAREHOUSE_FORMAT } from '../../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import type { Run } from '../../../warehouse/run.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { NEXT_DAY, OldWarehouse } from './old_warehouse.ts';

const LIMITS = { memoryLimit: '256MiB', timeLimitMs: 10_000 };

async function rebuild(warehouse: OldWarehouse) {
  await using engine = warehouse.engine();
  return await engine.ingest([], { rebuild: true });
}

async function productsOf(warehouse: OldWarehouse): Promise<Product[]> {
  const current = await currentManifest(warehouse.store);
  if (!current) throw new Error('nothing is published');
  const snapshot = await OpenSnapshot.open(current.manifest, warehouse.store, LIMITS);
  try {
    return await snapshot.products([...Array(snapshot.product_count).keys()]);
  } finally {
    snapshot.close();
  }
}

/** What is said of every listing and which are one, without the ids of variants and products. */
function withoutIds(products: readonly Product[]) {
  const plain = products.map(({ listings }) =>
    listings
      .map((listing) => {
        const variant = listings.filter((other) => other.variant_id === listing.variant_id);
        const offers = variant.map(({ offer_id }) => offer_id).sort();
        return { ...listing, product_id: '', variant_id: offers.join(' ') };
      })
      .sort((a, b) => (a.offer_id < b.offer_id ? -1 : 1)),
  );
  return plain.sort((a, b) => ((a[0]?.offer_id ?? '') < (b[0]?.offer_id ?? '') ? -1 : 1));
}

test('a rebuild brings an older warehouse to this format and forgets nothing', async () => {
  await using warehouse = await OldWarehouse.open();
  const before = await warehouse.memory();
  expect(before.redirects.length).toBeGreaterThan(0);
  expect(before.vanished.length).toBeGreaterThan(0);
  expect(before.runDecisions.length).toBeGreaterThan(0);
  expect(before.matchDecisions.length).toBeGreaterThan(0);
  const { publication, publicationFailure } = await rebuild(warehouse);
  expect(publicationFailure).toBeNull();
  expect(publication).toMatchObject({ new_changes: 0, new_events: 0, accepted: [], late: [] });
  expect(publication?.suspect.map(({ run }) => run.as_of)).toEqual(['2026-02-04T00:00:00.000Z']);
  expect(await warehouse.memory()).toEqual(before);
  expect((await warehouse.manifest()).format).toBe(WAREHOUSE_FORMAT);
});

test('a rebuilt warehouse says what one says that this program made of the same files', async () => {
  await using warehouse = await OldWarehouse.open();
  await using scratch = await OldWarehouse.open();
  const landed = await publishedRuns(scratch.store, await scratch.manifest());
  await rebuild(warehouse);
  for (const name of readdirSync(scratch.folder.root))
    if (name !== 'landing' && !name.startsWith('state'))
      await rm(scratch.folder.path(name), { recursive: true });
  await using engine = scratch.engine();
  for (const day of new Set(landed.map(({ as_of }) => as_of.slice(0, 10)))) {
    for (const run of landed.filter(({ as_of }) => as_of.startsWith(day))) await stageAgain(scratch, run);
    // The run that a person accepted has another name now, because another version has read it.
    const { publication } = await engine.ingest([]);
    for (const { run } of publication?.suspect ?? [])
      await engine.publish({ accept: [{ run_id: run.run_id, by: 'ada' }] });
  }
  for (const one of [warehouse, scratch]) {
    await using next = one.engine();
    expect((await next.ingest([{ seller: 'nordlicht', feed: 'garden' }])).publicationFailure).toBeNull();
  }
  const [rebuilt, made] = [await productsOf(warehouse), await productsOf(scratch)];
  expect(withoutIds(rebuilt)).toEqual(withoutIds(made));
  const [left, right] = [await warehouse.memory(), await scratch.memory()];
  for (const table of ['changes', 'vanished', 'contents'] as const)
    expect([table, left[table]]).toEqual([table, right[table]]);
  const [old, fresh] = [await warehouse.manifest(), await scratch.manifest()];
  expect([old.categories, old.sellers, old.counts]).toEqual([fresh.categories, fresh.sellers, fresh.counts]);
});

/** Stages a run of the fixture from its landed files. */
async function stageAgain(warehouse: OldWarehouse, run: Run): Promise<void> {
  const { configuration } = loadConfig({ env: {}, cwd: warehouse.root });
  const seller = configuration.sellers.find(({ id }) => id === run.seller);
  const feed = seller?.feeds.find(({ name }) => name === run.feed);
  if (!seller || !feed) throw new Error(`no feed ${run.seller}/${run.feed}`);
  const landing = readdirSync(warehouse.folder.landing(run.seller));
  const sizes = run.feed === 'garden' ? [104, 83] : [run.source.bytes];
  const names = sizes.map((bytes) =>
    landing.find((name) =>
      sizes.length > 1
        ? statSync(join(warehouse.folder.landing(run.seller), name)).size === bytes
        : name.startsWith(run.source.sha256),
    ),
  );
  const files = names.map((name = '', at) => ({
    path: `landing/${run.seller}/${name}`,
    name: run.source.name.split(', ')[at] ?? '',
    sha256: name.slice(0, 64),
    bytes: sizes[at] ?? 0,
  }));
  await using database = await Database.open({
    memoryLimit: '256MiB',
    spill: join(warehouse.root, 'spill'),
  });
  const limits = { feed_bytes: 1e9, feed_ratio: 200, fetch_seconds: 60, allow_private_addresses: false };
  const [staged] = await stageRun({
    database,
    folder: warehouse.folder,
    store: warehouse.store,
    seller,
    feed,
    market: configuration.market,
    limits,
    landed: { as_of: run.as_of, files, seconds: 0 },
  });
  expect(staged?.accepted).toBe(run.accepted);
}

test('what was staged under other spellings is read anew from the landed files', async () => {
  await using warehouse = await OldWarehouse.open();
  const before = await warehouse.memory();
  await using database = await Database.open({ memoryLimit: '256MiB', spill: join(warehouse.root, 'spill') });
  for (const stage of readdirSync(warehouse.folder.path('staged'))) {
    const path = warehouse.folder.stagedRows(stage);
    await database.run(
      'spell otherwise',
      `copy (select * replace ('old.' || category || '.kvorx' as category) from read_parquet(${literal(path)})) to ${literal(`${path}.new`)} (format parquet)`,
    );
    await rename(`${path}.new`, path);
  }
  await rebuild(warehouse);
  const spelled = async () =>
    (await productsOf(warehouse))
      .flatMap(({ listings }) => listings)
      .filter(({ category }) => category?.startsWith('old.'))
      .map(({ seller, sku }) => `${seller}:${sku}`)
      .sort();
  // The feed of two files: which they were was not noted then, so its next observation is read the new way.
  expect(await spelled()).toEqual(['nordlicht:g1', 'nordlicht:g2']);
  expect(await warehouse.memory()).toEqual(before);
  await using engine = warehouse.engine();
  const { publication } = await engine.ingest([{ seller: 'nordlicht', feed: 'garden' }]);
  expect(publication).toMatchObject({ new_changes: 0, new_events: 0, moves: { changed: 0, new: 0 } });
  expect(await spelled()).toEqual([]);
  const { feeds } = await warehouse.manifest();
  expect(feeds.map(({ current }) => current?.staging)).toEqual(feeds.map(() => STAGING_VERSION));
});

test('after a rebuild an ingest finds nothing new in the same files, and later only what changed', async () => {
  await using warehouse = await OldWarehouse.open();
  await rebuild(warehouse);
  const rebuilt = await warehouse.memory();
  await using engine = warehouse.engine();
  const again = await engine.ingest(engine.feeds().map((feed) => ({ ...feed, all: true })));
  expect(again.feeds.flatMap(({ failures }) => failures)).toEqual([]);
  expect(again.publication).toMatchObject({
    new_changes: 0,
    new_events: 0,
    late: [],
    moves: { changed: 0, new: 0, vanished: 0 },
  });
  const { assignments, changes, events } = await warehouse.memory();
  expect({ assignments, changes, events }).toEqual({
    assignments: rebuilt.assignments,
    changes: rebuilt.changes,
    events: rebuilt.events,
  });
  expect(await engine.due()).toEqual([]);
  const weiss = join(warehouse.root, 'feeds', 'weiss.csv');
  await writeFile(weiss, (await readFile(weiss, 'utf8')).replace('84.00', '80.00'));
  await using later = warehouse.engine(new Date(NEXT_DAY.getTime() + 3_600_000));
  const next = await later.ingest([{ seller: 'weiss', feed: 'shop' }]);
  expect(next.publication).toMatchObject({ new_changes: 1, new_events: 1, documents_written: 1 });
});

test('a late file is taken in behind a rebuild from what was staged before it', async () => {
  await using warehouse = await OldWarehouse.open();
  await rebuild(warehouse);
  const { changes } = await warehouse.memory();
  const file = (day: string) => join(warehouse.root, 'feeds', `nordlicht_${day}.csv`);
  const first = await readFile(file('2026-02-01'), 'utf8');
  await writeFile(file('2026-01-31'), first.replace('14.00', '13.00'));
  await using engine = warehouse.engine();
  const late = await engine.ingest([{ seller: 'nordlicht', feed: 'catalogue' }], { backfill: true });
  expect(late.feeds.flatMap(({ failures }) => failures)).toEqual([]);
  expect(late.publication).toMatchObject({ new_events: 0, late: [] });
  expect(late.publication?.accepted).toHaveLength(1);
  const key = String(listingKey('nordlicht', 'n6'));
  const seriesOf = (rows: typeof changes) =>
    rows
      .filter(({ listing_key }) => listing_key === key)
      .map(({ from_at, price_minor }) => [from_at, price_minor]);
  expect(seriesOf((await warehouse.memory()).changes)).toEqual([
    ['2026-01-31 00:00:00', '1300'],
    ['2026-02-01 00:00:00', '1400'],
    ...seriesOf(changes).slice(1),
  ]);
});

test('garbage is collected before and after; a newer format is nobody’s to touch', async () => {
  await using warehouse = await OldWarehouse.open();
  await using engine = warehouse.engine();
  await engine.collectGarbage({ keep_snapshots: 1, keep_hours: 0 });
  const before = await warehouse.memory();
  await engine.ingest([], { rebuild: true });
  const collected = await engine.collectGarbage({ keep_snapshots: 1, keep_hours: 0 });
  expect(collected.snapshots).toHaveLength(1);
  expect(await warehouse.memory()).toEqual(before);
  expect((await productsOf(warehouse)).length).toBe(before.counts.products);
  const manifest = await warehouse.manifest();
  const path = warehouse.folder.path(manifestKey(manifest.snapshot_id));
  await writeFile(path, JSON.stringify({ ...manifest, format: WAREHOUSE_FORMAT + 1 }));
  const newer = `snapshot ${manifest.snapshot_id} has format ${WAREHOUSE_FORMAT + 1}, this program reads format ${WAREHOUSE_FORMAT}; update the program`;
  expect((await engine.ingest([], { rebuild: true })).publicationFailure).toBe(newer);
  await expect(engine.collectGarbage()).rejects.toThrow(newer);
  await expect(engine.hasPending()).rejects.toThrow(newer);
  expect((await warehouse.manifest()).format).toBe(WAREHOUSE_FORMAT + 1);
});

test('an id of before still leads to its product', async () => {
  await using warehouse = await OldWarehouse.open();
  const { redirects } = await warehouse.memory();
  await rebuild(warehouse);
  const current = await currentManifest(warehouse.store);
  if (!current) throw new Error('nothing is published');
  const snapshot = await OpenSnapshot.open(current.manifest, warehouse.store, LIMITS);
  const target = snapshot.find(listingKey('weiss', 'w3'));
  expect(redirects.map(({ old_key }) => snapshot.find(BigInt(old_key as string))?.product_id)).toContain(
    target?.product_id,
  );
  snapshot.close();
});
