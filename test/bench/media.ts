import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import sharp from 'sharp';
import { MEDIA_LIMITS, refreshMedia } from '../../pipelines/media/refresh.ts';
import { TestMarket } from '../pipelines/snapshot/market.ts';

const PICTURES = Number(process.env['PICTURES'] ?? 400);
const SIZES = [800, 1600];
/** The bar: new pictures of 800 x 800 pixels a minute. */
const WANTED_A_MINUTE = 1_000;
const UNCHANGED = 10_000;

/** PICTURES (400) new pictures from a server of this machine, with four renditions each; then a round with nothing new. */
export async function benchMedia(): Promise<void> {
  for (const size of SIZES) await benchNew(size);
  await benchUnchanged();
}

async function benchNew(size: number): Promise<void> {
  await using market = await TestMarket.open('shop');
  const { port, stop } = await pictureServer(size);
  const rows = Array.from({ length: PICTURES }, (_, nth) => ({
    sku: `a${nth}`,
    image_link: `https://img.shop.example/${nth}.jpg`,
  }));
  await market.observe('shop', '2026-05-01', rows);
  await market.publish();
  const cpu = process.cpuUsage();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 100);
  const { taken, seconds, bytes, requests } = await refreshMedia(settingsOf(market, port));
  clearInterval(watch);
  await stop();
  const { user, system } = process.cpuUsage(cpu);
  const minute = (taken / seconds) * 60;
  const work = (user + system) / 1e6 / taken;
  console.log(
    `\nMedia of ${size} x ${size} pixels: ${minute.toFixed(0)} a minute (${taken} in ${seconds.toFixed(1)} s, ${requests} requests, ${(bytes / 1e6).toFixed(1)} MB kept), ` +
      `${(work * 1000).toFixed(0)} ms of processor time each (so ${((2 * 60) / work).toFixed(0)} a minute on 2 idle cores), at most ${(most / 2 ** 20).toFixed(0)} MiB` +
      (size === SIZES[0] ? `; the bar is ${WANTED_A_MINUTE} a minute and 1024 MiB` : ''),
  );
}

async function benchUnchanged(): Promise<void> {
  await using market = await TestMarket.open('shop');
  // One picture at many addresses: what is measured is the second round.
  const picture = await noise(64, 0);
  const { port, stop } = await pictureServer(64, picture);
  const rows = Array.from({ length: UNCHANGED }, (_, nth) => ({
    sku: `a${nth}`,
    image_link: `https://img.shop.example/${nth}.jpg`,
  }));
  await market.observe('shop', '2026-05-01', rows);
  await market.publish();
  const first = await refreshMedia({ ...settingsOf(market, port), batch: UNCHANGED });
  const again = await refreshMedia(settingsOf(market, port));
  await stop();
  console.log(
    `${first.addresses} addresses known: a round makes ${again.requests} requests and takes ${again.seconds.toFixed(2)} s`,
  );
}

function settingsOf(market: TestMarket, port: number) {
  return {
    folder: market.folder,
    store: market.store,
    memoryLimit: '256MiB',
    limits: { ...MEDIA_LIMITS, requests_per_second: 1_000 },
    mirrors: [{ address: 'https://img.shop.example/', at: `http://127.0.0.1:${port}/` }],
    now: () => new Date('2026-06-01T00:00:00Z'),
  };
}

/** A photograph's worth of detail: smooth shades with grain, another for each number. */
async function noise(size: number, nth: number): Promise<Buffer> {
  const data = Buffer.alloc(size * size * 3);
  for (let at = 0; at < data.length; at++)
    data[at] = 128 + 70 * Math.sin(at / (900 + nth)) + ((at * 2_654_435_761 + nth * 97) % 29);
  return sharp(data, { raw: { width: size, height: size, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** A server in a thread of its own, which holds its pictures ready: `only` for all addresses, else one for each. */
async function pictureServer(size: number, only?: Buffer) {
  const pictures = only
    ? [only]
    : await Promise.all(Array.from({ length: PICTURES }, (_, nth) => noise(size, nth)));
  const worker = new Worker(SERVER, { eval: true, workerData: pictures });
  const [port] = (await once(worker, 'message')) as [number];
  return { port, stop: () => worker.terminate() };
}

const SERVER = `
const { createServer } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  const nth = Number.parseInt(request.url.slice(1), 10);
  response.writeHead(200, { 'content-type': 'image/jpeg' }).end(workerData[nth % workerData.length]);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;
