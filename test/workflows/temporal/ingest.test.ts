import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { currentManifest, type PointedManifest } from '../../../warehouse/manifest.ts';
import { readHeldRuns } from '../../../warehouse/runs.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { PictureServer } from '../../pipelines/media/picture_server.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { Mall, until } from './mall.ts';
import { TestServer, temporalProgram } from './server.ts';

// Real processes, a real server, and heartbeats that have to run out.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 1_800_000 });

const found = await temporalProgram();
/** A picture of one colour. */
const SQUARE = { create: { width: 80, height: 80, channels: 3, background: '#d02020' } } as const;
/** Rows of a shop on its first day: slow enough to be caught at staging, while what is published of them is little. */
const FIRST_DAY = 5_000;
/** Rows of a shop on its second day, each of a listing of its own. */
const SECOND_DAY = 200;
const TEN = Array.from({ length: 10 }, (_, number) => `shop${number}`);

describe.skipIf('missing' in found)('on a Temporal server', () => {
  let server: TestServer;
  beforeAll(async () => {
    if ('program' in found) server = await TestServer.start(found.program);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  /** Ten shops that share half their GTINs with the next. */
  function tenShops(): Mall {
    const mall = new Mall(TEN);
    for (const [number, shop] of TEN.entries())
      mall
        .stock(shop, 1, { rows: FIRST_DAY, offset: number * 100 })
        .stock(shop, 2, { listings: SECOND_DAY, offset: number * 100, price: 11 });
    return mall;
  }

  let calm: Promise<Awaited<ReturnType<Mall['contents']>>> | undefined;

  /** What the same files come to in one process that nothing disturbs; the same for every test. */
  function undisturbed() {
    calm ??= ingestedCalmly();
    return calm;
  }

  async function ingestedCalmly() {
    using mall = tenShops();
    const { code, err } = await mall.run('ingest');
    expect([code, err]).toEqual([0, expect.any(String)]);
    return await mall.contents();
  }

  test('two workers share ten feeds; one is killed, the other takes over, and nothing tells the difference', async () => {
    const expected = await undisturbed();
    using mall = tenShops();
    const namespace = await mall.connect(server);
    const workers = await Promise.all([mall.worker({}, '--feeds', '1'), mall.worker({}, '--feeds', '1')]);
    await using temporal = await server.client(namespace);
    const ingest = mall.begin('ingest', '--temporal');
    await until('a worker is killed while both stage', async () => {
      const [victim] = await stagingPids(temporal.client, workers.length);
      if (victim === undefined) return false;
      // Held first: only what still stages then was caught at it, and another is not killed.
      process.kill(victim, 'SIGSTOP');
      const isCaught = (await stagingPids(temporal.client, 1)).includes(victim);
      process.kill(victim, isCaught ? 'SIGKILL' : 'SIGCONT');
      return isCaught;
    });
    const { code, out, err } = await ingest.ended;
    expect([code, err]).toEqual([0, expect.any(String)]);
    expect(out).toContain(`rows read ${((FIRST_DAY + SECOND_DAY) * 10).toLocaleString('en-US')} = accepted`);
    expect(await mall.contents()).toEqual(expected);
    const attempts = await until('histories', () => timedOutActivities(temporal.client));
    expect(attempts).toBeGreaterThan(0);
  });

  /** The processes of workers that stage; none while they are fewer than `least`. */
  async function stagingPids(client: Client, least: number): Promise<number[]> {
    const descriptions = await Promise.all(
      TEN.map((shop) =>
        client.workflow
          .getHandle(`ingest/${shop}/all`)
          .describe()
          .catch(() => null),
      ),
    );
    const staging = descriptions
      .flatMap((description) => description?.raw.pendingActivities ?? [])
      .filter(({ activityType, lastWorkerIdentity }) => activityType?.name === 'stage' && lastWorkerIdentity)
      .map(({ lastWorkerIdentity }) => Number.parseInt(lastWorkerIdentity ?? '', 10));
    const pids = [...new Set(staging)];
    return pids.length < least ? [] : pids;
  }

  /** Activities that were started more than once. */
  async function timedOutActivities(client: Client): Promise<number> {
    let count = 0;
    for (const shop of TEN) {
      const { events } = await client.workflow.getHandle(`ingest/${shop}/all`).fetchHistory();
      for (const event of events ?? [])
        if ((event.activityTaskStartedEventAttributes?.attempt ?? 1) > 1) count++;
    }
    return count;
  }

  test('the server dies and comes back in the middle of an ingest, which goes on', async () => {
    const expected = await undisturbed();
    using mall = tenShops();
    const namespace = await mall.connect(server);
    await mall.worker();
    const ingest = mall.begin('ingest', '--temporal');
    await until('something is staged', async () => {
      await using temporal = await server.client(namespace);
      return (
        await temporal.client.workflow.count(`WorkflowType = 'ingestFeed' AND ExecutionStatus = 'Completed'`)
      ).count;
    });
    await server.kill();
    ingest.child.kill('SIGKILL');
    await server.restart();
    await until('published', async () => currentManifest(new FolderStore(mall.data)));
    await using temporal = await server.client(namespace);
    await temporal.client.workflow.getHandle('ingest').result();
    expect(await mall.contents()).toEqual(expected);
  });

  test('feeds asked for one by one are published in a few batches', async () => {
    using mall = new Mall(TEN);
    for (const shop of TEN) mall.stock(shop, 1, { listings: 20 });
    const namespace = await mall.connect(server);
    await using temporal = await server.client(namespace);
    await Promise.all(
      TEN.flatMap((seller) =>
        ['first', 'second'].map((round) =>
          temporal.client.workflow.start('ingestFeed', {
            workflowId: `ingest/${seller}/all/${round}`,
            taskQueue: 'ingest',
            args: [{ seller, feed: 'all', all: true }],
          }),
        ),
      ),
    );
    await mall.worker();
    const { publications } = await until('all are published', async () => {
      const store = new FolderStore(mall.data);
      const manifest = (await currentManifest(store))?.manifest;
      const { count } = await temporal.client.workflow.count(
        `WorkflowType = 'publishSnapshot' AND ExecutionStatus = 'Completed'`,
      );
      const runs = manifest && (await publishedRuns(store, manifest));
      return runs?.length === TEN.length && count > 0 ? { publications: count } : null;
    });
    expect(publications).toBeLessThanOrEqual(4);
  });

  test('a poisoned feed fails by itself, with the words of the command line, and is not tried again', async () => {
    using mall = new Mall(['good', 'poisoned']);
    mall.stock('good', 1);
    mall.program.write({ 'poisoned_2026-01-01.csv': '<!doctype html><html><body>Not found</body></html>\n' });
    const here = await mall.run('ingest');
    const namespace = await mall.connect(server);
    const told = /failed: (poisoned\/all.*)/.exec(here.out)?.[1] ?? '';
    expect(told).toContain('poisoned_2026-01-01.csv');
    await mall.worker();
    const there = await mall.run('ingest', '--temporal');
    expect(there.code).toBe(3);
    expect(there.out).toContain(`failed: ${told}`);
    await using temporal = await server.client(namespace);
    const { events } = await temporal.client.workflow.getHandle('ingest/poisoned/all').fetchHistory();
    const failed = (events ?? []).filter((event) => event.activityTaskFailedEventAttributes);
    expect(failed.map((event) => event.activityTaskFailedEventAttributes?.retryState)).toEqual([2]);
    expect((await temporal.client.workflow.getHandle('ingest/poisoned/all').describe()).status.name).toBe(
      'FAILED',
    );
    expect((await temporal.client.workflow.getHandle('ingest/good/all').describe()).status.name).toBe(
      'COMPLETED',
    );
  });

  test('a suspect run waits, and a person lets it pass', async () => {
    using mall = new Mall(['shop']);
    mall.stock('shop', 1, { price: 10 });
    await mall.connect(server);
    await mall.worker();
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
    mall.stock('shop', 2, { price: 900 });
    const held = await mall.run('ingest', '--temporal');
    const run = /runs accept (run_\w+)/.exec(held.out)?.[1] ?? '';
    expect(await readHeldRuns(new FolderStore(mall.data))).toMatchObject([{ run_id: run, why: 'suspect' }]);
    expect(await mall.run('runs', 'accept', 'run_none', '--temporal')).toMatchObject({
      code: 1,
      err: 'error: there is no run run_none; `runs` shows them\n',
    });
    await using temporal = await server.client(mall.env['TEMPORAL_NAMESPACE'] ?? '');
    await temporal.client.workflow.signalWithStart('publishSnapshot', {
      workflowId: 'publish',
      taskQueue: 'publish',
      args: [null],
      signal: 'acceptRun',
      signalArgs: [{ run_id: run, by: 'ada' }],
    });
    await temporal.client.workflow.getHandle('publish').result();
    expect((await mall.run('runs')).out).toMatch(new RegExp(`${run} .* accepted .* ada `));
    await temporal.client.workflow.signalWithStart('publishSnapshot', {
      workflowId: 'publish',
      taskQueue: 'publish',
      args: [null],
      signal: 'retractRun',
      signalArgs: [{ run_id: run, by: 'ben', reason: 'it was wrong after all' }],
    });
    await temporal.client.workflow.getHandle('publish').result();
    expect((await mall.run('runs')).out).toMatch(
      new RegExp(`${run} .* retracted .* ben .*it was wrong after all`),
    );
    await temporal.client.workflow.signalWithStart('publishSnapshot', {
      workflowId: 'publish',
      taskQueue: 'publish',
      args: [null],
      signal: 'setPriceFactor',
      signalArgs: [
        { seller: 'shop', feed: 'all', from: '2026-01-01', factor: '10', by: 'ada', reason: 'tens' },
      ],
    });
    await temporal.client.workflow.getHandle('publish').result();
    expect((await mall.run('runs', 'factors')).out).toMatch(
      /shop\/all +10 +2026-01-01T00:00:00.000Z +ada .* tens/,
    );
  });

  test('workers with data folders of their own lose no row silently: it is refused, and said what to do', async () => {
    using mall = new Mall(['shop', 'other']);
    mall.stock('shop', 1).stock('other', 1);
    await mall.connect(server);
    await mall.worker({}, '--queues', 'ingest');
    const stranger = await mall.worker({ COMMERCE_INDEX_DATA: './elsewhere' }, '--queues', 'publish');
    const refused = await mall.run('ingest', '--temporal');
    expect([refused.code, refused.out]).toEqual([3, expect.stringContaining('failed: publication: ')]);
    expect(refused.out).toMatch(/the data folder dir_\w+ is meant, and this process works on \S+elsewhere/);
    expect(refused.out).toContain('set COMMERCE_INDEX_DATA of all of them to one shared folder');
    await stranger.stop();
    await mall.worker({}, '--queues', 'publish');
    expect(await mall.run('ingest', '--temporal')).toMatchObject({ code: 0 });
    // A client with a folder of its own that has an id means that one.
    await mall.program.run(['ingest'], { COMMERCE_INDEX_DATA: './elsewhere' });
    const elsewhere = await mall.program.run(['ingest', '--temporal'], {
      ...mall.env,
      COMMERCE_INDEX_DATA: './elsewhere',
    });
    expect([elsewhere.code, elsewhere.out]).toEqual([
      3,
      expect.stringContaining('every worker and every command'),
    ]);
  });

  test('an ingest asked for twice runs once; one that is cancelled leaves nothing half written', async () => {
    using mall = tenShops();
    const namespace = await mall.connect(server);
    await using temporal = await server.client(namespace);
    await mall.worker();
    const first = mall.begin('ingest', '--temporal');
    await until('it stages', async () => {
      const { count } = await temporal.client.workflow.count(
        `WorkflowType = 'ingestFeed' AND ExecutionStatus = 'Completed'`,
      );
      return count;
    });
    expect(await mall.run('ingest', '--temporal')).toMatchObject({
      code: 1,
      err: expect.stringContaining('an ingest runs already'),
    });
    await temporal.client.workflow.getHandle('ingest').cancel();
    expect((await first.ended).code).toBe(3);
    await until('all feeds have ended', async () => {
      const { count } = await temporal.client.workflow.count(
        `WorkflowType = 'ingestFeed' AND ExecutionStatus = 'Running'`,
      );
      return count === 0;
    });
    expect(await currentManifest(new FolderStore(mall.data))).toBeNull();
    expect((await mall.run('doctor')).out).not.toContain('wrong');
    // What was staged is not lost, and what was cut off is done when somebody asks again.
    const again = await mall.run('ingest', '--temporal');
    expect([again.code, again.err]).toEqual([0, expect.any(String)]);
    expect(await mall.contents()).toEqual(await undisturbed());
  });

  test('pictures are fetched beside prices: one that does not come holds up none', async () => {
    using mall = new Mall(['shop']);
    const waiting: ServerResponse[] = [];
    await using pictures = await PictureServer.open({
      '/good.png': { type: 'image/png', body: await sharp(SQUARE).png().toBuffer() },
      '/slow.png': (_request, response) => void waiting.push(response),
    });
    mall.program.write({
      'commerce-index.yaml': `market: { country: US, currency: USD }
media: { seconds: 60, mirrors: [{ address: "https://img.shop.example/", at: "http://127.0.0.1:${pictures.port}/" }] }
sellers:
  - { id: shop, name: shop, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: shop.csv, format: google }] }
`,
    });
    const stock = (price: number) =>
      mall.program.write({
        'shop.csv': `id,title,price,image_link\n${['good', 'slow'].map((name) => `${name},Kettle ${name},${price}.00 USD,https://img.shop.example/${name}.png`).join('\n')}\n`,
      });
    stock(10);
    await mall.connect(server);
    await mall.worker();
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
    await mall.run('schedules', 'apply');
    expect((await mall.run('schedules', 'trigger', 'media')).out).toBe('trigger media: done\n');
    await until('the slow picture is asked for', async () => waiting.length > 0);
    stock(11);
    expect(await mall.run('ingest', '--temporal')).toMatchObject({
      code: 0,
      out: expect.stringContaining('changed 2'),
    });
    const store = new FolderStore(mall.data);
    expect((await currentManifest(store))?.manifest.media_run).toBeUndefined();
    for (const response of waiting) response.writeHead(404).end();
    const run = await until(
      'media are published',
      async () => (await currentManifest(store))?.manifest.media_run,
    );
    expect(run).toMatchObject({ addresses: 2, asked: 2, taken: 1, items: 1, rejected_by: { not_found: 1 } });
    expect((await mall.contents())['offers']?.rows).toBe(2);
  });

  test('a worker whose clock is an hour ahead dates nothing into the future', async () => {
    using mall = new Mall(['shop']);
    mall.configure(['shop']);
    mall.program.write({
      'shop.csv': 'id,title,price\n1,Kettle,10.00 USD\n',
      'commerce-index.yaml': `market: { country: US, currency: USD }
sellers:
  - { id: shop, name: shop, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: shop.csv, format: google }] }
`,
    });
    await mall.connect(server);
    const skewed = new URL('./skewed_clock.ts', import.meta.url).pathname;
    await mall.worker({ NODE_OPTIONS: `--import ${skewed}` });
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
    const store = new FolderStore(mall.data);
    const { manifest } = (await currentManifest(store)) as PointedManifest;
    const [run] = await publishedRuns(store, manifest);
    for (const time of [manifest.as_of, manifest.published_at, run?.as_of])
      expect(Math.abs(Date.parse(time ?? '') - Date.now())).toBeLessThan(10 * 60_000);
    // A worker with the right time is not late after it.
    mall.program.write({ 'shop.csv': 'id,title,price\n1,Kettle,11.00 USD\n' });
    expect((await mall.run('ingest', '--temporal')).out).not.toContain('late, not published');
  });
});

type Client = Awaited<ReturnType<TestServer['client']>>['client'];
