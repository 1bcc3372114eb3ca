import { existsSync, type Stats } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DamagedFileError, setAside } from '../../warehouse/damage.ts';
import { surplusFailures } from '../../warehouse/failed_runs.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { withPublishLock } from '../../warehouse/lock.ts';
import {
  currentOrOlderManifest,
  type Manifest,
  manifestKey,
  ownRun,
  readOlderManifest,
} from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';
import { RunLog } from '../../warehouse/run_log.ts';
import { pendingRuns } from '../../warehouse/runs.ts';
import { ownerOf } from '../../warehouse/scratch_owner.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { surplusMedia } from './surplus_media.ts';

export interface GarbageSettings {
  folder: DataFolder;
  store: BlobStore;
  now: () => Date;
  /** Snapshots kept, the current one among them. Default 3. */
  keepSnapshots?: number | undefined;
  /** Younger snapshots are kept however many: cursors live so long. Default 24. */
  keepHours?: number | undefined;
  /** Staged and landed files are kept so long, for backfill. Default 35. */
  keepStagedDays?: number | undefined;
  /** Says what would go, and deletes nothing. */
  dryRun?: boolean | undefined;
}

/** What went, or with `dry_run` would go. */
export interface GarbageSummary {
  dry_run: boolean;
  /** Ids of snapshots. */
  snapshots: string[];
  /** Keys of files and folders, relative to the data folder. */
  deleted: string[];
  bytes: number;
}

const LOCK_WAIT_MS = 10_000;
const HOUR_MS = 3_600_000;
const TABLE_FOLDERS = ['tables', 'serving', 'facts'];
/** A draft this old belongs to no living work: its owner writes to it all the time or is gone. */
const SCRATCH_HOURS = 24;
/** A server keeps its exports while nothing is published. */
const SERVER_HOURS = 7 * 24;

/**
 * Deletes old snapshots, the table files that only they name, and staged, landed and scratch files past their
 * time. Manifests go first: killed in between, the next call finds the files without an owner. Whatever the
 * current snapshot or a pending run needs stays. Throws PublishBusyError, and WarehouseFormatError for a snapshot of
 * a newer format, of which this program cannot know what it needs.
 */
export async function collectGarbage(settings: GarbageSettings): Promise<GarbageSummary> {
  const { folder, dryRun = false } = settings;
  const summary: GarbageSummary = { dry_run: dryRun, snapshots: [], deleted: [], bytes: 0 };
  if (!existsSync(folder.root)) return summary;
  return withPublishLock(folder.path('publish.lock'), LOCK_WAIT_MS, async () => {
    const current = await currentOrOlderManifest(settings.store);
    const kept = current ? await collectSnapshots(settings, current.manifest, summary) : [];
    const log = new RunLog(settings.store, current?.manifest ?? null);
    const pending = await pendingRuns(settings.store, log);
    const needed = { kept, pending, ...(await liveRuns(log, kept)) };
    await collectTables(settings, kept, summary);
    for (const key of await surplusMedia(settings, kept)) await remove(settings, key, summary);
    await collectStaged(settings, needed, summary);
    await collectLanded(settings, needed, summary);
    for (const key of await surplusFailures(settings.store)) await remove(settings, key, summary);
    await collectScratch(settings, summary);
    return summary;
  });
}

/** Drops the manifests past their time and returns those kept. */
async function collectSnapshots(
  settings: GarbageSettings,
  current: Manifest,
  summary: GarbageSummary,
): Promise<Manifest[]> {
  const { now, keepSnapshots = 3, keepHours = 24 } = settings;
  const manifests = await wholeManifests(settings);
  const byId = new Map(manifests.map((manifest) => [manifest.snapshot_id, manifest]));
  const lineage = new Set<string>();
  let next: Manifest | undefined = current;
  while (next && lineage.size < Math.max(1, keepSnapshots)) {
    lineage.add(next.snapshot_id);
    next = next.previous === null ? undefined : byId.get(next.previous);
  }
  const youngest = now().getTime() - keepHours * HOUR_MS;
  const kept: Manifest[] = [];
  for (const manifest of manifests) {
    if (lineage.has(manifest.snapshot_id) || Date.parse(manifest.published_at) > youngest)
      kept.push(manifest);
    else {
      summary.snapshots.push(manifest.snapshot_id);
      await remove(settings, manifestKey(manifest.snapshot_id), summary);
      await removeEmpty(settings, `snapshots/${manifest.snapshot_id}`);
    }
  }
  return kept;
}

/** The manifests there are. A damaged one, which is not the current one, is set aside: nothing leads to it. */
async function wholeManifests({ store, dryRun }: GarbageSettings): Promise<Manifest[]> {
  const manifests: Manifest[] = [];
  for (const key of await store.list('snapshots')) {
    if (!key.endsWith('/manifest.json')) continue;
    try {
      manifests.push(await readOlderManifest(store, key.split('/')[1] ?? ''));
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      if (!dryRun) await setAside(store, key);
    }
  }
  return manifests;
}

