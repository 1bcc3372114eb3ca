import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listingKey } from '../../../pipelines/domain/key.ts';
import type { FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import { landFeed } from '../../../pipelines/feeds/land.ts';
import { FEED_LIMITS, type Landed } from '../../../pipelines/feeds/landed.ts';
import { STAGING_VERSION, type StageOptions, stageRun } from '../../../pipelines/feeds/stage.ts';
import { Database } from '../../../warehouse/database.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { REJECT_COLUMNS, type Run, STAGED_COLUMNS } from '../../../warehouse/run.ts';
import { FolderStore } from '../../../warehouse/store.ts';

let folder: DataFolder;
let database: Database;

beforeAll(async () => {
  folder = new DataFolder(await mkdtemp(join(tmpdir(), 'stage-')));
  database = await Database.open({ memoryLimit: '256MiB', spill: folder.scratch('spill') });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder.root, { recursive: true, force: true });
});

const feed: FeedSettings = { name: 'catalogue', url: '', format: 'google' };
const seller = {
  id: 'shop',
  name: 'Shop',
  kind: 'retailer',
  access: 'merchant_feed',
  feeds: [feed],
} as const;

async function land(text: string, fetchedAt = '2026-08-01T00:00:00.000Z'): Promise<Landed> {
  const url = folder.path('input.csv');
  await writeFile(url, text);
  const [landed] = await landFeed({
    ...options({ as_of: '', files: [], seconds: 0 }),
    feed: { ...feed, url },
    fetchedAt,
  });
  return landed ?? expect.unreachable('nothing landed');
}

function options(landed: Landed, more: Partial<StageOptions> = {}): StageOptions {
  return {
    database,
    folder,
    store: new FolderStore(folder.root),
    seller: { ...seller, feeds: [feed] },
    feed,
    market: { country: 'US', currency: 'USD' },
    limits: FEED_LIMITS,
    landed,
    ...more,
  };
}

async function stageText(text: string, more: Partial<StageOptions> = {}): Promise<Run> {
  const [run] = await stageRun(options(await land(text), more));
  return run ?? expect.unreachable('nothing staged');
}

describe('threads', () => {
  const threads = () => database.count('threads', "select current_setting('threads')");
  /** The threads that the database has at each step of staging. */
  async function threadsWhile(text: string, more: Partial<StageOptions> = {}): Promise<number[]> {
    const found: Promise<number>[] = [];
    const onProgress = () => void found.push(threads());
    await stageText(text, { ...more, onProgress });
    return Promise.all(found);
  }

  it('are one where a feed is small, as many as there are where it is not, and as they were afterwards', async () => {
    await database.run('take three', 'set threads = 3');
    expect(await threadsWhile('id,title,price\nT1,Kettle,20.00 USD\n')).toEqual([1]);
    expect(await threads()).toBe(3);
    expect(await threadsWhile('id,title,price\nT2,Kettle,20.00 USD\n', { inMemoryBytes: 0 })).toEqual([3]);
  });

  it('are as they were where a feed cannot be taken', async () => {
    await database.run('take three', 'set threads = 3');
    await expect(stageText('id,title,price\n')).rejects.toThrow();
    expect(await threads()).toBe(3);
  });
});

interface Problem {
  severity: string;
  line: bigint;
  code: string;
  value: string | null;
}

/** By a reader that is not DuckDB. */
async function read<T>(run: Run, file: 'rows' | 'rejects'): Promise<T[]> {
  const buffer = await asyncBufferFromFile(join(folder.staged(run.stage_id), `${file}.parquet`));
  return (await parquetReadObjects({ file: buffer, compressors })) as T[];
}

