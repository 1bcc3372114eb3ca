import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DataFolder } from '../../../warehouse/folder.ts';
import { openState } from '../../../warehouse/state/state.ts';
import { endpointId } from '../../../workflows/temporal/protocol.ts';
import { receiver } from '../../api/monitoring/receiver.ts';
import { SECRET, waitingDeliveries } from '../deliver/waiting_deliveries.ts';
import { until } from './mall.ts';
import { TestServer, temporalProgram } from './server.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 1_800_000 });

const found = await temporalProgram();
/** Ample for the worker to be killed before. */
const FIRST_WAIT_MS = 6_000;
const PROCESS = fileURLToPath(new URL('./delivering_process.ts', import.meta.url));

describe.skipIf('missing' in found)('deliveries on a Temporal server', () => {
  let server: TestServer;
  beforeAll(async () => {
    if ('program' in found) server = await TestServer.start(found.program);
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  /** A worker as a process of its own, which delivers when this returns. */
  async function worker(data: string, namespace: string): Promise<ChildProcess> {
    const child = spawn(process.execPath, [PROCESS, data, `${FIRST_WAIT_MS},100,100,100`], {
      env: {
        PATH: process.env['PATH'],
        TEMPORAL_ADDRESS: server.address,
        TEMPORAL_NAMESPACE: namespace,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => {
      child.kill('SIGKILL');
    });
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    return child;
  }

  test('a batch is one run, a retry a timer of its own, and what falls due while no worker lives is not lost', async () => {
    const data = mkdtempSync(join(tmpdir(), 'commerce-index-deliveries-'));
    const state = await openState(new DataFolder(data).stateFile());
    onTestFinished(async () => {
      await state.close();
      rmSync(data, { recursive: true });
    });
    const seen = new Set<string>();
    const { url, got } = await receiver(({ path, headers }) => {
      const id = String(headers['webhook-id']);
      const isFirst = !seen.has(path + id);
      seen.add(path + id);
      return { status: path === '/dead' || (isFirst && id.endsWith('07')) ? 503 : 204 };
    });
    const flaky = await waitingDeliveries(state, `${url}/flaky`, 600);
    const dead = await waitingDeliveries(state, `${url}/dead`, 2);
    const namespace = await server.namespace();
    await using temporal = await server.client(namespace);
    const victim = await worker(data, namespace);
    const endpoint = temporal.client.workflow.getHandle(endpointId(url));
    const ended = async () => (await endpoint.describe().catch(() => null))?.status.name === 'COMPLETED';
    await until('the first attempts', async () => got.length >= 602 && (await ended()), 30_000);
    victim.kill('SIGKILL');
    expect(got).toHaveLength(602);
    const meanwhile = await waitingDeliveries(state, `${url}/meanwhile`, 10);
    // The timers end with nobody there.
    await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS));
    expect(got).toHaveLength(602);
    await worker(data, namespace);
    const states = async (watch: string) =>
      (await state.deliveries.page(watch, { after: null, state: null, limit: 1_000 })).map(
        (one) => one.state,
      );
    const all = async (watch: string, wanted: string) => (await states(watch)).every((one) => one === wanted);
    await until(
      'all are delivered',
      async () =>
        (await all(flaky, 'delivered')) && (await all(meanwhile, 'delivered')) && (await all(dead, 'dead')),
      60_000,
    );
    // 612 first attempts, one more of seven, four more of the two that stay dead.
    expect(got).toHaveLength(612 + 7 + 8);
    for (const { body, headers } of got)
      expect(() => new Webhook(SECRET).verify(body, headers as Record<string, string>)).not.toThrow();
    // Two batches, each a run, and what waited meanwhile: of the first, what was to be done again is not in the history.
    const { memo, historyLength } = await endpoint.describe();
    expect(memo).toEqual({ batches: 1, delivered: 9, dead: 0, retried: 1 });
    expect(historyLength).toBeLessThan(20);
    const retries = `WorkflowType = 'retryDelivery' AND ExecutionStatus = 'Completed'`;
    await until(
      'a workflow for each',
      async () => (await temporal.client.workflow.count(retries)).count === 9,
    );
    const batches = await Array.fromAsync(
      temporal.client.workflow.list({ query: `WorkflowType = 'deliverEndpoint'` }),
    );
    expect(batches.map(({ status }) => status.name).sort()).toEqual([
      'COMPLETED',
      'COMPLETED',
      'CONTINUED_AS_NEW',
    ]);
    expect(batches.map((one) => one.memo)).toContainEqual({
      batches: 2,
      delivered: 594,
      dead: 0,
      retried: 8,
    });
  });
});
