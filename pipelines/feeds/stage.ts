import { createHash } from 'node:crypto';
import { readOrSetAside } from '../../warehouse/damage.ts';
import type { Database } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { currentOrOlderManifest } from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import { openRun, writeRun } from '../../warehouse/runs.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import type { FeedProfile } from '../domain/feed_profile.ts';
import { inputOf } from '../domain/inputs/kinds.ts';
import { type FeedSettings, kindOf } from '../domain/settings/feed_settings.ts';
import type { MarketSettings } from '../domain/settings/market_settings.ts';
import type { SellerSettings } from '../domain/settings/publisher_settings.ts';
import { touch } from './file.ts';
import type { FeedLimits, Landed, Progress } from './landed.ts';
import { buildStage, type NamedStage, type StageNames } from './named_stage.ts';
import { asOfColumn } from './observed.ts';
import type { StageRecord } from './outcome.ts';

/**
 * Raised when the same bytes would be staged differently; part of every stage_id. What an earlier version has staged
 * stays readable and stays the same run: the next observation of a feed is the first that is read the new way, and
 * a rebuild reads the newest one anew (reread.ts).
 */
export const STAGING_VERSION = 7;

export interface StageOptions {
  /** An open database; what is made in it is dropped again. */
  database: Database;
  folder: DataFolder;
  store: BlobStore;
  seller: SellerSettings;
  feed: FeedSettings;
  market: MarketSettings;
  landed: Landed;
  limits: FeedLimits;
  /** How the feed's files were written so far, as its last snapshot says; asked only where a file does not tell. */
  profile?: FeedProfile | undefined;
  /** Packed bytes up to which a feed is drafted in memory; default 500 kB. Makes no difference to what comes out. */
  inMemoryBytes?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Stages one observation of a feed and writes its run record, last of all. Content already staged is not
 * parsed again, and an observation that an earlier version has staged is that run still. One run, or with
 * `as_of: column:…` one for each time found. Throws FeedError for a file that cannot be taken; nothing of it stays
 * behind.
 */
export async function stageRun(options: StageOptions): Promise<Run[]> {
  const { store, landed, feed } = options;
  const log = new RunLog(store, (await currentOrOlderManifest(store))?.manifest ?? null);
  const known = asOfColumn(feed.as_of) === null ? await earlierRun(options, log, landed.as_of) : undefined;
  if (known) return [await noteStaged(store, known)];
  const { stageId, record } = await stageContent(options);
  const runs: Run[] = [];
  for (const outcome of record.outcomes) {
    const run = runRecord(options, stageId, outcome, record);
    runs.push(await noteStaged(store, (await earlierRun(options, log, run.as_of)) ?? run));
  }
  return runs;
}

/** Notes a run as staged now: a file's age is held against that. */
async function noteStaged(store: BlobStore, known: Run): Promise<Run> {
  const run = { ...known, staged_at: new Date().toISOString() };
  await writeRun(store, run);
  return run;
}

/** Stages the content of an observation unless that is done; says where it lies and what it came to. */
export async function stageContent(options: StageOptions): Promise<NamedStage> {
  const { landed, feed } = options;
  const content = contentId(options);
  const names = { alone: content, byFeed: shortHash([content, options.profile?.numbers ?? null]) };
  const hasProfile = options.profile?.numbers !== undefined;
  const known = await knownStage(options, names, hasProfile);
  if (!known) return buildStage(options, names);
  // Prices of rows that say their own time hold whenever they are read.
  if (asOfColumn(feed.as_of) !== null || holds(known.record, landed.as_of)) return known;
  const held = { alone: heldId(names.alone, landed.as_of), byFeed: heldId(names.byFeed, landed.as_of) };
  return (await knownStage(options, held, hasProfile)) ?? buildStage(options, held);
}

/**
 * What was staged before: as the feed's earlier files tell, else as the file alone does, unless that left prices open
 * that the feed's profile may tell.
 */
async function knownStage(
  options: StageOptions,
  { alone, byFeed }: StageNames,
  hasProfile: boolean,
): Promise<NamedStage | undefined> {
  for (const stageId of [byFeed, alone]) {
    const record = await readRecord(options, stageId);
    if (record && !(hasProfile && stageId === alone && record.undecided)) return { stageId, record };
  }
  return undefined;
}

/** The names under which earlier versions staged the same content, read by the same settings. */
export function earlierStageIds(options: StageOptions): string[] {
  return Array.from({ length: STAGING_VERSION - 1 }, (_, at) => contentId(options, at + 1)).flatMap((id) => [
    id,
    heldId(id, options.landed.as_of),
  ]);
}

/** The run under which an earlier version staged what was seen at `asOf`. */
async function earlierRun(options: StageOptions, log: RunLog, asOf: string): Promise<Run | undefined> {
  const { store, seller, feed } = options;
  const ids = earlierStageIds(options).map((stageId) => runId(seller, feed, asOf, stageId));
  for (const id of ids) {
    const waiting = await openRun(store, id);
    if (waiting) return waiting;
  }
  const logged = await log.at({ seller: seller.id, feed: feed.name }, asOf);
  const known = logged.find((run) => ids.includes(run.run_id));
  if (!known) return undefined;
  const { outcome: _, ...run } = known;
  return run;
}

function runId(seller: SellerSettings, feed: FeedSettings, asOf: string, stageId: string): string {
  return `run_${shortHash([seller.id, feed.name, asOf, stageId])}`;
}

/** Names content whose prices depend on the moment. */
function heldId(stageId: string, asOf: string): string {
  return shortHash([stageId, asOf]);
}

/** Names the staged content: whatever decides how these bytes are read. */
function contentId({ seller, feed, market, landed }: StageOptions, version = STAGING_VERSION): string {
  const kind = kindOf(feed);
  return shortHash([
    version,
    seller.id,
    seller.shipping ?? null,
    [feed.format, sorted(feed.mapping), sorted(feed.where), asOfColumn(feed.as_of), feed.currency ?? null],
    [market.country, market.currency],
    ...(feed.decimal_mark === undefined ? [] : [feed.decimal_mark]),
    ...(kind === 'offers' ? [] : [kind, inputOf(kind)]),
    ...shapeSettings(feed),
    landed.files.map((file) => file.sha256),
  ]);
}

/** The settings of how a file is written that are set; none of them is what every feed had before there were any. */
function shapeSettings(feed: FeedSettings): [string, unknown][] {
  const names = [
    'columns',
    'header_lines',
    'delimiter',
    'quote',
    'encoding',
    'nulls',
    'sku_columns',
    'deleted',
  ] as const;
  return names.flatMap((name): [string, unknown][] => (feed[name] === undefined ? [] : [[name, feed[name]]]));
}

function runRecord(
  options: StageOptions,
  stageId: string,
  outcome: StageRecord['outcomes'][number],
  { seconds, profile }: StageRecord,
): Run {
  const { seller, feed, landed } = options;
  const kind = kindOf(feed);
  const column = asOfColumn(feed.as_of);
  const asOf = column === null ? landed.as_of : outcome.as_of;
  const [first] = landed.files;
  return {
    ...outcome,
    run_id: runId(seller, feed, asOf, stageId),
    seller: seller.id,
    feed: feed.name,
    ...(kind !== 'offers' && { kind }),
    as_of: asOf,
    stage_id: stageId,
    by_as_of: column !== null,
    source: {
      name: landed.files.map((file) => file.name).join(', '),
      sha256:
        landed.files.length === 1 && first ? first.sha256 : longHash(landed.files.map((file) => file.sha256)),
      bytes: landed.files.reduce((sum, file) => sum + file.bytes, 0),
      ...(landed.files.length > 1 && { files: landed.files.map((file) => file.sha256) }),
      ...(first?.etag !== undefined && { etag: first.etag }),
      ...(first?.last_modified !== undefined && { last_modified: first.last_modified }),
    },
    staged_at: new Date().toISOString(),
    profile,
    staging: STAGING_VERSION,
    seconds: { land: landed.seconds, stage: seconds },
  };
}

/** The record of a stage whose rows are there too; from now on they are as young as if they were staged now. */
async function readRecord(
  { store, folder }: StageOptions,
  stageId: string,
): Promise<StageRecord | undefined> {
  const isWhole = (await touch(folder.stagedRows(stageId))) && (await touch(folder.stagedRejects(stageId)));
  if (!isWhole) return undefined;
  return (await readOrSetAside<StageRecord>(store, `staged/${stageId}/stage.json`)) ?? undefined;
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
