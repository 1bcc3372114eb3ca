import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Program } from './program.ts';

const KEY = 'an-operators-own-key-0123';

/** A seller whose feed is asked for, and comes when the test says so. */
async function slowSeller() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let ask = () => {};
  const asked = new Promise<void>((resolve) => {
    ask = resolve;
  });
  const server = createServer((_request, response) => {
    ask();
    void released.then(() =>
      response
        .writeHead(200, { 'content-type': 'text/csv' })
        .end('id,title,price,link\n1,Kettle,10.00 USD,https://alpha.example/1\n'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    release();
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.csv`, asked, release };
}

test('during the first ingest the key of the environment is known: 503 with Retry-After, and no other', async () => {
  const seller = await slowSeller();
  const program = new Program().write({
    'commerce-index.yaml': `market: { country: US, currency: USD }
allow_private_addresses: true
sellers:
  - { id: alpha, name: Alpha, kind: retailer, access: merchant_feed, feeds: [{ name: main, url: "${seller.url}", format: google }] }
`,
  });
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as AddressInfo;
  free.close();
  const running = program.begin(['start'], { PORT: String(port), API_KEY: KEY });
  onTestFinished(() => void running.stop());
  await seller.asked;
  const ask = (path: string, key: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
  for (const [path, init] of [
    ['/v1/sellers', {}],
    ['/v1/resolve', { method: 'POST', body: '{"ref":"1"}' }],
  ] as const) {
    const answer = await ask(path, KEY, init);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await answer.json()).toMatchObject({ code: 'unavailable', retryable: true });
  }
  expect((await ask('/v1/sellers', 'another-key-0123456789')).status).toBe(401);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
  seller.release();
  await running.says('ready: ');
  expect((await ask('/v1/sellers', KEY)).status).toBe(200);
});
