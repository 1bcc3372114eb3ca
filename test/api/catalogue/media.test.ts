import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../../api/http/operations.ts';
import { type HeldMedia, MediaIndex } from '../../../warehouse/reads/media_index.ts';
import type { Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { running } from '../http/harness.ts';
import { indexServer } from '../index_server.ts';

const at = (name: string) => `https://img.example/${name}.jpg`;

const held = (nth: number, parts: Partial<HeldMedia> = {}): HeldMedia => ({
  media_key: BigInt(nth),
  content: nth.toString(16).padStart(64, '0'),
  width: 640,
  height: 480,
  role: 'primary',
  colors: [],
  format: 'jpeg',
  ...parts,
});

/** One product in two colours, sold by two sellers; the shop lists all its pictures with both of them. */
const shared = ['red', 'blue', 'room', 'close'].map(at);
const red = listing('alpha', 'r', {
  title: 'Ridge runner',
  attributes: { 'general.color': 'Rot', 'shoes.size': '9' },
  image_url: at('red'),
  image_urls: shared,
});
const blue = listing('alpha', 'b', {
  product_id: red.product_id,
  title: 'Ridge runner',
  attributes: { 'general.color': 'Navy', 'shoes.size': '9' },
  image_url: at('blue'),
  image_urls: shared,
});
const green = listing('alpha', 'g', {
  product_id: red.product_id,
  title: 'Ridge runner',
  attributes: { 'general.color': 'Green', 'shoes.size': '9' },
  image_url: null,
  image_urls: [at('absent')],
});
const elsewhere = listing('beta', 'x', {
  product_id: red.product_id,
  variant_id: red.variant_id,
  image_url: at('red from beta'),
  image_urls: [at('red behind')],
  video_url: 'https://img.example/turn.mp4',
});
const gone = listing('gamma', 'z', {
  product_id: red.product_id,
  availability: 'gone',
  image_url: at('old'),
});
const other = listing('alpha', 'o', { title: 'Kettle' });

const RED = held(1, { colors: ['red'], width: 1200, height: 900 });
const index = MediaIndex.of({
  [at('red')]: RED,
  [at('red from beta')]: RED,
  [at('blue')]: held(2, { colors: ['blue', 'white'], width: 300, height: 300 }),
  [at('room')]: held(3, { role: 'lifestyle', colors: ['brown', 'green'] }),
  [at('close')]: held(4, { role: 'detail' }),
  [at('red behind')]: held(5, { colors: ['red'] }),
  [at('old')]: held(6),
  'https://img.example/turn.mp4': held(7, { role: 'video', format: 'mp4', width: 320, height: 180 }),
});

const plain = listedSnapshot([red, blue, green, elsewhere, gone, other]);
const snapshot: Snapshot = {
  ...plain,
  hold: <T extends Disposable>(open: (snapshot: Snapshot) => Promise<T>) =>
    (open as unknown) === MediaIndex.open ? Promise.resolve(index as Disposable as T) : plain.hold(open),
};

interface Media {
  media: {
    media_id: string;
    role: string;
    url: string;
    renditions: Record<string, string>;
    rendition_widths: Record<string, number>;
    width: number;
    variant_ids: string[];
    alt: string;
    sellers: string[];
    inherited_from: string | null;
  }[];
  counts: Record<string, number>;
}

const path = `/v1/products/${red.product_id}/media`;
const idOf = (nth: number) => `med_${nth.toString(16).padStart(16, '0')}`;

describe('GET /v1/products/:id/media', () => {
  test('each picture once, by role, with the variants whose colour it has', async () => {
    const { body } = await (await indexServer(snapshot)).get<Media>(path);
    expect(body.media.map(({ media_id, role, variant_ids }) => [media_id, role, variant_ids])).toEqual([
      [idOf(1), 'primary', [red.variant_id]],
      [idOf(2), 'primary', [blue.variant_id]],
      // It looks like a primary picture, but nobody puts it first and the variant has one.
      [idOf(5), 'gallery', [red.variant_id]],
      [idOf(4), 'detail', [red.variant_id, blue.variant_id]],
      [idOf(3), 'lifestyle', [red.variant_id, blue.variant_id]],
      [idOf(7), 'video', [red.variant_id]],
    ]);
    expect(body.counts).toEqual({
      total: 6,
      primary: 2,
      gallery: 1,
      detail: 1,
      lifestyle: 1,
      size_chart: 0,
      video: 1,
    });
    expect(body.media[0]).toMatchObject({ sellers: ['alpha', 'beta'], width: 1200, inherited_from: null });
    expect(body.media.map(({ alt }) => alt).slice(0, 2)).toEqual(['Ridge runner, Rot', 'Ridge runner, Navy']);
  });

  test('renditions are named with the width that they really have', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get<Media>(path);
    const [large, small] = body.media;
    expect(large?.rendition_widths).toEqual({ thumb: 200, card: 400, detail: 800, full: 1200 });
    expect(small?.rendition_widths).toEqual({ thumb: 200, card: 300, detail: 300, full: 300 });
    expect(large?.renditions['card']).toBe(`/media/${RED.content}/card.webp`);
    expect(large?.url).toBe(`/media/${RED.content}/full.webp`);
    const video = body.media.at(-1);
    expect([video?.url, video?.renditions]).toEqual([`/media/${held(7).content}/video.mp4`, {}]);
    const only = await server.get<Media>(`${path}?rendition=card`);
    expect(only.body.media.map(({ renditions }) => Object.keys(renditions))).toEqual([
      ...Array.from({ length: 5 }, () => ['card']),
      [],
    ]);
  });

  test('a variant without a primary picture inherits one and says so', async () => {
    const server = await indexServer(snapshot);
    const own = await server.get<Media>(`${path}?variant_id=${blue.variant_id}`);
    expect(own.body.media.map(({ media_id, inherited_from }) => [media_id, inherited_from])).toEqual([
      [idOf(2), null],
      [idOf(4), null],
      [idOf(3), null],
    ]);
    const bare = await server.get<Media>(`${path}?variant_id=${green.variant_id}`);
    expect(bare.body.media.map(({ media_id, inherited_from }) => [media_id, inherited_from])).toEqual([
      [idOf(1), red.product_id],
    ]);
    expect(bare.body.counts).toMatchObject({ total: 1, primary: 1 });
  });

  test('a role keeps its items alone, counts tell of all', async () => {
    const { body } = await (await indexServer(snapshot)).get<Media>(`${path}?role=detail`);
    expect(body.media.map(({ media_id }) => media_id)).toEqual([idOf(4)]);
    expect(body.counts['total']).toBe(6);
  });

  test('a product without media has an empty list; mistakes are named', async () => {
    const server = await indexServer(snapshot);
    const none = await server.get<Media>(`/v1/products/${other.product_id}/media`);
    expect([none.body.media, none.body.counts['total']]).toEqual([[], 0]);
    expect((await server.get(`${path}?role=poster`)).body).toMatchObject({ code: 'invalid_request' });
    expect((await server.get(`${path}?rendition=huge`)).status).toBe(400);
    expect((await server.get(`${path}?variant_id=${other.variant_id}`)).status).toBe(404);
  });

  test('search, offers, compare and the product carry the thumb of what they show', async () => {
    const server = await indexServer(snapshot);
    const thumbOf = (nth: number) => `/media/${held(nth).content}/thumb.webp`;
    const found = await server.get<{ results: object[] }>('/v1/search?q=ridge+runner');
    expect(found.body.results).toMatchObject([{ thumb: thumbOf(1) }]);
    expect((await server.get(`/v1/products/${red.product_id}`)).body).toMatchObject({ thumb: thumbOf(1) });
    const offers = await server.get<{ offers: { sku: string; thumb: string }[] }>(
      `/v1/products/${red.product_id}/offers`,
    );
    expect(Object.fromEntries(offers.body.offers.map(({ sku, thumb }) => [sku, thumb]))).toEqual({
      r: thumbOf(1),
      b: thumbOf(2),
      g: thumbOf(1),
      x: thumbOf(1),
    });
    const compared = await server.post('/v1/compare', { ref: blue.offer_id });
    expect(compared.body).toMatchObject({ thumb: thumbOf(2), offers: [{ thumb: thumbOf(2) }] });
    expect((await server.get(`/v1/products/${other.product_id}`)).body).toMatchObject({ thumb: null });
  });
});

