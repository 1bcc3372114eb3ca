import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { announce } from '../../pipelines/watch/announce.ts';
import { openState } from '../../warehouse/state/state.ts';
import { DeliveryEngine } from '../../workflows/deliver/delivery_engine.ts';
import { killedDelivery } from '../workflows/deliver/killed_delivery.ts';
import { watchedPrices, watchId } from '../workflows/deliver/watched_prices.ts';

/** The retry ladder, 600 times faster. */
const LADDER_MS = [100, 500, 3_000, 12_000];

/**
 * One publication that moves EVENTS prices (20,000), told to WATCHES watches (5,000) and delivered to a receiver in this
 * process that fails 20 % of the time; then a process that is killed KILLS times (100) meanwhile.
 */
export async function benchWatches(): Promise<void> {
  const listings = Number(process.env['EVENTS'] ?? 20_000);
  const watches = Number(process.env['WATCHES'] ?? 5_000);
  await deliverAll(listings, watches);
  const kills = Number(process.env['KILLS'] ?? 100);
  if (kills > 0) console.log('killed:', await killedDelivery({ listings: 3_000, watches: 501, kills }));
}

async function deliverAll(listings: number, watches: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-watches-'));
  const state = await openState(join(folder, 'state.sqlite'));
  const arrived = new Set<string>();
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { watch_id, id } = JSON.parse(Buffer.concat(chunks).toString()) as {
        watch_id: string;
        id: string;
      };
      requests++;
      const fails = Math.random() < 0.2;
      if (!fails) arrived.add(`${watch_id} ${id}`);
      response.writeHead(fails ? 503 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await using market = await watchedPrices(state, { listings, watches, callback });
  const begun = performance.now();
  const announced = await announce({
    store: market.store,
    state,
    now: () => new Date(),
    memoryLimit: '512MiB',
    spill: folder,
  });
  const told = (performance.now() - begun) / 1_000;
  console.log(
    `watches: ${announced.events} events of one publication held against ${watches} watches in ${told.toFixed(2)} s (${Math.round(announced.events / told)}/s): ${announced.deliveries} deliveries`,
  );
  const sending = performance.now();
  const onError = (error: unknown) => console.error(error);
  const engine = new DeliveryEngine({
    state,
    now: () => new Date(),
    allowPrivate: true,
    onError,
    ladderMs: LADDER_MS,
  });
  let redelivered = 0;
  let first = 0;
  while (arrived.size < announced.deliveries) {
    await delay(50);
    if (first === 0 && requests >= announced.deliveries) first = (performance.now() - sending) / 1_000;
    const waiting = await state.deliveries.due(Number.MAX_SAFE_INTEGER);
    if (waiting.length > 0) continue;
    for (let number = 0; number < watches; number++)
      redelivered += await state.deliveries.redeliver(watchId(number), null, Date.now());
  }
  const seconds = (performance.now() - sending) / 1_000;
  await engine[Symbol.asyncDispose]();
  console.log(
    `  delivered ${arrived.size} of ${announced.deliveries}, lost ${announced.deliveries - arrived.size}, in ${requests} requests: the first ${announced.deliveries} of them in ${first.toFixed(1)} s (${Math.round(announced.deliveries / first)}/s), all with a ladder 600 times faster in ${seconds.toFixed(1)} s; ${redelivered} dead letters (0.2^5 of them) redelivered`,
  );
  server.close();
  server.closeAllConnections();
  await state.close();
  await rm(folder, { recursive: true, force: true });
}
