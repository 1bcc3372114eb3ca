import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectGarbage, type GarbageSettings } from '../../../pipelines/snapshot/collect_garbage.ts';
import { PublishBusyError, withPublishLock } from '../../../warehouse/lock.ts';
import { readManifest } from '../../../warehouse/manifest.ts';
import { partsOf } from '../../../warehouse/pointer_repair.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { TestMarket } from './market.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
const NOW = day(60);

/** A market with one snapshot a day for `days` days; every day a price moves and a listing comes. */
async function marketOf(days: number): Promise<TestMarket> {
  const market = await TestMarket.open('north', 'south');
  for (let number = 1; number <= days; number++) {
    const rows = Array.from({ length: number + 1 }, (_, sku) => ({
      sku: `a${sku}`,
      price: `${10 + number}.00`,
    }));
    await market.observe('north', day(number).toISOString().slice(0, 10), rows);
    await market.publish({ now: () => day(number) });
  }
  return market;
}

function collect(market: TestMarket, settings: Partial<GarbageSettings> = {}) {
  return collectGarbage({ folder: market.folder, store: market.store, now: () => NOW, ...settings });
}

/** Sets everything below a folder to a time long past. */
function age(...paths: string[]): void {
  for (const path of paths) {
    for (const name of readdirSync(path, { recursive: true }))
      utimesSync(join(path, String(name)), day(-90), day(-90));
    utimesSync(path, day(-90), day(-90));
  }
}

test('keeps the last three snapshots with every file they name, and drops the rest', async () => {
  await using market = await marketOf(5);
  const before = await market.contents();
  const summary = await collect(market);
  expect(summary.snapshots).toHaveLength(2);
  expect(readdirSync(market.folder.path('snapshots'))).toHaveLength(3);
  expect(await market.contents()).toEqual(before);
  const named = new Set<string>();
  for (const id of readdirSync(market.folder.path('snapshots'))) {
    const manifest = await readManifest(market.store, id);
    for (const { key } of partsOf(manifest)) named.add(key);
  }
  const present = await Promise.all(
    ['tables', 'serving', 'facts'].map((folder) => market.store.list(folder)),
  );
  expect(new Set(present.flat())).toEqual(named);
  expect((await collect(market)).deleted).toEqual([]);
});

test('keeps whatever is younger than the hours given, however many', async () => {
  await using market = await marketOf(5);
  expect(
    (await collect(market, { now: () => day(5), keepSnapshots: 1, keepHours: 25 })).snapshots,
  ).toHaveLength(3);
  expect((await collect(market, { keepSnapshots: 1, keepHours: 0 })).snapshots).toHaveLength(1);
});

test('a dry run names exactly what the real one deletes, and deletes nothing', async () => {
  await using market = await marketOf(4);
  const dry = await collect(market, { dryRun: true });
  for (const key of dry.deleted) expect(existsSync(market.folder.path(key))).toBe(true);
  const real = await collect(market);
  expect(real).toEqual({ ...dry, dry_run: false });
  for (const key of real.deleted) expect(existsSync(market.folder.path(key))).toBe(false);
});

test('a reader with the snapshot before open goes on reading it', async () => {
  await using market = await marketOf(5);
  const { previous } = await market.manifest();
  const older = await readManifest(market.store, previous ?? '');
  const snapshot = await OpenSnapshot.open(older, market.store, {
    memoryLimit: '256MiB',
    timeLimitMs: 10_000,
  });
  const numbers = Array.from({ length: snapshot.product_count }, (_, number) => number);
  const before = await snapshot.products(numbers);
  await collect(market);
  expect(await snapshot.products(numbers)).toEqual(before);
  snapshot.close();
});

test('killed after the manifests went, the next call finds the files they named', async () => {
  await using market = await marketOf(5);
  const { snapshots, deleted } = await collect(market, { dryRun: true });
  for (const id of snapshots) await market.store.delete(`snapshots/${id}`);
  const summary = await collect(market);
  expect(summary.deleted).toEqual(deleted.filter((key) => !key.startsWith('snapshots/')));
  expect(summary.deleted.length).toBeGreaterThan(0);
});

test('old staged and landed files go, but nothing of a pending run or of what is live', async () => {
  await using market = await marketOf(3);
  const live =
    (await market.manifest()).feeds.find((feed) => feed.seller === 'north')?.current?.stage_id ?? '';
  const published = readdirSync(market.folder.path('staged'));
  await market.observe('south', '2026-01-09', [{ sku: 's', price: '5.00' }]);
  const pending = readdirSync(market.folder.path('staged')).filter((name) => !published.includes(name));
  age(market.folder.path('staged'), market.folder.path('landing'));
  await collect(market);
  // The three snapshots stand on all three stages of the one feed.
  expect(readdirSync(market.folder.path('staged')).sort()).toEqual([...published, ...pending].sort());
  await collect(market, { keepSnapshots: 1, keepHours: 0 });
  expect(readdirSync(market.folder.path('staged')).sort()).toEqual([live, ...pending].sort());
  expect(readdirSync(market.folder.landing('south'))).toHaveLength(1);
  expect(readdirSync(market.folder.landing('north'))).toHaveLength(1);
  expect((await market.publish()).accepted).toHaveLength(1);
});

test('staged files stay for backfill as long as they are young', async () => {
  await using market = await marketOf(3);
  const before = readdirSync(market.folder.path('staged'));
  await collect(market, { now: () => new Date(), keepSnapshots: 1, keepHours: 0 });
  expect(readdirSync(market.folder.path('staged'))).toEqual(before);
});

test('clears up after the dead and leaves the living alone', async () => {
  await using market = await marketOf(1);
  const scratch = (name: string) => market.folder.path('tmp', name);
  const names = [
    'publish-0123',
    `staging-${process.pid}`,
    'staging-99999999',
    'stage-old',
    'landing',
    'stage-young',
    'api',
  ];
  for (const name of names) mkdirSync(scratch(name), { recursive: true });
  for (const name of ['stage-old/x', 'landing/old', 'landing/young', 'stage-young/x'])
    writeFileSync(scratch(name), 'x');
  for (const name of ['stage-old/x', 'stage-old', 'landing/old']) utimesSync(scratch(name), day(-1), day(-1));
  await collect(market, { now: () => new Date() });
  expect(readdirSync(market.folder.path('tmp')).sort()).toEqual([
    'api',
    'landing',
    'stage-young',
    `staging-${process.pid}`,
  ]);
  expect(readdirSync(scratch('landing'))).toEqual(['young']);
});

test('nobody can publish meanwhile', async () => {
  await using market = await marketOf(1);
  const attempts: Promise<unknown>[] = [];
  class WatchedStore extends FolderStore {
    override list(prefix: string): Promise<string[]> {
      attempts.push(
        withPublishLock(market.folder.path('publish.lock'), 0, () => Promise.resolve('locked')).catch(
          (error: unknown) => error,
        ),
      );
      return super.list(prefix);
    }
  }
  await collect(market, { store: new WatchedStore(market.store.root) });
  expect(attempts.length).toBeGreaterThan(0);
  for (const outcome of await Promise.all(attempts)) expect(outcome).toBeInstanceOf(PublishBusyError);
});

test('an index that does not exist has no garbage', async () => {
  await using market = await TestMarket.open('north');
  expect(await collect(market)).toEqual({ dry_run: false, snapshots: [], deleted: [], bytes: 0 });
});
