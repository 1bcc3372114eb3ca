import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MediaReject } from '../../../pipelines/media/media_error.ts';
import { MEDIA_LIMITS, type MediaSummary, refreshMedia } from '../../../pipelines/media/refresh.ts';
import { collectGarbage } from '../../../pipelines/snapshot/collect_garbage.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { TestMarket } from '../snapshot/market.ts';
import { type Answer, PictureServer } from './picture_server.ts';

/** What listings call the host; a mirror leads it to the server of the test. */
const HOST = 'https://img.shop.example/';
const limits = { ...MEDIA_LIMITS, seconds: 6, bytes: 300_000, pixels: 4_000_000, requests_per_second: 1000 };

let market: TestMarket;
let server: PictureServer;
let other: PictureServer;
let now = new Date('2026-06-01T00:00:00Z');

/** A red square on white, so big. */
const square = (width = 300, height = 300, color = '#d02020') =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } }).composite([
    {
      input: {
        create: { width: width / 2, height: height / 2, channels: 3, background: color },
      },
    },
  ]);

async function answers(): Promise<Record<string, Answer>> {
  const jpeg = await square().jpeg().toBuffer();
  const frames = await Promise.all(
    ['#d02020', '#20d020'].map((color) => square(64, 64, color).png().toBuffer()),
  );
  return {
    '/good.jpg': { body: jpeg },
    '/unnamed': { body: jpeg.subarray(0), type: 'application/octet-stream' },
    '/cmyk.jpg': { body: await square(320, 240).toColourspace('cmyk').jpeg().toBuffer() },
    // 200 x 100 as it lies in the file, 100 x 200 as one sees it.
    '/rotated.jpg': { body: await square(200, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer() },
    '/truncated.jpg': { body: jpeg.subarray(0, jpeg.length / 2) },
    '/bomb.png': {
      body: await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    },
    '/animated.gif': {
      body: await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      type: 'image/gif',
    },
    '/page.jpg': { body: '<!doctype html><title>Not found</title>' },
    '/page': { body: '<!doctype html>', type: 'text/html; charset=utf-8' },
    '/drawing.svg': { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', type: 'image/svg+xml' },
    '/pixel.png': { body: await square(2, 2).png().toBuffer(), type: 'image/png' },
    '/broken': { body: 'no', status: 503 },
    '/endless.jpg': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      const more = () => {
        if (!response.destroyed) response.write(Buffer.alloc(65_536, 0xff), () => setTimeout(more, 5));
      };
      more();
    },
    '/slow.jpg': (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.write(jpeg.subarray(0, 100));
    },
    '/cut.jpg': (request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': '5000' });
      response.write(jpeg.subarray(0, 100), () => request.socket.destroy());
    },
    '/inside.jpg': (_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${other.port}/secret.jpg` }).end();
    },
    '/moved.jpg': (_request, response) => {
      response.writeHead(301, { location: '/good.jpg' }).end();
    },
  };
}

/** What each must come to: a reject, or its size as one sees it. */
const EXPECTED: Record<string, MediaReject | [width: number, height: number]> = {
  'good.jpg': [300, 300],
  unnamed: [300, 300],
  'moved.jpg': [300, 300],
  'cmyk.jpg': [320, 240],
  'rotated.jpg': [100, 200],
  'truncated.jpg': 'damaged',
  'bomb.png': 'too_many_pixels',
  'animated.gif': 'animated',
  'page.jpg': 'not_media',
  page: 'content_type',
  'drawing.svg': 'content_type',
  'pixel.png': 'too_small',
  broken: 'http_status',
  'none.jpg': 'not_found',
  'endless.jpg': 'too_large',
  'slow.jpg': 'timeout',
  'cut.jpg': 'unreachable',
  'inside.jpg': 'address_refused',
};

const refresh = (): Promise<MediaSummary> =>
  refreshMedia({
    folder: market.folder,
    store: market.store,
    memoryLimit: '256MiB',
    limits,
    mirrors: [{ address: HOST, at: `http://127.0.0.1:${server.port}/` }],
    now: () => now,
  });

interface SourceRow {
  name: string;
  code: string | null;
  detail: string | null;
  attempts: number;
  media_key: string | null;
  content: string | null;
  width: number | null;
  height: number | null;
  role: string | null;
}

async function sources(): Promise<SourceRow[]> {
  const { tables } = await market.manifest();
  const paths = async (table: 'media' | 'media_sources') =>
    fileList(await Promise.all((tables[table] ?? []).map((part) => market.store.local(part.key))));
  await using database = await Database.open({ memoryLimit: '256MiB', spill: market.folder.scratch('test') });
  return await database.rows<SourceRow & Record<string, never>>(
    'read sources',
    `select split_part(address, '/', 4) as name, code, detail, attempts, media_key::varchar as media_key, content, width, height, role
     from read_parquet(${await paths('media_sources')}) as source left join read_parquet(${await paths('media')}) as media using (content) order by name`,
  );
}

/** Listings of these pictures, and many without, so that a feed that drops some looks like itself. */
const listings = (names: readonly string[]) => [
  ...names.map((name) => ({ sku: name, title: `Article ${name}`, image_link: `${HOST}${name}` })),
  ...Array.from({ length: 150 }, (_, nth) => ({ sku: `still ${nth}` })),
];

beforeAll(async () => {
  other = await PictureServer.open({ '/secret.jpg': { body: await square().jpeg().toBuffer() } });
  server = await PictureServer.open(await answers());
  market = await TestMarket.open('shop', 'store');
  await market.observe('shop', '2026-05-01', listings(Object.keys(EXPECTED)));
  await market.publish();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await market[Symbol.asyncDispose]();
});

test('each picture is taken, or refused for a reason of its own, and the run goes on', async () => {
  const before = await market.manifest();
  const summary = await refresh();
  const found = await sources();
  expect(
    Object.fromEntries(found.map(({ name, code, width, height }) => [name, code ?? [width, height]])),
  ).toEqual(EXPECTED);
  expect(other.asked).toEqual([]);
  const rejected = Object.values(EXPECTED).filter((one) => typeof one === 'string');
  expect(Object.values(summary.rejected_by).reduce((sum, one) => sum + one, 0)).toBe(rejected.length);
  expect(summary).toMatchObject({ asked: Object.keys(EXPECTED).length, taken: 3, items: 3, files: 3 });
  // The same bytes from three addresses are one item, whatever they are called.
  const keyOf = (name: string) => found.find((one) => one.name === name)?.media_key;
  expect(keyOf('unnamed')).toBe(keyOf('good.jpg'));
  expect(keyOf('moved.jpg')).toBe(keyOf('good.jpg'));
  const after = await market.manifest();
  expect({ ...after.tables, media: undefined, media_sources: undefined }).toEqual({
    ...before.tables,
    media: undefined,
    media_sources: undefined,
  });
  expect(after.media_run?.rejected_by).toEqual(summary.rejected_by);
});

test('renditions are WebP in sRGB, upright, never enlarged, without metadata', async () => {
  const { content } = (await sources()).find(({ name }) => name === 'rotated.jpg') ?? {};
  const folder = market.folder.path('media', content ?? '');
  expect((await readdir(folder)).toSorted()).toEqual(['card.webp', 'detail.webp', 'full.webp', 'thumb.webp']);
  const made = await sharp(await readFile(`${folder}/full.webp`)).metadata();
  expect(made).toMatchObject({ format: 'webp', width: 100, height: 200, space: 'srgb' });
  expect([made.exif, made.icc, made.xmp, made.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('what is unchanged is not asked for again, what failed is, more and more seldom', async () => {
  // It has been waited for once.
  server.answers.delete('/slow.jpg');
  server.asked.length = 0;
  expect(await refresh()).toMatchObject({ snapshot_id: null, asked: 0, requests: 0 });
  expect(server.asked).toEqual([]);
  now = new Date(now.getTime() + 61 * 60_000);
  const failed = Object.values(EXPECTED).filter((one) => typeof one === 'string').length;
  server.answers.set('/none.jpg', { body: await square(500, 500, '#2020d0').jpeg().toBuffer() });
  expect(await refresh()).toMatchObject({ asked: failed, taken: 1 });
  const then = new Map((await sources()).map((one) => [one.name, one]));
  expect(then.get('none.jpg')).toMatchObject({ code: null, attempts: 0, width: 500 });
  expect(then.get('broken')).toMatchObject({ code: 'http_status', attempts: 2 });
  now = new Date(now.getTime() + 61 * 60_000);
  expect(await refresh()).toMatchObject({ asked: 0 });
});

test('what was taken is asked for after a month, and only whether it changed', async () => {
  const asked: (string | undefined)[] = [];
  server.answers.set('/good.jpg', (request, response) => {
    asked.push(request.headers['if-none-match']);
    response.writeHead(304).end();
  });
  now = new Date(now.getTime() + 31 * 86_400_000);
  const found = (await sources()).find(({ name }) => name === 'good.jpg');
  await refresh();
  expect(asked.length).toBeGreaterThan(0);
  expect((await sources()).find(({ name }) => name === 'good.jpg')).toEqual(found);
});

test('an address that no listing names any more is forgotten, its id is not', async () => {
  const before = await sources();
  await market.observe('shop', '2026-05-02', listings(['good.jpg']));
  await market.publish();
  server.asked.length = 0;
  expect(await refresh()).toMatchObject({ addresses: 1, items: 1, files: 1, asked: 0 });
  await market.observe('shop', '2026-05-03', listings(['good.jpg', 'cmyk.jpg']));
  await market.publish();
  expect(await refresh()).toMatchObject({ addresses: 2, items: 2, asked: 1, taken: 1 });
  const keyOf = (rows: SourceRow[]) => rows.find(({ name }) => name === 'cmyk.jpg')?.media_key;
  expect(keyOf(await sources())).toBe(keyOf(before));
});

test('the same picture in another size from another seller of the product is the same item', async () => {
  const picture = await square(900, 600, '#1f6f3f')
    .composite([{ input: await square(100, 100, '#e0a020').png().toBuffer(), left: 380, top: 180 }])
    .png()
    .toBuffer();
  server.answers.set('/big.png', { body: picture, type: 'image/png' });
  server.answers.set('/small.webp', {
    body: await sharp(picture).resize(240).webp({ quality: 60 }).toBuffer(),
    type: 'image/webp',
  });
  server.answers.set('/print.jpg', { body: await sharp(picture).toColourspace('cmyk').jpeg().toBuffer() });
  server.answers.set('/blue.png', {
    body: await square(900, 600, '#1f3f9f').png().toBuffer(),
    type: 'image/png',
  });
  const gtin = '4006381333931';
  await market.observe('shop', '2026-05-04', [
    ...listings(['good.jpg']),
    { sku: 'a', gtin, image_link: `${HOST}small.webp` },
  ]);
  await market.observe('store', '2026-05-04', [
    {
      sku: 'b',
      gtin,
      image_link: `${HOST}big.png`,
      additional_image_link: `${HOST}print.jpg,${HOST}blue.png`,
    },
  ]);
  await market.publish();
  expect(await refresh()).toMatchObject({ taken: 4, files: 5, items: 3 });
  const found = new Map((await sources()).map(({ name, media_key }) => [name, media_key]));
  expect(found.get('small.webp')).toBe(found.get('big.png'));
  expect(found.get('print.jpg')).toBe(found.get('big.png'));
  expect(found.get('blue.png')).not.toBe(found.get('big.png'));
  expect(existsSync(market.folder.scratch('media'))).toBe(false);
});

test('a video is kept as it came, with the size that one sees; a page about one is refused', async () => {
  const file = (name: string) => readFile(new URL(`../../../fixtures/media/${name}`, import.meta.url));
  server.answers.set('/turned.mp4', { body: await file('rotated.mp4'), type: 'video/mp4' });
  server.answers.set('/film.webm', { body: await file('clip.webm'), type: 'application/octet-stream' });
  server.answers.set('/watch', { body: '<!doctype html>', type: 'text/html' });
  server.answers.set('/cut.mp4', { body: (await file('clip.mp4')).subarray(0, 600), type: 'video/mp4' });
  const films = ['turned.mp4', 'film.webm', 'watch', 'cut.mp4'];
  await market.observe('shop', '2026-05-05', [
    ...listings(['good.jpg']),
    ...films.map((name) => ({ sku: name, title: `Film ${name}`, video_link: `${HOST}${name}` })),
  ]);
  await market.publish();
  expect(await refresh()).toMatchObject({ asked: 4, taken: 2, rejected_by: { content_type: 1, damaged: 1 } });
  const found = new Map((await sources()).map((one) => [one.name, one]));
  expect(found.get('turned.mp4')).toMatchObject({ width: 48, height: 64, role: 'video' });
  expect(found.get('film.webm')).toMatchObject({ width: 80, height: 60, role: 'video' });
  const folder = market.folder.path('media', found.get('film.webm')?.content ?? '');
  expect(await readdir(folder)).toEqual(['video.webm']);
  expect(await readFile(`${folder}/video.webm`)).toEqual(await file('clip.webm'));
});

test('files that no kept snapshot names are collected, the others stay', async () => {
  const held = async () => (await readdir(market.folder.path('media'))).toSorted();
  const before = await held();
  const named = [...new Set((await sources()).flatMap(({ content }) => content ?? []))].toSorted();
  expect(before.length).toBeGreaterThan(named.length);
  const collect = (days: number) =>
    collectGarbage({
      folder: market.folder,
      store: market.store,
      now: () => new Date(Date.now() + days * 86_400_000),
      keepSnapshots: 1,
      keepHours: 0,
    });
  // Young files may belong to a run that is under way.
  await collect(0);
  expect(await held()).toEqual(before);
  await collect(2);
  expect(await held()).toEqual(named);
});
