import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfigurationFile } from '../../../api/cli/configuration_file.ts';
import { currentManifest } from '../../../warehouse/manifest.ts';
import { RunLog } from '../../../warehouse/run_log.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { openClient } from '../../../workflows/temporal/connection.ts';
import { applySchedules } from '../../../workflows/temporal/schedules.ts';
import { Mall, until } from './mall.ts';
import { TestServer, temporalProgram } from './server.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 1_800_000 });

const found = await temporalProgram();

describe.skipIf('missing' in found)('schedules on a Temporal server', () => {
  let server: TestServer;
  beforeAll(async () => {
    if ('program' in found) server = await TestServer.start(found.program);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  test('follow the configuration: new feeds, changed ones, those that are gone; a paused one stays paused', async () => {
    using mall = new Mall(['a', 'b']);
    await mall.connect(server);
    expect((await mall.run('schedules', 'apply')).out).toBe(
      'created ingest/a/all\ncreated ingest/b/all\ncreated gc\ncreated media\n0 unchanged\n',
    );
    await until('the server lists them', async () =>
      (await mall.run('schedules')).out.includes('ingest/b/all'),
    );
    expect((await mall.run('schedules', 'apply')).out).toBe('4 unchanged\n');
    await mall.run('schedules', 'pause', 'a/all');
    mall.configure(['a', 'c'], '30 5 * * *');
    expect((await mall.run('schedules', 'apply')).out).toBe(
      'created ingest/c/all\nupdated ingest/a/all\nremoved ingest/b/all\n2 unchanged\n',
    );
    const listed = await until('the server lists the new one', async () => {
      const { out } = await mall.run('schedules', 'list');
      return out.includes('ingest/c/all') && !out.includes('ingest/b/all') && out;
    });
    expect(listed).toMatch(/ingest\/a\/all +30 5 \* \* \* +paused \(pause by \S+\)/);
    expect(listed).toMatch(/ingest\/c\/all +30 5 \* \* \* +active +\S*T05:[34]/);
    expect(await mall.run('schedules', 'trigger', 'nobody/all')).toMatchObject({
      code: 1,
      err: 'error: there is no schedule ingest/nobody/all; `schedules list` shows them\n',
    });
  });

  test('start their feeds by themselves, and one of a paused schedule only by hand', async () => {
    // Paused while its time is half a year off, so that no minute can strike between the two.
    const far = (new Date().getUTCMonth() + 6) % 12;
    using mall = new Mall(['often', 'paused'], `0 0 1 ${far + 1} *`);
    mall.stock('often', 1).stock('paused', 1);
    const namespace = await mall.connect(server);
    await mall.run('schedules', 'apply');
    await mall.run('schedules', 'pause', 'paused/all');
    mall.configure(['often', 'paused'], '* * * * *');
    await mall.run('schedules', 'apply');
    await mall.worker();
    const store = new FolderStore(mall.data);
    const sellers = async () => {
      const manifest = (await currentManifest(store))?.manifest ?? null;
      return new Set((await new RunLog(store, manifest).feeds()).map((feed) => feed.seller));
    };
    await until('the schedule came round', async () => (await sellers()).has('often'));
    await using temporal = await server.client(namespace);
    const runsOf = async (seller: string) =>
      (await temporal.client.workflow.count(`CommerceIndexSeller = '${seller}'`)).count;
    expect(await runsOf('often')).toBeGreaterThan(0);
    expect(await runsOf('paused')).toBe(0);
    await mall.run('schedules', 'trigger', 'paused/all');
    await until('it was read by hand', async () => (await sellers()).has('paused'));
    // What an operator sees at a glance.
    const [shown] = await Array.fromAsync(
      temporal.client.workflow.list({
        query: `CommerceIndexSeller = 'paused' AND CommerceIndexOutcome = 'staged'`,
      }),
    );
    expect(shown?.memo).toMatchObject({
      seller: 'paused',
      feed: 'all',
      outcome: 'staged',
      rows: { read: 200 },
    });
    expect(shown?.searchAttributes['CommerceIndexRows']).toEqual([200]);
  });

  test('make up for a time that was missed while the server was down', async () => {
    using mall = new Mall(['shop']);
    mall.stock('shop', 1);
    const namespace = await mall.connect(server);
    // The only time of its hour: no other can take its place, or be in its way. Half a minute is ample to apply it.
    const missed = new Date(Math.ceil((Date.now() + 30_000) / 60_000) * 60_000);
    mall.configure(['shop'], `${missed.getUTCMinutes()} * * * *`);
    // From within this process, so that the server dies in the very moment that they are applied.
    const configuration = readConfigurationFile(join(mall.program.cwd, 'commerce-index.yaml'));
    await using opened = await openClient(mall.env);
    await applySchedules(opened, configuration);
    await server.kill();
    // Starts are spread over a minute.
    await delay(missed.getTime() + 60_000 - Date.now());
    await server.restart();
    await mall.worker();
    await until('it is published', async () => currentManifest(new FolderStore(mall.data)));
    await using temporal = await server.client(namespace);
    const started = await Array.fromAsync(
      temporal.client.workflow.list({ query: `CommerceIndexSeller = 'shop'` }),
    );
    expect(started.map(({ workflowId }) => workflowId)).toEqual([
      `ingest/shop/all-${missed.toISOString().slice(0, 19)}Z`,
    ]);
  });

  test('a worker tells what it did at /metrics', async () => {
    using mall = new Mall(['shop']);
    mall.stock('shop', 1);
    await mall.connect(server);
    const address = '127.0.0.1:19464';
    await mall.worker({ WORKER_METRICS: address });
    expect((await mall.run('ingest', '--temporal')).code).toBe(0);
    const metrics = await (await fetch(`http://${address}/metrics`)).text();
    expect(metrics).toMatch(/commerce_index_staged_rows\{.*outcome="accepted".*\} 200/);
    expect(metrics).toMatch(/commerce_index_publications\{.*outcome="published".*\} 1/);
    expect(metrics).toMatch(/temporal_activity_execution_latency/);
  });

  test('without a server every command says where it looked and what to do', async () => {
    using mall = new Mall(['shop']);
    for (const command of [['schedules'], ['ingest', '--temporal'], ['worker']]) {
      const { code, err } = await mall.program.run(command, { TEMPORAL_ADDRESS: '127.0.0.1:1' });
      expect(code).toBe(1);
      expect(err).toMatch(
        /error: no Temporal server answers at 127\.0\.0\.1:1 .*npx commerce-index temporal/,
      );
    }
  });
});
