import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Database } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import type { Run } from '../../warehouse/run.ts';
import type { FeedSettings, MarketSettings, SellerSettings } from '../domain/configuration.ts';
import { writeDurably } from './file.ts';
import type { FeedLimits, Landed, Progress } from './landed.ts';
import { asOfColumn } from './observed.ts';
import type { StageRecord } from './outcome.ts';
import { buildStage } from './staging.ts';

/** Raised when the same bytes would be staged differently; part of every stage_id. */
export const STAGING_VERSION = 3;

export interface StageOptions {
  /** An open database; what is made in it is dropped again. */
  database: Database;
  folder: DataFolder;
  seller: SellerSettings;
  feed: FeedSettings;
  market: MarketSettings;
  landed: Landed;
  limits: FeedLimits;
  /** Packed bytes up to which a feed is drafted in memory; default 500 kB. Makes no difference to what comes out. */
  inMemoryBytes?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Stages one observation of a feed and writes its run record, last of all. Content already staged is not
 * parsed again. One run, or with `as_of: column:…` one for each time found. Throws FeedError for a file that
 * cannot be taken; nothing of it stays behind.
 */
export async function stageRun(options: StageOptions): Promise<Run[]> {
  const { folder, landed } = options;
  let stageId = contentId(options);
  let record = await readRecord(folder, stageId);
  if (record && !holds(record, landed.as_of)) {
    stageId = shortHash([stageId, landed.as_of]);
    record = await readRecord(folder, stageId);
  }
  record ??= await buildStage(options, stageId);
  const runs = record.outcomes.map((outcome) => runRecord(options, stageId, outcome, record.seconds));
  for (const run of runs)
    await writeDurably(folder.path('runs', `${run.run_id}.json`), `${JSON.stringify(run, null, 2)}\n`);
  return runs;
}

/** Names the staged content: whatever decides how these bytes are read. */
function contentId({ seller, feed, market, landed }: StageOptions): string {
  return shortHash([
    STAGING_VERSION,
    seller.id,
    seller.shipping ?? null,
    [feed.format, sorted(feed.mapping), sorted(feed.where), asOfColumn(feed.as_of), feed.currency ?? null],
    [market.country, market.currency],
    landed.files.map((file) => file.sha256),
  ]);
}

function runRecord(
  options: StageOptions,
  stageId: string,
  outcome: StageRecord['outcomes'][number],
  seconds: number,
): Run {
  const { seller, feed, landed } = options;
  const column = asOfColumn(feed.as_of);
  const asOf = column === null ? landed.as_of : outcome.as_of;
  const [first] = landed.files;
  return {
    ...outcome,
    run_id: `run_${shortHash([seller.id, feed.name, asOf, stageId])}`,
    seller: seller.id,
    feed: feed.name,
    as_of: asOf,
    stage_id: stageId,
    by_as_of: column !== null,
    source: {
      name: landed.files.map((file) => file.name).join(', '),
      sha256:
        landed.files.length === 1 && first ? first.sha256 : longHash(landed.files.map((file) => file.sha256)),
      bytes: landed.files.reduce((sum, file) => sum + file.bytes, 0),
      ...(first?.etag !== undefined && { etag: first.etag }),
      ...(first?.last_modified !== undefined && { last_modified: first.last_modified }),
    },
    staged_at: new Date().toISOString(),
    seconds: { land: landed.seconds, stage: seconds },
  };
}

async function readRecord(folder: DataFolder, stageId: string): Promise<StageRecord | undefined> {
  const path = folder.path('staged', stageId, 'stage.json');
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as StageRecord) : undefined;
}

function holds({ prices_hold }: StageRecord, asOf: string): boolean {
  const time = Date.parse(asOf) / 1000;
  return (
    (prices_hold.from === null || time >= prices_hold.from) &&
    (prices_hold.to === null || time <= prices_hold.to)
  );
}

function sorted(record: Record<string, string> | undefined): [string, string][] {
  return Object.entries(record ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
}

function longHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function shortHash(value: unknown): string {
  return longHash(value).slice(0, 20);
}