async function collectTables(
  settings: GarbageSettings,
  kept: readonly Manifest[],
  summary: GarbageSummary,
): Promise<void> {
  const named = new Set(
    kept
      .flatMap(({ tables, run_log = [] }) => [...Object.values(tables).flat(), ...run_log])
      .map((part) => part.key),
  );
  for (const folder of TABLE_FOLDERS)
    for (const key of await settings.store.list(folder))
      if (!named.has(key)) await remove(settings, key, summary);
}

interface Needed {
  kept: readonly Manifest[];
  /** The runs that the kept snapshots stand on. */
  live: readonly Run[];
  /** Sellers of whom a kept snapshot stands on a run that the log does not know: nothing landed of theirs is touched. */
  unsure: ReadonlySet<string>;
  pending: readonly Run[];
}

async function liveRuns(
  log: RunLog,
  kept: readonly Manifest[],
): Promise<{ live: Run[]; unsure: Set<string> }> {
  const live = new Map<string, Run>();
  const unsure = new Set<string>();
  for (const { seller, feed, current } of kept.flatMap(({ feeds, inputs = [] }) => [...feeds, ...inputs])) {
    if (!current) continue;
    const own = ownRun(current);
    if (live.has(own.run_id)) continue;
    const run = await log.find({ seller, feed, ...own });
    if (run && run.source.sha256 !== '') live.set(run.run_id, run);
    else unsure.add(seller);
  }
  return { live: [...live.values()], unsure };
}

async function collectStaged(
  settings: GarbageSettings,
  { kept, live, pending }: Needed,
  summary: GarbageSummary,
): Promise<void> {
  const needed = new Set([
    ...[...live, ...pending].flatMap((run) => [run.stage_id, run.laid?.stage_id ?? run.stage_id]),
    ...kept.flatMap((manifest) => manifest.feeds.flatMap((feed) => feed.current?.stage_id ?? [])),
  ]);
  for (const name of await entries(settings.folder.path('staged')))
    if (!needed.has(name) && (await isPast(settings, `staged/${name}`)))
      await remove(settings, `staged/${name}`, summary);
}

/** Landed files are named by their hash; of a seller with a pending run none is touched. */
async function collectLanded(
  settings: GarbageSettings,
  { live, unsure, pending }: Needed,
  summary: GarbageSummary,
): Promise<void> {
  const waiting = new Set([...unsure, ...pending.map((run) => run.seller)]);
  const hashes = new Set(live.flatMap(({ source }) => source.files ?? [source.sha256]));
  for (const seller of await entries(settings.folder.path('landing'))) {
    if (waiting.has(seller)) continue;
    for (const name of await entries(settings.folder.landing(seller))) {
      const key = `landing/${seller}/${name}`;
      if (!hashes.has(name.slice(0, 64)) && (await isPast(settings, key)))
        await remove(settings, key, summary);
    }
  }
}

/** Drafts of the dead. A publication's are dead for sure, because the lock that it needs is ours. */
async function collectScratch(settings: GarbageSettings, summary: GarbageSummary): Promise<void> {
  const { folder, now } = settings;
  const inside = async (parent: string) =>
    (await entries(folder.scratch(parent))).map((name) => `${parent}/${name}`);
  const names = (await entries(folder.path('tmp'))).filter((name) => name !== 'landing' && name !== 'api');
  for (const name of [...names, ...(await inside('landing')), ...(await inside('api'))]) {
    const owner = ownerOf(basename(name));
    const hours = name.startsWith('api/') ? SERVER_HOURS : SCRATCH_HOURS;
    const abandoned = async () => (await newest(folder.scratch(name))) < now().getTime() - hours * HOUR_MS;
    if (name.startsWith('publish-') || owner === 'dead' || (owner !== 'living' && (await abandoned())))
      await remove(settings, `tmp/${name}`, summary);
  }
}

async function isPast({ folder, now, keepStagedDays = 35 }: GarbageSettings, key: string): Promise<boolean> {
  return (await newest(folder.path(key))) < now().getTime() - keepStagedDays * 24 * HOUR_MS;
}

/** When a file, or anything in a folder, last changed, epoch milliseconds; endless for what its owner took away meanwhile. */
async function newest(path: string): Promise<number> {
  const files = await filesOf(path);
  return files.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...files.map((file) => file.mtimeMs));
}

async function bytesOf(path: string): Promise<number> {
  return (await filesOf(path)).reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
}

/** A file, or a folder with all that is in it; what vanishes meanwhile is left out. */
async function filesOf(path: string): Promise<Stats[]> {
  const [top] = await statOf(path);
  if (!top?.isDirectory()) return top ? [top] : [];
  const inside = await Promise.all(
    (await readdir(path, { recursive: true })).map((name) => statOf(join(path, name))),
  );
  return [top, ...inside.flat()];
}

async function statOf(path: string): Promise<Stats[]> {
  try {
    return [await stat(path)];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function remove(settings: GarbageSettings, key: string, summary: GarbageSummary): Promise<void> {
  summary.deleted.push(key);
  summary.bytes += await bytesOf(settings.folder.path(key));
  if (!settings.dryRun) await settings.store.delete(key);
}

async function removeEmpty({ folder, dryRun }: GarbageSettings, key: string): Promise<void> {
  if (!dryRun && (await entries(folder.path(key))).length === 0)
    await rm(folder.path(key), { recursive: true, force: true });
}

async function entries(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
