import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openState } from '../../../warehouse/state/state.ts';
import { watchedPrices, watchId } from './watched_prices.ts';

/** Long enough to get from the announcement into the deliveries. */
const LONGEST_LIFE_MS = 600;

const CHILD = fileURLToPath(new URL('./delivering_process.ts', import.meta.url));

/** What was left of an announcement and its deliveries under kills. */
export interface KilledDelivery {
  kills: number;
  /** Kills while events were still being taken into the log. */
  kills_in_announcement: number;
  events: number;
  /** Pairs of watch and event that had to arrive, and those that never did. */
  expected: number;
  lost: number;
  /** Requests that arrived beyond one success for each pair. */
  duplicates: number;
  /** Deliveries that failed five times and were sent again. */
  dead_letters: number;
  /** Endpoints that something still waits for in the end. */
  waiting: number;
}

/**
 * Has a process take a publication's events into the log and deliver them to a receiver that fails 20 % of the time, and
 * kills it (SIGKILL) again and again at random moments; at last one is let finish.
 */
export async function killedDelivery(settings: {
  listings: number;
  watches: number;
  kills: number;
}): Promise<KilledDelivery> {
  const received = new Map<string, number>();
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { watch_id, id } = JSON.parse(Buffer.concat(chunks).toString()) as {
        watch_id: string;
        id: string;
      };
      if (id !== request.headers['webhook-id'])
        throw new Error(`${id} came as ${String(request.headers['webhook-id'])}`);
      const fails = requests++ % 5 === 0;
      if (!fails) received.set(`${watch_id} ${id}`, (received.get(`${watch_id} ${id}`) ?? 0) + 1);
      response.writeHead(fails ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const callback = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const root = await startState();
  const state = await openState(root.path);
  await using market = await watchedPrices(state, { ...settings, callback });
  const total = settings.listings + settings.watches - 1;
  let inAnnouncement = 0;
  try {
    for (let kill = 0; kill < settings.kills; kill++) {
      const child = spawn(process.execPath, [CHILD, market.folder.root, root.path], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await new Promise((resolve) => child.stdout.once('data', resolve));
      await delay(Math.random() * LONGEST_LIFE_MS);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('close', resolve));
      if ((await state.events.bounds()).last_seq < settings.listings + Math.floor((settings.watches - 1) / 2))
        inAnnouncement++;
    }
    const last = spawn(process.execPath, [CHILD, market.folder.root, root.path], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let deadLetters = 0;
    for (let tries = 0; received.size < total && tries < 600; tries++) {
      await delay(100);
      if ((await state.deliveries.due(Number.MAX_SAFE_INTEGER)).length > 0) continue;
      for (let number = 0; number < settings.watches; number++)
        deadLetters += await state.deliveries.redeliver(watchId(number), null, Date.now());
    }
    last.kill('SIGTERM');
    await new Promise((resolve) => last.once('close', resolve));
    const { last_seq } = await state.events.bounds();
    const successes = [...received.values()].reduce((sum, times) => sum + times, 0);
    return {
      kills: settings.kills,
      kills_in_announcement: inAnnouncement,
      events: last_seq,
      expected: total,
      lost: total - received.size,
      duplicates: successes - received.size,
      dead_letters: deadLetters,
      waiting: (await state.deliveries.due(Number.MAX_SAFE_INTEGER)).length,
    };
  } finally {
    server.close();
    server.closeAllConnections();
    await state.close();
    await root.remove();
  }
}

async function startState() {
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-killed-'));
  return {
    path: join(folder, 'state.sqlite'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
