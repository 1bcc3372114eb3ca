import type { DataFolder } from '../../warehouse/folder.ts';
import { withPublishLock } from '../../warehouse/lock.ts';
import {
  currentManifest,
  type Manifest,
  type MediaRun,
  nameOf,
  type Part,
  pointerText,
  writeManifest,
} from '../../warehouse/manifest.ts';
import { type BlobStore, fileBytes } from '../../warehouse/store.ts';

export interface FoundTables {
  /** Sixteen digits made from what went in. */
  name: string;
  /** Finished local files. */
  media: string;
  sources: string;
  rows: { media: number; sources: number };
  run: MediaRun;
}

/** A publication of prices may be under way: it takes seconds to minutes. */
const LOCK_WAIT_MS = 15 * 60_000;

/**
 * Publishes a snapshot that is the newest one with other media tables. Prices published meanwhile are kept: media
 * tables speak of addresses and of nothing else. Returns the snapshot's id.
 */
export async function publishMedia(
  { folder, store, scratch, now }: { folder: DataFolder; store: BlobStore; scratch: string; now: () => Date },
  { name, media, sources, rows, run }: FoundTables,
): Promise<string> {
  return withPublishLock(folder.path('publish.lock'), LOCK_WAIT_MS, async () => {
    const parts = {
      media: [await stored(store, media, `tables/media/${name}.parquet`, rows.media)],
      media_sources: [await stored(store, sources, `tables/media_sources/${name}.parquet`, rows.sources)],
    };
    const current = await currentManifest(store);
    if (!current) throw new Error('there is no snapshot to publish media in');
    const before = current.manifest;
    const manifest: Manifest = {
      ...before,
      snapshot_id: `snp_${nameOf('media', name, before.snapshot_id)}`,
      previous: before.snapshot_id,
      published_at: now().toISOString(),
      tables: { ...before.tables, ...parts },
      media_run: run,
    };
    await writeManifest(store, manifest, `${scratch}/manifest.json`);
    if (!(await store.swapPointer(current.pointer, pointerText(manifest))))
      throw new Error('another publication moved the pointer in the meantime; run media again');
    return manifest.snapshot_id;
  });
}

async function stored(store: BlobStore, path: string, key: string, rows: number): Promise<Part> {
  const bytes = await fileBytes(path);
  await store.put(path, key);
  return { key, rows, bytes };
}