describe('a staged run', () => {
  it('can be read by others than DuckDB', async () => {
    const run = await stageText(
      'id,title,price,gtin\nA1,Kettle,19.90,4006381333931\nA2,Toaster,0,\nA3,Mixer,5,123\n',
    );
    const rows = await read<Record<keyof typeof STAGED_COLUMNS, unknown>>(run, 'rows');
    expect(Object.keys(rows[0] ?? {}).slice(0, Object.keys(STAGED_COLUMNS).length)).toEqual(
      Object.keys(STAGED_COLUMNS),
    );
    expect(
      rows.map(({ sku, title, price_minor, gtin, as_of, listing_key }) => ({
        sku,
        title,
        price_minor,
        gtin,
        as_of,
        listing_key,
      })),
    ).toEqual(
      [
        {
          sku: 'A1',
          title: 'Kettle',
          price_minor: 1990n,
          gtin: '04006381333931',
          as_of: new Date('2026-08-01T00:00:00Z'),
          listing_key: listingKey('shop', 'A1'),
        },
        {
          sku: 'A3',
          title: 'Mixer',
          price_minor: 500n,
          gtin: undefined,
          as_of: new Date('2026-08-01T00:00:00Z'),
          listing_key: listingKey('shop', 'A3'),
        },
      ].map((row) => expect.objectContaining({ ...row, gtin: row.gtin ?? null }) as unknown),
    );
    const rejects = await read<Problem>(run, 'rejects');
    expect(Object.keys(rejects[0] ?? {})).toEqual(Object.keys(REJECT_COLUMNS));
    expect(rejects.map(({ severity, line, code }) => [severity, line, code])).toEqual([
      ['reject', 3n, 'price_zero'],
      ['note', 4n, 'gtin_malformed'],
    ]);
  });

  it('is written once: the same bytes are not parsed again, at another time they are another run', async () => {
    const text = 'id,title,price\nA1,Once,19.90\n';
    const first = await stageText(text);
    const stage = join(folder.staged(first.stage_id), 'stage.json');
    const before = await stat(stage);
    const steps: string[] = [];
    database.onStatement = (step) => steps.push(step);
    const again = await stageText(text);
    const [later] = await stageRun(options(await land(text, '2026-08-02T00:00:00.000Z')));
    database.onStatement = undefined;
    expect(steps).toEqual([]);
    expect(again.run_id).toBe(first.run_id);
    expect(later).toMatchObject({ stage_id: first.stage_id, as_of: '2026-08-02T00:00:00.000Z', accepted: 1 });
    expect(later?.run_id).not.toBe(first.run_id);
    expect((await stat(stage)).mtimeMs).toBe(before.mtimeMs);
    expect(JSON.parse(await readFile(folder.path('runs', `${first.run_id}.json`), 'utf8'))).toMatchObject({
      run_id: first.run_id,
    });
  });

  it('is parsed again when a sale has begun or ended since', async () => {
    const text =
      'id,title,price,sale_price,sale_price_effective_date\nA1,Sale,20,15,2026-08-02T00:00Z/2026-08-04T00:00Z\n';
    const prices: [string, unknown][] = [];
    for (const day of ['01', '02', '03', '04', '05', '06']) {
      const [run] = await stageRun(options(await land(text, `2026-08-${day}T00:00:00.000Z`)));
      const rows = await read<{ price_minor: bigint }>(run ?? expect.unreachable(), 'rows');
      prices.push([day, rows[0]?.price_minor]);
    }
    expect(prices).toEqual([
      ['01', 2000n],
      ['02', 1500n],
      ['03', 1500n],
      ['04', 1500n],
      ['05', 2000n],
      ['06', 2000n],
    ]);
  });

  it('leaves nothing behind when it is cancelled', async () => {
    const landed = await land(
      `id,title,price\n${Array.from({ length: 200_000 }, (_, index) => `A${index},Kettle ${index},19.90\n`).join('')}`,
    );
    const cancel = new AbortController();
    database.onStatement = undefined;
    const staging = stageRun(options(landed, { signal: cancel.signal, inMemoryBytes: 0 }));
    setTimeout(() => cancel.abort(), 30);
    await expect(staging).rejects.toMatchObject({ code: 'cancelled' });
    expect((await readdir(folder.path('tmp'))).filter((name) => name.startsWith('stage-'))).toEqual([]);
    const [run] = await stageRun(options(landed, { inMemoryBytes: 0 }));
    expect(run?.accepted).toBe(200_000);
  });

  it('stages the same content under settings of its own', async () => {
    const text = 'id,title,price\nA1,Kettle,19.90\n';
    const plain = await stageText(text);
    const shipped = await stageText(text, {
      seller: { ...seller, feeds: [feed], shipping: { cost: '4.50', free_over: '50' } },
    });
    expect(shipped.stage_id).not.toBe(plain.stage_id);
    expect((await read<{ landed_minor: bigint }>(shipped, 'rows'))[0]?.landed_minor).toBe(2440n);
  });
});

