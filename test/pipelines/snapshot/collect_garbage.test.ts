import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { collectGarbage, type GarbageSettings } from '../../../pipelines/snapshot/collect_garbage.ts';
import { PublishBusyError, withPublishLock } from '../../../warehouse/lock.ts';
import { readManifest } from '../../../warehouse/manifest.ts';
import { partsOf } from '../../../warehouse/pointer_repair.ts';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { TestMarket } from './market.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 12));
const NOW = day(60);

const made = new Map<number, Promise<TestMarket>>();
afterAll(async () => {
  for (const market of made.values()) await (await market)[Symbol.asyncDispose]();
});

/** A market with one snapshot a day for `days` days; every day a price moves and a listing comes. */
async function marketOf(days: number): Promise<TestMarket> {
  const known = made.get(days) ?? publishedDaily(days);
  made.set(days, known);
  return (await known).copy();
}

async function publishedDaily(days: number): Promise<TestMarket> {
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
  await using market = await marketOf(5);
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

test('what is found as an old file left it is not taken from whoever reads it again', async () => {
  await using market = await TestMarket.open('north');
  const rows = [{ sku: 'a', price: '5.00' }];
  await market.observe('north', '2026-01-01', rows);
  await market.publish();
  await market.observe('north', '2026-01-02', [{ sku: 'a', price: '6.00' }]);
  await market.publish();
  age(market.folder.path('staged'), market.folder.path('landing'));
  let isRead = false;
  class BusyStore extends FolderStore {
    /** The feed says again what it said first, when the collector has just seen what is waited for. */
    override async list(prefix: string): Promise<string[]> {
      if (prefix === 'tables') {
        await market.observe('north', '2026-01-03', rows);
        isRead = true;
      }
      return super.list(prefix);
    }
  }
  const store = new BusyStore(market.store.root);
  const { deleted } = await collect(market, { store, now: () => new Date(), keepSnapshots: 1, keepHours: 0 });
  expect(isRead).toBe(true);
  expect(deleted.filter((key) => /^(landing|staged)\//.test(key))).toEqual([]);
  expect((await market.publish()).accepted).toHaveLength(1);
});

test('a stage that was removed in part is staged again', async () => {
  await using market = await TestMarket.open('north');
  await market.observe('north', '2026-01-01', [{ sku: 'a' }]);
  const [stage = ''] = readdirSync(market.folder.path('staged'));
  rmSync(market.folder.stagedRows(stage));
  await market.observe('north', '2026-01-01', [{ sku: 'a' }]);
  expect((await market.publish()).accepted).toHaveLength(1);
});

test('clears up after the dead and leaves the living alone, who may be elsewhere', async () => {
  await using market = await marketOf(1);
  const scratch = (name: string) => market.folder.path('tmp', name);
  const own = basename(market.folder.ownScratch('staging'));
  const dead = own.replace(String(process.pid), '99999999');
  // A container of its own: numbers of processes there are other processes'.
  const elsewhere = (name: string) => `${name}00000000-99999999-0123ab`;
  const kept = [own, 'stage-young', elsewhere('staging-young-'), 'api/x', `api/${elsewhere('')}`];
  const names = [
    'publish-0123',
    dead,
    'stage-old',
    elsewhere('staging-old-'),
    `api/${dead.slice(8)}`,
    'api/17',
  ];
  for (const name of [...kept, ...names]) {
    mkdirSync(scratch(name), { recursive: true });
    writeFileSync(scratch(`${name}/x`), 'x');
  }
  mkdirSync(scratch('landing'), { recursive: true });
  for (const name of ['landing/old', 'landing/young']) writeFileSync(scratch(name), 'x');
  age(scratch('stage-old'), scratch(elsewhere('staging-old-')), scratch('api/17'));
  utimesSync(scratch('landing/old'), day(-1), day(-1));
  await collect(market, { now: () => new Date() });
  const left = [...readdirSync(scratch('')), ...readdirSync(scratch('api')).map((name) => `api/${name}`)];
  expect(left.sort()).toEqual([...kept, 'api', 'landing'].sort());
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
