import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedFormat, FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import type { SellerSettings } from '../../../pipelines/domain/settings/publisher_settings.ts';
import { FeedError } from '../../../pipelines/feeds/error.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { stageRun } from '../../../pipelines/feeds/stage.ts';
import { Database, literal } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import type { Run } from '../../../warehouse/run.ts';
import { FolderStore } from '../../../warehouse/store.ts';

let folder: DataFolder;
let database: Database;

beforeAll(async () => {
  folder = new DataFolder(await mkdtemp(join(tmpdir(), 'large-values-')));
  database = await Database.open({ memoryLimit: '512MiB', spill: folder.scratch('spill') });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder.root, { recursive: true, force: true });
});

async function stage(
  format: FeedFormat,
  text: string,
  mapping: Record<string, string> = {},
): Promise<{ run: Run; rejects: object[] }> {
  const url = join(folder.root, `feed.${format}`);
  await writeFile(url, text);
  const feed: FeedSettings = { name: format, url, format, mapping };
  const seller: SellerSettings = {
    id: 'shop.example',
    name: 'Shop',
    kind: 'retailer',
    access: 'merchant_feed',
    feeds: [feed],
  };
  const store = new FolderStore(folder.root);
  const common = {
    folder,
    store,
    seller,
    feed,
    market: { country: 'US', currency: 'USD' },
    limits: FEED_LIMITS,
  };
  const [landed] = await landFeed({ ...common, fetchedAt: '2026-08-01T00:00:00.000Z' });
  if (!landed) throw new Error('nothing landed');
  const [run] = await stageRun({ ...common, database, landed });
  if (!run) throw new Error('nothing staged');
  const rejects = await database.rows(
    'read rejects',
    `select line::int as line, code, strlen(value) as bytes from read_parquet(${literal(folder.stagedRejects(run.stage_id))})`,
  );
  return { run, rejects };
}

const huge = 'x'.repeat(4_500_000);
const large = 'y'.repeat(1_000_000);
const row = (sku: string, description: string) => ({
  sku,
  title: `Thing ${sku}`,
  price: '9.99',
  description,
});
const item = (sku: string, description: string) =>
  `<item><id>${sku}</id><title>Thing ${sku}</title><price>9.99</price><description>${description}</description></item>`;
const product = (id: string, description: string) => ({
  id,
  variants: [
    {
      id,
      title: `Thing ${id}`,
      description: { plain: description },
      price: { amount: 999, currency: 'USD' },
    },
  ],
});
const lines = (rows: readonly object[]) => `${rows.map((one) => JSON.stringify(one)).join('\n')}\n`;

test.each<[name: string, format: FeedFormat, text: string, line: number]>([
  ['a row of CSV', 'csv', `sku,title,price,description\nA1,a,1,b\nA2,a,2,${huge}\nA3,a,3,c\n`, 3],
  ['a line of JSON', 'ndjson', lines([row('A1', 'a'), row('A2', huge), row('A3', 'c')]), 2],
  ['the first line of JSON', 'ndjson', lines([row('A1', huge), row('A2', 'a'), row('A3', 'c')]), 1],
  ['an element of JSON', 'ndjson', JSON.stringify([row('A1', 'a'), row('A2', huge), row('A3', 'c')]), 2],
  ['a product', 'acp', lines([product('A1', 'a'), product('A2', huge), product('A3', 'c')]), 2],
  [
    'an item of RSS',
    'google',
    `<rss><channel>\n${item('A1', 'a')}\n${item('A2', huge)}\n${item('A3', 'c')}\n</channel></rss>`,
    3,
  ],
])('%s that is too large is one reject', async (_name, format, text, line) => {
  const { run, rejects } = await stage(format, text);
  expect(run).toMatchObject({ rows_read: 3, accepted: 2, rejected_by: { malformed_row: 1 }, notes_by: {} });
  expect(rejects).toEqual([{ line, code: 'malformed_row', bytes: '500' }]);
});

test.each<[name: string, format: FeedFormat, text: string]>([
  ['a row of CSV', 'csv', `sku,title,price,description\nA1,a,1,${large}\nA2,a,2,b\n`],
  ['the first line of JSON', 'ndjson', lines([row('A1', large), row('A2', 'b')])],
  ['an item of RSS', 'google', `<rss><channel>${item('A1', large)}${item('A2', 'a')}</channel></rss>`],
])('%s of 1 MB is taken', async (_name, format, text) => {
  const { run } = await stage(format, text);
  expect(run).toMatchObject({ rows_read: 2, accepted: 2, rejected_by: {}, notes_by: {} });
});

test('many rows just below the limit are all there', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => `A${index},a,1,${'z'.repeat(1_950_000)}\n`);
  const { run } = await stage('csv', `sku,title,price,description\n${rows.join('')}`);
  expect(run).toMatchObject({ rows_read: 30, accepted: 30 });
});

test('what DuckDB refuses is told without the statement', async () => {
  const text = lines([row('A1', 'a'), row('A2', 'b')]);
  const failure = await stage('ndjson', text, { brand: '$.a[' }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FeedError);
  expect((failure as FeedError).message).toMatch(/^shop\.example\/ndjson cannot be read .*path/i);
  expect((failure as FeedError).message).not.toMatch(/select|\n/);
});