/** Records of a feed, as text and as what they must come to. */
const word = fc.string({ unit: fc.constantFrom('a', 'ב', '"', ',', '\n', ' ', '€'), maxLength: 8 });
const record = fc.oneof(
  { weight: 6, arbitrary: word.map((title) => ({ kind: 'good', title })) },
  { weight: 1, arbitrary: word.map((title) => ({ kind: 'price_zero', title })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('lonely', 'a,b,c,d,e', 'x,y')
      .map((title) => ({ kind: 'malformed_row', title })),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '   ').map((title) => ({ kind: 'blank', title })) },
);

it('accounts for every record of a mutilated file, on its physical line', async () => {
  await mkdir(folder.path('tmp'), { recursive: true });
  let files = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { minLength: 1, maxLength: 40 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      async (records, end, mark) => {
        files++;
        let text = `${mark ? '\ufeff' : ''}id,title,price${end}`;
        let line = 2;
        const accepted: string[] = [];
        const rejects: [bigint, string][] = [];
        for (const [index, { kind, title }] of [...records, { kind: 'good', title: 'last' }].entries()) {
          const quoted = `T${title}`.replaceAll('"', '""');
          const row =
            kind === 'good' || kind === 'price_zero'
              ? `S${files}-${index},"${quoted}",${kind === 'good' ? '5.00' : '0'}`
              : title;
          if (kind === 'good') accepted.push(`S${files}-${index}`);
          else if (kind !== 'blank') rejects.push([BigInt(line), kind]);
          text += row + end;
          line += 1 + row.split('\n').length - 1;
        }
        const run = await stageText(text);
        expect(run.rows_read).toBe(run.accepted + run.rejected);
        expect((await read<{ sku: string }>(run, 'rows')).map((row) => row.sku)).toEqual(accepted);
        expect((await read<Problem>(run, 'rejects')).map((reject) => [reject.line, reject.code])).toEqual(
          rejects,
        );
      },
    ),
    { numRuns: 60 },
  );
});

it('has these columns in this version of staging', () => {
  // Who adds one raises STAGING_VERSION, else files that were staged without it are taken for staged with it.
  expect([STAGING_VERSION, Object.keys(STAGED_COLUMNS).join(' ')]).toEqual([
    7,
    'as_of listing_key sku title brand gtin gtin_status seller_code asin mpn category url image_url ' +
      'description condition availability currency item_group_id video_url stock_band price_minor list_price_minor delivery_minor ' +
      'landed_minor attributes image_urls content_hash',
  ]);
});

describe('a file whose numbers tell nothing', () => {
  const silent = 'id,title,price\nA1,Kettle,12.500\nA2,Toaster,10.000\n';
  const pricesOf = async ({ stage_id }: Run) =>
    (await read<{ price_minor: bigint }>({ stage_id } as Run, 'rows')).map((row) => Number(row.price_minor));

  it('is read as its feed was written so far, under a name of its own', async () => {
    const [point, comma] = (['point', 'comma'] as const).map((price) => ({ numbers: { price } }));
    const alone = await stageText(silent);
    const byPoint = await stageText(silent, { profile: point });
    const byComma = await stageText(silent, { profile: comma });
    expect([alone.accepted, alone.rejected_by]).toEqual([0, { price_invalid: 2 }]);
    expect(await pricesOf(byPoint)).toEqual([1250, 1000]);
    expect(await pricesOf(byComma)).toEqual([1_250_000, 1_000_000]);
    expect(new Set([alone, byPoint, byComma].map((run) => run.stage_id)).size).toBe(3);
    // what the file did not tell is no part of what is learned from it
    expect([alone, byPoint, byComma].map((run) => run.profile)).toEqual([{}, {}, {}]);
    expect((await stageText(silent, { profile: point })).stage_id).toBe(byPoint.stage_id);
  });

  it('is one stage for any profile once it tells by itself', async () => {
    const telling = `${silent}A3,Grill,3.99\n`;
    const runs = [
      await stageText(telling),
      await stageText(telling, { profile: { numbers: { price: 'comma' } } }),
    ];
    expect(new Set(runs.map((run) => run.stage_id)).size).toBe(1);
    for (const run of runs) expect(run.profile).toEqual({ numbers: { price: 'point' } });
    expect(await pricesOf(runs[0] as Run)).toEqual([1250, 1000, 399]);
  });
});
