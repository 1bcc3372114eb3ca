import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EventSource } from 'eventsource';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createServer } from '../../../api/http/server.ts';
import { streamEvents } from '../../../api/monitoring/stream.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { RunReads } from '../../../warehouse/run_reads.ts';
import type { NewEvent } from '../../../warehouse/state/events.ts';
import { openState, type State } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { running } from '../http/harness.ts';

const soon = { timeout: 5_000, interval: 20 };
let parts = 0;

/** Adds events to the log, with these numbers in their ids. */
async function add(state: State, numbers: readonly number[], event: Partial<NewEvent> = {}): Promise<void> {
  const events = numbers.map(
    (number): NewEvent => ({
      id: `evt_${String(number).padStart(16, '0')}`,
      type: 'price.changed',
      created_at: '2026-01-01T00:00:00.000Z',
      seller: 'alpha',
      product_id: null,
      variant_id: null,
      offer_id: null,
      owner: null,
      payload: { current: { price_minor: number }, text: 'x\ny' },
      ...event,
    }),
  );
  const batch = { part: `part ${++parts}`, from: 0, taken: events.length, deliveries: [], states: [] };
  await state.events.take({ ...batch, events }, 0);
}
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

async function streaming() {
  const served = await running([streamEvents], { settings: { heartbeat_ms: 50, key_refresh_ms: 20 } });
  const url = `${await served.app.listen({ port: 0, host: '127.0.0.1' })}/v1/stream`;
  return { ...served, url };
}

/** An independent client, which keeps the numbers of the events that it gets. */
function client(url: string, token: string, lastEventId?: string) {
  const numbers: number[] = [];
  const gaps: string[] = [];
  const source = new EventSource(url, {
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        headers: {
          ...init?.headers,
          authorization: `Bearer ${token}`,
          ...(lastEventId && numbers.length === 0 && { 'last-event-id': lastEventId }),
        },
      }),
  });
  onTestFinished(() => source.close());
  for (const type of ['price.changed', 'price.threshold_crossed', 'seller.changed'])
    source.addEventListener(type, (event) => {
      const data = JSON.parse(String(event.data)) as { id: string; current: { price_minor: number } };
      expect(event.lastEventId).toBe(data.id);
      numbers.push(data.current.price_minor);
    });
  source.addEventListener('gap', (event) => gaps.push(String(event.data)));
  const opened = new Promise<void>((resolve) => {
    source.addEventListener('open', () => resolve());
  });
  return { source, numbers, gaps, opened };
}

test('every client of two processes gets every event once and in order, through a lost connection and a new snapshot', async () => {
  const { app, state, url, token, catalogue, folder, lines } = await streaming();
  const state2 = await openState(join(folder, 'state.sqlite'));
  const app2 = createServer({
    operations: [streamEvents],
    catalogue,
    state: state2,
    market: { country: 'US', currency: 'USD' },
    runs: new RunReads(new FolderStore(folder), new DataFolder(folder)),
    settings: { scratch: join(folder, 'scratch2') },
    log: pino({ level: 'silent' }),
  });
  onTestFinished(async () => {
    await app2.close();
    await state2.close();
  });
  const url2 = `${await app2.listen({ port: 0, host: '127.0.0.1' })}/v1/stream`;
  await add(state, [1, 2, 3]);
  const [one, two] = [client(url, token), client(url2, token)];
  await Promise.all([one.opened, two.opened]);
  await add(state, range(10, 15));
  await vi.waitFor(() => expect([one.numbers, two.numbers]).toEqual([range(10, 15), range(10, 15)]), soon);
  catalogue.swap('snap_2');
  app.server.closeAllConnections();
  await add(state, range(15, 2_000));
  await vi.waitFor(() => expect(two.numbers).toEqual(range(10, 2_000)), soon);
  await vi.waitFor(() => expect(one.numbers).toEqual(range(10, 2_000)), { timeout: 8_000 });
  expect(catalogue.held).toBe(0);
  expect(lines.some(({ level }) => level === 50)).toBe(false);
});

test('what may not be seen or was not asked for is left out; an id that the log has not makes a gap', async () => {
  const { state, url, token } = await streaming();
  await add(state, [1], { type: 'price.threshold_crossed', owner: 'somebody' });
  await add(state, [2], { type: 'price.threshold_crossed', owner: 'tests' });
  await add(state, [3], { type: 'seller.changed' });
  await add(state, [4]);
  const all = client(url, token, 'evt_ffffffffffffffff');
  const some = client(`${url}?type=seller.changed`, token, 'evt_0000000000000002');
  await vi.waitFor(() => expect(all.numbers).toEqual([2, 3, 4]), soon);
  await vi.waitFor(() => expect(some.numbers).toEqual([3]), soon);
  expect(all.gaps[0]).toContain('evt_ffffffffffffffff');
  expect(some.gaps).toEqual([]);
});

test('a client that does not read is written no more than its buffers take, and misses nothing', async () => {
  const { state, url, token } = await streaming();
  const got: string[] = [];
  const { promise, resolve } = Promise.withResolvers<() => void>();
  const sent = request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
    response.pause();
    resolve(() => {
      response.setEncoding('utf8').on('data', (chunk: string) => got.push(chunk));
      response.resume();
    });
  });
  sent.end();
  onTestFinished(() => {
    sent.destroy();
  });
  const read = await promise;
  const before = process.memoryUsage().rss;
  for (let from = 0; from < 8; from++)
    await add(state, range(from * 500 + 10_000, (from + 1) * 500 + 10_000), {
      payload: { current: { price_minor: 1 }, filling: 'y'.repeat(10_000) },
    });
  await delay(600);
  // 40 MB of events, of which the client's own 1,000 at most are kept here
  expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  read();
  const ids = () => new Set([...got.join('').matchAll(/^id: (\S+)$/gm)].map(([, id]) => id));
  await vi.waitFor(() => expect(ids().size).toBe(4_000), { timeout: 10_000, interval: 200 });
});

test('a stream lives by heartbeats, and ends with its key', async () => {
  const { state, url, token, keyId } = await streaming();
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('x-request-id')).toMatch(/^req_/);
  let text = '';
  const ended = (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
  })();
  await vi.waitFor(() => expect(text.split('\n\n').filter((part) => part === ':')).toHaveLength(3), soon);
  expect(text).toMatch(/^retry: 3000\n\n/);
  await state.keys.revoke(keyId);
  await ended;
  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
});
