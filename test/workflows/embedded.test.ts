import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FeedSettings } from '../../pipelines/domain/settings/feed_settings.ts';
import type { SellerSettings } from '../../pipelines/domain/settings/publisher_settings.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { withPublishLock } from '../../warehouse/lock.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { EmbeddedEngine, type EngineListener, type EngineSettings } from '../../workflows/embedded.ts';
import { NO_DECISIONS } from './no_decisions.ts';

const FEED = 'id,title,price\n1,Kettle,10\n';

/** A server whose paths answer as told: a status, the feed (200), or nothing at all. */
async function feedServer(answers: Record<string, () => number | 'silence'>): Promise<string> {
  const server = createServer((request, response) => {
    const answer = answers[request.url ?? '']?.() ?? 404;
    if (answer === 'silence') return;
    response.writeHead(answer, { 'retry-after': '0' });
    response.end(answer === 200 ? FEED : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function engineOf(
  feeds: Record<string, Partial<FeedSettings>>,
  listener: EngineListener,
  settings: Partial<EngineSettings> = {},
  configuration: Partial<EngineSettings['configuration']> = {},
) {
  const root = await mkdtemp(join(tmpdir(), 'commerce-index-engine-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, 'good.csv'), FEED);
  const sellers = Object.entries(feeds).map(
    ([id, feed]): SellerSettings => ({
      id,
      name: id,
      kind: 'retailer',
      access: 'merchant_feed',
      feeds: [{ name: 'main', url: join(root, 'good.csv'), format: 'google', ...feed }],
    }),
  );
  const folder = new DataFolder(join(root, 'data'));
  const store = new FolderStore(folder.root);
  const engine = new EmbeddedEngine({
    configuration: {
      market: { country: 'US', currency: 'USD' },
      sellers,
      memory_limit: '256MiB',
      allow_private_addresses: true,
      limits: { fetch_seconds: 10 },
      ...configuration,
    },
    folder,
    store,
    now: () => new Date('2026-09-01T00:00:00Z'),
    decisions: NO_DECISIONS,
    feedRetry: { attempts: 3, first_wait_ms: 50, factor: 2 },
    listener,
    ...settings,
  });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const sellersNow = async () =>
    (await currentManifest(store))?.manifest.feeds
      .filter(({ current }) => current)
      .map(({ seller }) => seller);
  return { engine, folder, store, sellersNow };
}

test('good feeds are published before bad ones are tried again, and a late one joins the next publication', async () => {
  let asked = 0;
  const url = await feedServer({ '/late': () => (++asked > 4 ? 200 : 503), '/dead': () => 503 });
  const published: (string[] | undefined)[] = [];
  const { engine, sellersNow } = await engineOf(
    { dead: { url: `${url}/dead` }, late: { url: `${url}/late` }, good: {} },
    {
      onRetry: () => {
        void sellersNow().then((sellers) => published.push(sellers));
      },
    },
  );
  const summary = await engine.ingest(engine.feeds().map((feed) => ({ ...feed, all: true })));
  expect(published[0]).toEqual(['good']);
  expect(await sellersNow()).toEqual(['late', 'good']);
  expect(summary.publication).toMatchObject({
    accepted: [expect.any(String), expect.any(String)],
    new_changes: 2,
  });
  expect(summary.feeds.map(({ seller, rows, failures }) => [seller, rows.accepted, failures.length])).toEqual(
    [
      ['dead', 0, 1],
      ['late', 1, 0],
      ['good', 1, 0],
    ],
  );
});

test('a feed that does not end keeps nobody waiting', async () => {
  const url = await feedServer({ '/slow': () => 'silence' });
  const ended: string[] = [];
  const { engine, sellersNow } = await engineOf(
    { slow: { url: `${url}/slow` }, good: {} },
    { onFeedEnd: ({ seller }) => void ended.push(seller) },
    { patienceMs: 200, feedRetry: { attempts: 1, first_wait_ms: 1, factor: 1 } },
  );
  const ingest = engine.ingest(engine.feeds());
  await expect.poll(sellersNow, { timeout: 60_000 }).toEqual(['good']);
  expect(ended).toEqual(['good']);
  const summary = await ingest;
  expect(ended).toEqual(['good', 'slow']);
  expect(summary.publication).toMatchObject({ accepted: [expect.any(String)], new_changes: 1 });
  expect(summary.feeds[0]?.failures[0]?.message).toContain('took longer than 10 seconds');
});

test('every feed that is tried again is told, a backfill stays one, and the seconds are those that passed', async () => {
  let asked = 0;
  const url = await feedServer({ '/late': () => (++asked > 4 ? 200 : 503), '/dead': () => 503 });
  const told: string[] = [];
  const { engine, store } = await engineOf(
    { late: { url: `${url}/late` }, dead: { url: `${url}/dead` } },
    { onRetry: (error) => told.push(String(error)) },
  );
  await engine.ingest([{ seller: 'late', feed: 'main', as_of: '2026-08-20T00:00:00.000Z' }]);
  asked = 0;
  told.length = 0;
  const start = performance.now();
  const earlier = engine.feeds().map((feed) => ({ ...feed, as_of: '2026-08-10T00:00:00.000Z' }));
  const summary = await engine.ingest(earlier, { backfill: true });
  expect(Math.abs(summary.seconds - (performance.now() - start) / 1000)).toBeLessThan(0.5);
  expect(told.filter((line) => line.includes('/late'))).toHaveLength(1);
  expect(told.filter((line) => line.includes('/dead'))).toHaveLength(2);
  expect(summary.publication).toMatchObject({ accepted: [expect.any(String)], late: [] });
  expect((await currentManifest(store))?.manifest.feeds[0]?.current?.as_of).toBe('2026-08-20T00:00:00.000Z');
});

test('nothing is tried again once the engine is told to stop', async () => {
  let asked = 0;
  const url = await feedServer({
    '/dead': () => {
      asked++;
      return 503;
    },
  });
  const { engine } = await engineOf(
    { dead: { url: `${url}/dead` } },
    { onRetry: () => void engine[Symbol.asyncDispose]() },
    { feedRetry: { attempts: 3, first_wait_ms: 60_000, factor: 1 } },
  );
  const summary = await engine.ingest(engine.feeds());
  expect(summary.feeds).toHaveLength(1);
  expect(asked).toBe(4);
});

test('settings that cannot be asked with are no matter of patience', async () => {
  const url = await feedServer({ '/feed': () => 200 });
  let retries = 0;
  const { engine } = await engineOf(
    { wrong: { url: `${url}/feed`, headers: { 'X A': 'b' } } },
    { onRetry: () => retries++ },
  );
  const summary = await engine.ingest(engine.feeds());
  expect(summary.feeds[0]?.failures[0]?.message).toMatch(
    /cannot be asked for: .*header.*; mend the feed's settings/,
  );
  expect(retries).toBe(0);
});

test('what is called off as the engine ends has not failed', async () => {
  const failed: unknown[] = [];
  const { engine, folder } = await engineOf(
    { good: {} },
    { onRetry: () => isWaiting.resolve(), onError: (error) => failed.push(error) },
    {},
    { media: { schedule: '* * * * * *' } },
  );
  const isWaiting = Promise.withResolvers<void>();
  // Somebody else fetches pictures, so the engine's own turn waits and tries again.
  await mkdir(folder.root, { recursive: true });
  await withPublishLock(folder.path('media.lock'), 0, async () => {
    engine.followSchedule();
    await isWaiting.promise;
    await engine[Symbol.asyncDispose]();
  });
  expect(failed).toEqual([]);
});
