import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { openState } from '../../warehouse/state/state.ts';
import { waitingDeliveries } from '../workflows/deliver/waiting_deliveries.ts';
import { startDeliveringWorker } from '../workflows/temporal/delivering_worker.ts';
import { TestServer, temporalProgram } from '../workflows/temporal/server.ts';

const ENDPOINTS = 4;

/**
 * DELIVERIES (100,000) to four endpoints by one worker of a Temporal server, one in a hundred answered at its second
 * attempt: how long the first attempts take, and how large the histories of their workflows grow.
 */
export async function benchDeliveries(): Promise<void> {
  const found = await temporalProgram();
  if ('missing' in found) return;
  const deliveries = Number(process.env['DELIVERIES'] ?? 100_000);
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-deliveries-'));
  const state = await openState(join(folder, 'state.sqlite'));
  const receivers = await Promise.all(Array.from({ length: ENDPOINTS }, receiving));
  try {
    for (const { url } of receivers) await waitingDeliveries(state, url, deliveries / ENDPOINTS);
    await using server = await TestServer.start(found.program);
    const namespace = await server.namespace();
    await using temporal = await server.client(namespace);
    const worker = await startDeliveringWorker({
      data: folder,
      state,
      env: { TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: namespace },
      ladderMs: [60_000, 300_000, 1_800_000, 7_200_000],
    });
    const begun = performance.now();
    const arrived = () => receivers.reduce((sum, { seen }) => sum + seen.size, 0);
    while (arrived() < deliveries) await delay(100);
    const seconds = (performance.now() - begun) / 1_000;
    console.log(
      `deliveries on Temporal: ${deliveries} first attempts at ${ENDPOINTS} endpoints in ${seconds.toFixed(1)} s (${Math.round(deliveries / seconds)}/s)`,
    );
    const retries = deliveries / 100;
    const retried = () => receivers.reduce((sum, { again }) => sum + again(), 0);
    while (retried() < retries || (await openWorkflows(temporal.client)) > 0) await delay(500);
    await report(temporal.client, 'deliverEndpoint', deliveries);
    await report(temporal.client, 'retryDelivery', retries);
    await worker.stop();
  } finally {
    for (const { close } of receivers) close();
    await state.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A receiver that answers a delivery in a hundred at its second attempt only. */
async function receiving() {
  const seen = new Set<string>();
  let again = 0;
  const server = createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    const isFirst = !seen.has(id);
    seen.add(id);
    if (!isFirst) again++;
    request.resume();
    response.writeHead(isFirst && id.endsWith('00') ? 503 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    again: () => again,
    close,
  };
}

async function openWorkflows(client: Client): Promise<number> {
  return (await client.workflow.count(`ExecutionStatus = 'Running'`)).count;
}

async function report(client: Client, type: string, deliveries: number): Promise<void> {
  const sizes: { events: number; bytes: number }[] = [];
  for await (const run of client.workflow.list({ query: `WorkflowType = '${type}'` }))
    sizes.push({ events: run.historyLength, bytes: run.historySize ?? 0 });
  const most = sizes.reduce((a, b) => (a.bytes > b.bytes ? a : b), { events: 0, bytes: 0 });
  const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0);
  console.log(
    `  ${type}: ${sizes.length} runs, ${(bytes / 1e6).toFixed(2)} MB of history in all, ${Math.round(bytes / deliveries)} bytes a delivery of ${deliveries}; the longest ${most.events} events, ${(most.bytes / 1e3).toFixed(0)} kB`,
  );
}
