import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database, literal } from '../../warehouse/database.ts';
import { catalogueRowsSql, stagedRowsSql } from '../../warehouse/listing_rows.ts';
import type { FeedState } from '../../warehouse/manifest.ts';
import { STAGED_COLUMNS } from '../../warehouse/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'listing-rows-'));
const fileOf = (stageId: string) => join(folder, `${stageId}.parquet`);
const asOf = (day: string) => `2026-05-${day}T00:00:00.000Z`;
let database: Database;

/** A staged file of three rows at two times, without the columns `lacking` and with one of staging's own. */
async function stage(name: string, lacking: readonly string[], more = ''): Promise<void> {
  const columns = Object.entries(STAGED_COLUMNS).map(([column, type]) => {
    if (column === 'sku') return `'${name} ' || i as sku`;
    if (column === 'as_of') return `timestamp '2026-05-01' + to_days(i::integer // 2) as as_of`;
    if (column === 'mpn') return `'MPN ' || i as mpn`;
    return `null::${type} as ${column}`;
  });
  await database.run(
    'stage',
    `copy (select * exclude (${['nothing', ...lacking].join(', ')})
      from (select ${columns.join(', ')}, i as line, null as nothing${more} from range(3) as t(i)))
      to ${literal(fileOf(name))} (format parquet)`,
  );
}

beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', spill: join(folder, 'spill') });
  await stage('whole', []);
  await stage('old', ['mpn', 'image_urls']);
  await stage('gone', ['mpn'], `, 2::usmallint as feed_no, timestamp '2026-05-09' as gone_at`);
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

it('a column that a file was staged without is null in its rows, whatever others have', async () => {
  const feeds = [
    { feed_no: 1, stage_id: 'whole', as_of: asOf('02'), by_as_of: true },
    { feed_no: 2, stage_id: 'old', as_of: asOf('07'), by_as_of: false },
  ];
  const rows = await database.rows(
    'read',
    `select feed_no, as_of::varchar as as_of, row_no, sku, mpn, image_urls
     from (${stagedRowsSql(fileOf, feeds, ['as_of', 'row_no', 'sku', 'mpn', 'image_urls'])}) order by all`,
  );
  const old = { feed_no: 2, as_of: '2026-05-07 00:00:00', mpn: null, image_urls: null };
  expect(rows).toEqual([
    { feed_no: 1, as_of: '2026-05-02 00:00:00', row_no: '2', sku: 'whole 2', mpn: 'MPN 2', image_urls: null },
    { ...old, row_no: '0', sku: 'old 0' },
    { ...old, row_no: '1', sku: 'old 1' },
    { ...old, row_no: '2', sku: 'old 2' },
  ]);
});

it('so it is in what was kept of vanished listings', async () => {
  const state = { feed_no: 2, configured: true, current: null } as FeedState;
  const sql = catalogueRowsSql(fileOf, [state], `read_parquet(${literal(fileOf('gone'))})`);
  expect(await database.rows('read', `select sku, mpn, gone_since is null as live from (${sql})`)).toEqual(
    ['gone 0', 'gone 1', 'gone 2'].map((sku) => ({ sku, mpn: null, live: false })),
  );
});
