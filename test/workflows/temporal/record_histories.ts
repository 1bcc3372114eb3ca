import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { DataFolder } from '../../../warehouse/folder.ts';
import { openState } from '../../../warehouse/state/state.ts';
import { endpointId, retryId } from '../../../workflows/temporal/protocol.ts';
import { waitingDeliveries } from '../deliver/waiting_deliveries.ts';
import { Mall, until } from './mall.ts';
import { TestServer, temporalProgram } from './server.ts';

/**
 * Writes fixtures/histories from real runs, all or those named: `node test/workflows/temporal/record_histories.ts NAME…`. Run it when a
 * workflow gets a new version, and keep the old files as long as such workflows may still run.
 */
const found = await temporalProgram();
if ('missing' in found) throw new Error(found.missing);
await using server = await TestServer.start(found.program);
using mall = new Mall(['good', 'poisoned', 'jumpy']);
mall.stock('good', 1).stock('good', 2).stock('jumpy', 1);
mall.program.write({ 'poisoned_2026-01-01.csv': '<!doctype html><html><body>Not found</body></html>\n' });
const namespace = await mall.connect(server);
await mall.worker();
await mall.run('ingest', '--temporal');
await using temporal = await server.client(namespace);
const folder = new URL('../../../fixtures/histories/', import.meta.url);
await mkdir(folder, { recursive: true });

const named = process.argv.slice(2);
async function record(name: string, workflowId: string): Promise<void> {
  if (named.length > 0 && !named.includes(name)) return;
  const history = await temporal.client.workflow.getHandle(workflowId).fetchHistory();
  const told = JSON.parse(historyToJSON(history), (key, value: unknown) =>
    // They name processes and folders of the machine that recorded them.
    key === 'identity' || key === 'stackTrace' ? '' : value,
  ) as unknown;
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(told, null, 1)}\n`);
  console.log(`${name}: ${history.events?.length} events`);
}

await record('ingest_feeds', 'ingest');
await record('ingest_feed', 'ingest/good/all');
await record('ingest_feed_failed', 'ingest/poisoned/all');
await record('publish_snapshot_asked', 'publish');
await mall.stock('jumpy', 2, { price: 900 }).run('schedules', 'apply');
await temporal.client.workflow.execute('ingestFeed', {
  workflowId: 'ingest/jumpy/all',
  taskQueue: 'ingest',
  args: [{ seller: 'jumpy', feed: 'all' }],
});
await temporal.client.workflow.getHandle('publish').result();
await record('ingest_feed_alone', 'ingest/jumpy/all');
await record('publish_snapshot_gathered', 'publish');
const [run] = /run_\w+(?=.* suspect )/.exec((await mall.run('runs')).out) ?? [];
await mall.run('runs', 'accept', run ?? '', '--temporal');
await record('publish_snapshot_accepted', 'publish');
await temporal.client.workflow.execute('collectGarbage', {
  workflowId: 'gc',
  taskQueue: 'publish',
  args: [{}],
});
await record('collect_garbage', 'gc');
await temporal.client.workflow.execute('refreshMedia', {
  workflowId: 'media',
  taskQueue: 'media',
  args: [{}],
});
await record('refresh_media', 'media');

// Of three deliveries one is answered at its second attempt, a minute later.
const asked = new Set<string>();
const receiver = createServer((request, response) => {
  const id = String(request.headers['webhook-id']);
  response.writeHead(id.endsWith('2') && !asked.has(id) ? 503 : 204).end();
  asked.add(id);
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const state = await openState(new DataFolder(mall.data).stateFile());
const watch = await waitingDeliveries(state, `${endpoint}/hook`, 3);
await state.close();
await until('the batch', () =>
  temporal.client.workflow
    .getHandle(endpointId(endpoint))
    .result()
    .catch(() => null),
);
await record('deliver_endpoint', endpointId(endpoint));
const retry = retryId({ endpoint, delivery: `dlv_${watch}_2` });
await temporal.client.workflow.getHandle(retry).result();
await record('retry_delivery', retry);
receiver.close();
receiver.closeAllConnections();