describe('the files of media', () => {
  const content = 'ab'.repeat(32);

  async function served() {
    const folder = join(tmpdir(), `media-${process.pid}`);
    await mkdir(join(folder, content), { recursive: true });
    await writeFile(join(folder, content, 'thumb.webp'), 'RIFF0123WEBP');
    const { app } = await running(OPERATIONS, { settings: { media_folder: folder } });
    return app;
  }

  test('are served to everybody, to be kept for ever, with ranges', async () => {
    const app = await served();
    const url = `/media/${content}/thumb.webp`;
    const whole = await app.inject({ url });
    expect([whole.statusCode, whole.body]).toEqual([200, 'RIFF0123WEBP']);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
    });
    const part = await app.inject({ url, headers: { range: 'bytes=4-7' } });
    expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([
      206,
      '0123',
      'bytes 4-7/12',
    ]);
    const again = await app.inject({ url, headers: { 'if-none-match': String(whole.headers.etag) } });
    expect(again.statusCode).toBe(304);
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '12', '']);
  });

  test.each([
    `/media/${content}/card.webp`,
    `/media/${content}/../thumb.webp`,
    `/media/${content}/%2e%2e%2fstate.sqlite`,
    '/media/..%2f..%2f/state.sqlite',
    `/media/${'0'.repeat(64)}/thumb.webp`,
  ])('%s is not found, and that is not kept', async (url) => {
    const answer = await (await served()).inject({ url });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([404, 'no-store']);
  });
});
