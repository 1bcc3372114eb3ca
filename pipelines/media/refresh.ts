import { mkdir, rm } from 'node:fs/promises';
import { Database } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { withPublishLock } from '../../warehouse/lock.ts';
import { currentManifest, type Manifest, type MediaRun } from '../../warehouse/manifest.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { turnstile } from '../../warehouse/turnstile.ts';
import { Downloader, type DownloadLimits, type MediaMirror } from './download.ts';
import { type FoundTables, publishMedia } from './publish_media.ts';
import { MediaTables } from './tables.ts';
import { type DueAddress, type Outcome, type WorkSettings, workAddress } from './work.ts';

export interface RefreshSettings {
  folder: DataFolder;
  store: BlobStore;
  memoryLimit: string;
  limits: MediaLimits;
  mirrors?: readonly MediaMirror[] | undefined;
  now: () => Date;
  signal?: AbortSignal | undefined;
  /** Told after each address. */
  onProgress?: ((done: number, of: number) => void) | undefined;
  /** Most addresses of one publication; default 2,000. */
  batch?: number;
}

export interface MediaLimits extends DownloadLimits {
  /** Width times height of a picture. */
  pixels: number;
}

export const MEDIA_LIMITS: MediaLimits = {
  bytes: 20_000_000,
  seconds: 20,
  requests_per_second: 10,
  pixels: 40_000_000,
  allow_private_addresses: false,
};

/** What the step came to; `snapshot_id` null where nothing was new. */
export interface MediaSummary extends MediaRun {
  snapshot_id: string | null;
}

/** Another run of the step is waited for so long before this one gives up. */
const LOCK_WAIT_MS = 2_000;
const BATCH = 2_000;
/** Addresses asked for at the same time: fetching is waiting. */
const LANES = 12;
/** Pictures unpacked at the same time: each may take several bytes for each of its pixels. */
const DECODED = 2;

/**
 * Brings what listings name into the warehouse: asks for addresses that are new or whose time has come, keeps each
 * picture once, and publishes what it found, batch after batch. It never holds the lock of publication while it
 * fetches. What cannot be taken is a reject in `media_sources` and is tried again later. Killed at any moment, the next
 * run goes on. Throws PublishBusyError while another run is under way.
 */
export async function refreshMedia(settings: RefreshSettings): Promise<MediaSummary> {
  const { folder, limits, mirrors, signal } = settings;
  await folder.make();
  return withPublishLock(folder.path('media.lock'), LOCK_WAIT_MS, async () => {
    await using downloader = new Downloader(limits, mirrors, signal);
    const scratch = folder.scratch('media');
    await rm(scratch, { recursive: true, force: true });
    await mkdir(scratch, { recursive: true });
    try {
      return await refreshAll({ ...settings, downloader, scratch });
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  });
}

interface Running extends RefreshSettings {
  downloader: Downloader;
  scratch: string;
}

async function refreshAll(running: Running): Promise<MediaSummary> {
  const { now, store, batch = BATCH } = running;
  const began = performance.now();
  const at = now().toISOString();
  let total: MediaSummary = { ...NOTHING, at };
  for (let isMore = true; isMore; ) {
    const current = await currentManifest(store);
    if (!current) return total;
    const round = await refreshBatch(running, current.manifest, batch);
    total = added(total, round, {
      requests: running.downloader.requests,
      seconds: (performance.now() - began) / 1000,
    });
    isMore = round.isMore;
    if (round.tables) total.snapshot_id = await publishMedia(running, { ...round.tables, run: runOf(total) });
  }
  return total;
}

const NOTHING: Omit<MediaSummary, 'at'> = {
  snapshot_id: null,
  seconds: 0,
  addresses: 0,
  asked: 0,
  requests: 0,
  items: 0,
  files: 0,
  bytes: 0,
  taken: 0,
  rejected_by: {},
};

function runOf(summary: MediaSummary): MediaRun {
  const { snapshot_id: _, ...run } = summary;
  return run;
}

interface Round extends Pick<MediaRun, 'addresses' | 'items' | 'files' | 'bytes'> {
  outcomes: readonly Outcome[];
  isMore: boolean;
  /** Finished local files of the two tables; null where nothing changed. */
  tables: Omit<FoundTables, 'run'> | null;
}

function added(
  total: MediaSummary,
  { outcomes, addresses, items, files, bytes }: Round,
  { requests, seconds }: Pick<MediaRun, 'requests' | 'seconds'>,
): MediaSummary {
  const rejected_by = { ...total.rejected_by };
  for (const { code } of outcomes) if (code !== null) rejected_by[code] = (rejected_by[code] ?? 0) + 1;
  return {
    ...total,
    seconds,
    requests,
    addresses,
    items,
    files,
    bytes,
    asked: total.asked + outcomes.length,
    taken: total.taken + outcomes.filter(({ taken }) => taken !== null).length,
    rejected_by,
  };
}

async function refreshBatch(running: Running, manifest: Manifest, batch: number): Promise<Round> {
  const { scratch, memoryLimit, signal, now } = running;
  await using database = await Database.open({ memoryLimit, spill: scratch, signal });
  const tables = await MediaTables.open(database, running, manifest);
  const due = await tables.due(now(), batch);
  const outcomes = await workAll(due, running, await tables.keptContents());
  await tables.take(outcomes, now());
  const written = (await tables.isChanged(outcomes)) ? await tables.write(outcomes) : null;
  return { ...(await tables.counts()), outcomes, isMore: due.length === batch, tables: written };
}

/** Works at all addresses side by side; the outcomes are in the order of the addresses. */
async function workAll(
  due: readonly DueAddress[],
  running: Running,
  kept: ReadonlySet<string>,
): Promise<Outcome[]> {
  const { downloader, store, scratch, limits, signal, onProgress } = running;
  const settings: WorkSettings = {
    downloader,
    store,
    scratch,
    limits,
    kept,
    taking: new Map(),
    inTurn: turnstile(DECODED),
  };
  const outcomes: Outcome[] = [];
  let next = 0;
  let done = 0;
  const lane = async () => {
    for (let at = next++; at < due.length; at = next++) {
      signal?.throwIfAborted();
      outcomes[at] = await workAddress(due[at] as DueAddress, settings);
      onProgress?.(++done, due.length);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return outcomes;
}
