import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLES } from '../../../api/docs/examples.ts';
import {
  type FeedFormat,
  type FeedProtocol,
  PROTOCOLS,
  type ProtocolName,
} from '../../../exports/feeds/protocol.ts';
import { checkedFeed, PROTOCOL_FORMATS } from '../../exports/feeds/protocol_rules.ts';
import { Program, type Running } from './program.ts';
import { DEMO_SELLERS, keepTold, lent, type Told, toldConfiguration } from './told_market.ts';

const README = fileURLToPath(new URL('../../../README.md', import.meta.url));
const shell = promisify(execFile);
const program = new Program();
let running: Running;

const urlOf = (text: string) => /ready: .* at (http:\S+)/.exec(text)?.[1] ?? '';
const number = (text = '') => Number(text.replaceAll(',', ''));
const status = async (url: string) => (await fetch(url)).status;

beforeAll(async () => {
  running = program.begin(['start'], { PORT: '0' });
  await running.says('/v1/compare');
});

afterAll(async () => {
  await running.stop();
});

test('the demo is read whole: every row is accepted or rejected, and said so', () => {
  const [, read, accepted, rejected] =
    /rows read ([\d,]+) = accepted ([\d,]+) \+ rejected ([\d,]+)/.exec(running.out) ?? [];
  expect(number(read)).toBeGreaterThan(50_000);
  expect(number(accepted) + number(rejected)).toBe(number(read));
  expect(running.out).not.toContain('failed:');
  expect(running.out).toMatch(/matched: gtin_exact [\d,]+/);
  expect(running.out).toMatch(/listings: unchanged [\d,]+, changed [\d,]+, new [\d,]+/);
  expect(running.out).toMatch(/seconds: land [\d.]+, stage [\d.]+, history [\d.]+/);
});

test('the day with a feed-wide price fault is held back for a person', () => {
  expect(running.out).toMatch(/suspect, not published: voltcity\/catalogue of 2026-08-11/);
});

test('the three curl lines work when pasted', async () => {
  const lines = running.out.split('\n').filter((line) => line.trim().startsWith('curl '));
  expect(lines).toHaveLength(3);
  const answers: Record<string, unknown>[] = [];
  for (const line of lines) {
    const { stdout } = await shell('sh', ['-c', line.trim()]);
    answers.push(JSON.parse(stdout) as Record<string, unknown>);
  }
  const [product, context, compare] = answers;
  expect(product?.['product_id']).toMatch(/^prd_/);
  expect(context?.['product_id']).toBe(product?.['product_id']);
  expect(context).toHaveProperty('percentile');
  expect(compare?.['product_id']).toBe(product?.['product_id']);
  const offers = compare?.['offers'] as { seller: string }[];
  expect(new Set(offers.map((offer) => offer.seller)).size).toBeGreaterThan(2);
});

