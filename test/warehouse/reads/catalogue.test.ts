import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { manifestKey, WAREHOUSE_FORMAT } from '../../../warehouse/manifest.ts';
import { FollowedCatalogue } from '../../../warehouse/reads/catalogue.ts';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';

const SETTINGS = { memoryLimit: '256MiB', timeLimitMs: 10_000, pollMs: 3_600_000 };

/** Opens something that tells which snapshots have it open. */
function opener() {
  const opened: string[] = [];
  const open = new Set<string>();
  const make = (snapshot: Snapshot) => {
    opened.push(snapshot.id);
    open.add(snapshot.id);
    return Promise.resolve({ of: snapshot.id, [Symbol.dispose]: () => open.delete(snapshot.id) });
  };
  return { make, opened, open };
}

test('what a request opened is opened once, for the next snapshot before it serves, and freed with its own', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.publish();
  await using catalogue = await FollowedCatalogue.open(market.store, SETTINGS);
  const { make, opened, open } = opener();
  const first = catalogue.acquire();
  const held = await first.snapshot.hold(make);
  expect(await first.snapshot.hold(make)).toBe(held);

  await market.observe('alpha', '2026-01-02', [{ sku: 'a1' }, { sku: 'a2' }]);
  await market.publish();
  await catalogue.refresh();
  const second = catalogue.acquire();
  expect(second.snapshot.id).not.toBe(first.snapshot.id);
  expect(opened).toEqual([first.snapshot.id, second.snapshot.id]);
  expect(open.size).toBe(2);

  first.release();
  await new Promise(setImmediate);
  expect([...open]).toEqual([second.snapshot.id]);
  second.release();
});

test('what could not be opened is tried again by the next who asks, and keeps nobody from the new snapshot', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.publish();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  await using catalogue = await FollowedCatalogue.open(market.store, { ...SETTINGS, onError });
  const { make } = opener();
  let broken = true;
  const open = (snapshot: Snapshot) => (broken ? Promise.reject(new Error('broken')) : make(snapshot));
  const first = catalogue.acquire();
  const { snapshot } = first;
  await expect(snapshot.hold(open)).rejects.toThrow('broken');
  broken = false;
  await snapshot.hold(open);
  broken = true;
  first.release();

  await market.observe('alpha', '2026-01-02', [{ sku: 'a2' }]);
  await market.publish();
  await catalogue.refresh();
  const next = catalogue.acquire();
  expect(next.snapshot.id).not.toBe(snapshot.id);
  expect(errors).toEqual([new Error('broken')]);
  next.release();
});

test('a snapshot of a format that is not read is told once, and the one before goes on being served', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.publish();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  await using catalogue = await FollowedCatalogue.open(market.store, { ...SETTINGS, pollMs: 5, onError });
  const first = catalogue.acquire();
  first.release();
  const newer = { ...(await market.manifest()), snapshot_id: 'snp_newer', format: WAREHOUSE_FORMAT + 1 };
  const draft = `${market.root}/manifest.json`;
  await writeFile(draft, JSON.stringify(newer));
  await market.store.put(draft, manifestKey(newer.snapshot_id));
  await market.store.swapPointer(await market.store.pointer(), JSON.stringify({ snapshot_id: 'snp_newer' }));
  await delay(200);
  expect(errors.map(String)).toEqual([
    `WarehouseFormatError: snapshot snp_newer has format ${WAREHOUSE_FORMAT + 1}, this program reads format ${WAREHOUSE_FORMAT}; update the program`,
  ]);
  const still = catalogue.acquire();
  expect(still.snapshot).toBe(first.snapshot);
  still.release();
});
