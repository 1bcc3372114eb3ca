import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { inputColumns } from '../../../pipelines/domain/inputs/input.ts';
import { inputOf } from '../../../pipelines/domain/inputs/kinds.ts';
import { FEED_FORMATS, type FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import type { SellerSettings } from '../../../pipelines/domain/settings/publisher_settings.ts';
import { FeedError } from '../../../pipelines/feeds/error.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS } from '../../../pipelines/feeds/landed.ts';
import { stageRun } from '../../../pipelines/feeds/stage.ts';
import { Database, fileList } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { REJECT_COLUMNS, type Run, STAGED_COLUMNS } from '../../../warehouse/run.ts';
import { FolderStore } from '../../../warehouse/store.ts';

type Row = Record<string, unknown>;

interface Expected {
  error?: string;
  message?: string;
  runs?: Partial<Run>[];
  /** By sku (and as_of where given): the columns that matter. */
  rows?: Row[];
  /** All of them, in order: the columns that matter. */
  rejects?: Row[];
}

const cases = new URL('../../../fixtures/feeds/', import.meta.url).pathname;
let root: string;
let folder: DataFolder;
let database: Database;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'feeds-'));
  database = await Database.open({ memoryLimit: '256MiB', spill: join(root, 'spill') });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

async function stageCase(name: string, inMemoryBytes?: number): Promise<Run[]> {
  const {
    shipping,
    seller_id = 'shop.example',
    ...settings
  } = parse(await readFile(join(cases, name, 'feed.yaml'), 'utf8')) as FeedSettings &
    Pick<SellerSettings, 'shipping'> & { seller_id?: string };
  const feed = { ...settings, name, url: join(cases, name, settings.url) };
  const seller: SellerSettings = {
    id: seller_id,
    name: 'Shop',
    kind: 'retailer',
    access: 'merchant_feed',
    feeds: [feed],
    ...(shipping && { shipping }),
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
  const runs: Run[] = [];
  for (const landed of await landFeed({ ...common, fetchedAt: '2026-08-01T00:00:00.000Z' })) {
    runs.push(...(await stageRun({ ...common, database, landed, inMemoryBytes })));
  }
  return runs;
}

async function columnsOf(runs: Run[]): Promise<Record<string, string>> {
  const path = join(folder.staged(runs[0]?.stage_id ?? ''), 'rows.parquet');
  const columns = await database.rows<{ column_name: string; column_type: string }>(
    'columns',
    `describe from read_parquet(${fileList([path])})`,
  );
  return Object.fromEntries(columns.map((column) => [column.column_name, column.column_type]));
}

async function staged(runs: Run[], file: 'rows' | 'rejects'): Promise<Row[]> {
  const stages = [...new Set(runs.map((run) => run.stage_id))];
  const paths = stages.map((stage) => join(folder.staged(stage), `${file}.parquet`));
  return database.rows('read back', `from read_parquet(${fileList(paths)})`);
}

it('has a case of every format that is taken', async () => {
  const formats = new Set<string>();
  for (const name of await readdir(cases)) {
    const [feed, expected] = ['feed.yaml', 'expected.json'].map((file) =>
      parse(readFileSync(join(cases, name, file), 'utf8')),
    ) as [FeedSettings, Expected];
    if (expected.error === undefined) formats.add(feed.format);
  }
  expect([...formats].toSorted()).toEqual(FEED_FORMATS.toSorted());
});

// A small feed is drafted in memory and a large one on disk; both must come out the same.
const ways = [
  ['in memory', undefined],
  ['on disk', 0],
] as const;

describe.each((await readdir(cases)).sort())('feed case %s', (name) => {
  it.each(ways)(
    'comes out as expected, drafted %s, and leaves nothing half written',
    async (way, inMemoryBytes) => {
      folder = new DataFolder(join(root, way));
      const expected = JSON.parse(await readFile(join(cases, name, 'expected.json'), 'utf8')) as Expected;
      if (expected.error !== undefined) {
        const runsBefore = await readdir(folder.runs()).catch(() => []);
        const failure = await stageCase(name, inMemoryBytes).then(
          () => expect.unreachable('the feed was taken'),
          (error: unknown) => error,
        );
        expect(failure).toBeInstanceOf(FeedError);
        expect(failure).toMatchObject({ code: expected.error, retryable: false });
        expect((failure as FeedError).message).toContain(expected.message);
        expect(await readdir(folder.runs()).catch(() => [])).toEqual(runsBefore);
      } else {
        const runs = await stageCase(name, inMemoryBytes);
        expect(runs).toMatchObject(expected.runs ?? []);
        expect(runs.map((run) => run.rejected_by)).toEqual(expected.runs?.map((run) => run.rejected_by));
        expect(runs.map((run) => run.notes_by)).toEqual(expected.runs?.map((run) => run.notes_by));
        for (const run of runs) expect(run.rows_read).toBe(run.accepted + run.rejected);
        const rows = await staged(runs, 'rows');
        const [{ kind } = {} as Run] = runs;
        expect(await columnsOf(runs)).toMatchObject(
          kind === undefined ? STAGED_COLUMNS : inputColumns(inputOf(kind)),
        );
        expect(rows).toHaveLength(runs.reduce((sum, run) => sum + run.accepted, 0));
        for (const row of expected.rows ?? []) expect(rows).toContainEqual(expect.objectContaining(row));
        const rejects = await staged(runs, 'rejects');
        for (const reject of rejects) expect(Object.keys(reject)).toEqual(Object.keys(REJECT_COLUMNS));
        if (expected.rejects)
          for (const reject of expected.rejects)
            expect(rejects).toContainEqual(expect.objectContaining(reject));
        else expect(rejects).toEqual([]);
      }
      expect(
        await readdir(folder.path('tmp')).then((names) =>
          names.filter((entry) => entry.startsWith('stage-')),
        ),
      ).toEqual([]);
      const tables = await database.rows<{ name: string }>(
        'tables left',
        'select table_name as name from duckdb_tables()',
      );
      expect(tables).toEqual([]);
    },
  );
});