/** A feed of the demo, in as few pages as its protocol allows, held against its protocol's own rules. */
async function demoFeed(protocol: ProtocolName, format: FeedFormat) {
  const key = /Bearer ([^"]+)"/.exec(running.out)?.[1] ?? '';
  const [told, faults] = [{ rows: 0, left_out: 0, products: 0, pages: 0 }, [] as string[]];
  const { page: pages }: FeedProtocol = PROTOCOLS[protocol];
  let path: string | undefined =
    `/v1/feed/${protocol}?format=${format}${pages ? `&limit=${pages.most}` : ''}`;
  while (path !== undefined) {
    const answer: Response = await fetch(urlOf(running.out) + path, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    const page = await checkedFeed(protocol, format, await answer.text());
    faults.push(...page.faults);
    told.rows += number(answer.headers.get('x-row-count') ?? '');
    told.left_out += number(answer.headers.get('x-left-out') ?? '');
    told.products += page.records.length;
    told.pages++;
    path = /^<(.*)>/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return { ...told, faults };
}

test('the whole demo in every protocol keeps to that protocol’s own rules', async () => {
  const variants = new Set<number>();
  for (const [protocol, format] of PROTOCOL_FORMATS) {
    const told = await demoFeed(protocol, format);
    expect(told.faults, `${protocol} as ${format}`).toEqual([]);
    expect(told.products, protocol).toBeGreaterThan(200);
    // Every variant that can be bought new is in the feed or counted as left out.
    variants.add(told.rows + told.left_out);
  }
  expect([...variants]).toHaveLength(1);
});

/** Where each id that documents name can be asked for. */
const ASKED_AT: Readonly<Record<string, string>> = {
  prd: '/v1/products/',
  var: '/v1/products/',
  run: '/v1/runs/',
  rev: '/v1/reviews/',
};

test('what the example answers and the README name is in the demo (else: npm run docs:examples, CONTRIBUTING.md)', async () => {
  const key = /Bearer ([^"]+)"/.exec(running.out)?.[1] ?? '';
  const told = readFileSync(README, 'utf8') + JSON.stringify([...EXAMPLES.values()]);
  const asked = [...new Set(told.match(/\b(?:prd|var|off|run|rev)_[0-9a-f]+\b/g))].map((id) => {
    const place = ASKED_AT[id.slice(0, 3)];
    return place === undefined ? `/v1/offers/${id}/returns` : place + id;
  });
  expect(asked.length).toBeGreaterThan(40);
  const headers = { authorization: `Bearer ${key}` };
  const missing: string[] = [];
  for (const path of asked) {
    const answer = await fetch(urlOf(running.out) + path, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) missing.push(`${path} ${answer.status}`);
  }
  expect(missing).toEqual([]);
});

test('health, readiness and the reference need no key; the rest does', async () => {
  const url = urlOf(running.out);
  expect(await status(`${url}/healthz`)).toBe(200);
  expect(await status(`${url}/readyz`)).toBe(200);
  expect(await status(`${url}/docs`)).toBe(200);
  expect(await status(`${url}/v1/sellers`)).toBe(401);
});

test('a second start finds the warehouse: nothing is read, no key is made, and it ends when asked', async () => {
  const second = program.begin(['start'], { PORT: '0' });
  await second.says('ready: ');
  expect(await status(`${urlOf(second.out)}/readyz`)).toBe(200);
  expect(second.out).toContain('as shown at the first start');
  const { code, out, err } = await second.stop();
  expect({ code, err }).toEqual({ code: 0, err: 'stopping: requests that are running are finished first\n' });
  expect(out).not.toMatch(/rows read|ci_/);
});

test('a port that is taken is said at once', async () => {
  const { port } = new URL(urlOf(running.out));
  const { code, err } = await program.process(['start'], { PORT: port });
  expect(code).toBe(1);
  expect(err).toBe(
    `error: port ${port} on 127.0.0.1 is in use; stop what uses it, or set PORT to another (0 takes a free one)\n`,
  );
});

test('a dataset is written as the API would send it', async () => {
  const { code, out } = await program.run([
    'export',
    'offers',
    '--format',
    'ndjson',
    '--columns',
    'id',
    'seller',
    '--seller',
    'techmart',
  ]);
  expect(code).toBe(0);
  const lines = program.read('offers.ndjson').trim().split('\n');
  expect(out).toMatch(/^[\d,]+ rows, [\d.]+ kB, written to /);
  expect(number(/^[\d,]+/.exec(out)?.[0])).toBe(lines.length);
  for (const line of lines)
    expect(JSON.parse(line)).toEqual({
      id: expect.stringMatching(/^off_/) as unknown,
      seller: 'techmart',
    });
  expect((await program.run(['export', 'offers', '--columns', 'colour'])).err).toMatch(
    /offers has no column colour; there is id/,
  );
});

test('API_KEY opens every door and is not shown', async () => {
  const key = 'an-operators-own-key-0123';
  const other = program.begin(['api'], { PORT: '0', API_KEY: key });
  await other.says('readyz');
  const url = /(http:\S+)\/v1/.exec(other.out)?.[1] ?? '';
  const answer = await fetch(`${url}/v1/sellers`, { headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const { code, out, err } = await other.stop();
  expect(code).toBe(0);
  expect(out + err).not.toContain(key);
});

/** A row of the export `listings`. */
type Listing = Record<string, unknown>;
const keyOf = ({ seller, sku }: Listing) => `${String(seller)}:${String(sku)}`;

/** The listings that are live, by seller and sku. */
async function liveListings(env: Record<string, string> = {}): Promise<Map<string, Listing>> {
  const { code, err } = await program.run(['export', 'listings', '--format', 'ndjson'], env);
  expect(err).toBe('');
  expect(code).toBe(0);
  const lines = program.read('listings.ndjson').trimEnd().split('\n');
  const all = lines.map((line) => JSON.parse(line) as Listing);
  return new Map(all.filter(({ gone_since }) => gone_since === null).map((one) => [keyOf(one), one]));
}

/** Which listings are one product, or one variant. */
const partition = (listings: Map<string, Listing>, by: 'product_id' | 'variant_id') =>
  [...Map.groupBy(listings.values(), (listing) => listing[by]).values()]
    .map((group) => group.map(keyOf).sort().join(' '))
    .sort();

/** What a seller says of a listing. */
const SAID = ['title', 'brand', 'gtin', 'seller_code', 'asin', 'mpn', 'item_group_id', 'category', 'url'];
const SHOWN = ['image_url', 'image_urls', 'video_url', 'description', 'attributes'];
const SOLD = ['condition', 'availability', 'currency', 'price_minor', 'list_price_minor'];
type Change = [listing: string, field: string, was: unknown, is: unknown];

/** What is otherwise of the listings there were; listings that are lost or new are one with all their fields. */
function changes(before: Map<string, Listing>, after: Map<string, Listing>): Change[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) =>
    [...SAID, ...SHOWN, ...SOLD].flatMap((field): Change[] => {
      const [was, is] = [before.get(key)?.[field], after.get(key)?.[field]];
      return isDeepStrictEqual(was, is) ? [] : [[key, field, was, is]];
    }),
  );
}

/** Ingests what the index at `url` tells of each seller in this protocol, as that seller's own next file. */
async function ingestTold(from: Running, protocol: Told, day: string) {
  const key = /Bearer ([^"]+)"/.exec(running.out)?.[1] ?? '';
  const url = /(http:\/\/127\.0\.0\.1:\d+)/.exec(from.out)?.[1] ?? '';
  for (const seller of DEMO_SELLERS) {
    const format = protocol === 'google' ? '&format=xml' : '';
    const answer = await fetch(`${url}/v1/feed/${protocol}?seller=${seller}${format}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer.status).toBe(200);
    const text = await answer.text();
    keepTold(program.cwd, seller, protocol, day, protocol === 'acp' ? lent(text) : text);
  }
  await from.stop();
  const name = `${protocol}.yaml`;
  program.write({ [name]: toldConfiguration(program.cwd, protocol) });
  const env = { COMMERCE_INDEX_CONFIG: join(program.cwd, name) };
  const { out } = await program.run(['ingest'], env);
  expect(out).not.toMatch(/failed: |suspect/);
  return env;
}

/** The index behind the circle through ACP: how to run it, and its listings. */
let told: { env: Record<string, string>; listings: Map<string, Listing> };

test('each seller of the demo, told as acp and ingested as that seller, is the same', async () => {
  const before = await liveListings();
  const env = await ingestTold(running, 'acp', '2026-09-01');
  told = { env, listings: await liveListings(env) };
  // Beside what was lent nothing is otherwise.
  const isLent = ([, field, was]: Change) =>
    was === null && ['url', 'description', 'image_url'].includes(field);
  expect(changes(before, told.listings).filter((change) => !isLent(change))).toEqual([]);
  for (const by of ['product_id', 'variant_id'] as const)
    expect(partition(told.listings, by)).toEqual(partition(before, by));
});

test('and then told as google', async () => {
  const api = program.begin(['api'], { PORT: '0', ...told.env });
  await api.says('readyz');
  const again = await liveListings(await ingestTold(api, 'google', '2026-09-02'));
  // Google has no word for little stock, and takes no number of a seller's own for a GTIN.
  const cannotSay = ([, field, was]: Change) => was === 'low_stock' || field === 'seller_code';
  expect(changes(told.listings, again).filter((change) => !cannotSay(change))).toEqual([]);
  for (const by of ['product_id', 'variant_id'] as const)
    expect(partition(again, by)).toEqual(partition(told.listings, by));
});
