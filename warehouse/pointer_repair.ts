import { DamagedFileError, setAside } from './damage.ts';
import type { DataFolder } from './folder.ts';
import { withPublishLock } from './lock.ts';
import {
  currentOrOlderManifest,
  type Manifest,
  manifestKey,
  type Part,
  pointerText,
  readOlderManifest,
} from './manifest.ts';
import type { RunPart } from './run_part.ts';
import { type BlobStore, fileBytes, POINTER_KEY } from './store.ts';
import { REBUILT_TABLES } from './tables.ts';

const LOCK_WAIT_MS = 10_000;

/** Every immutable file that a snapshot stands on. */
export function partsOf({ tables, run_log = [] }: Manifest): (Part | RunPart)[] {
  return [...Object.values(tables).flat(), ...run_log];
}

/** A file of a snapshot that is not as it was written. */
export interface BrokenPart {
  /** `serving/keys/….parquet is missing` */
  fault: string;
  /** A rebuild writes it anew and reads nothing of it. */
  isRebuilt: boolean;
}

/** What is wrong with a snapshot's files: missing, or of another size than they were written with. */
export async function brokenParts(store: BlobStore, manifest: Manifest): Promise<BrokenPart[]> {
  const rebuilt: ReadonlySet<Part | RunPart> = new Set(
    [...REBUILT_TABLES].flatMap((table) => manifest.tables[table] ?? []),
  );
  const wrong: BrokenPart[] = [];
  for (const part of partsOf(manifest)) {
    const { key, bytes } = part;
    const found = (await store.exists(key)) ? await fileBytes(await store.local(key)) : null;
    if (found === bytes) continue;
    const fault = found === null ? `${key} is missing` : `${key} has ${found} bytes instead of ${bytes}`;
    wrong.push({ fault, isRebuilt: rebuilt.has(part) });
  }
  return wrong;
}

/** What a repair came to. */
export interface Repair {
  /** The snapshot that the pointer names now, or null when there is none to name. */
  snapshot_id: string | null;
  /** What was damaged and is set aside; empty when the pointer and its manifest were whole. */
  set_aside: string[];
}

/**
 * Where the pointer or the manifest it names is damaged: sets that aside and points to the newest snapshot whose
 * manifest and files are whole. Runs that were published later are taken in again, as far as they are still staged.
 * Changes nothing where both are whole. Throws PublishBusyError, and WarehouseFormatError for a newer snapshot.
 */
export async function repairPointer(folder: DataFolder, store: BlobStore): Promise<Repair> {
  return withPublishLock(folder.path('publish.lock'), LOCK_WAIT_MS, async () => {
    const repair: Repair = { snapshot_id: null, set_aside: [] };
    const before = await store.pointer();
    try {
      const current = await currentOrOlderManifest(store);
      if (current) return { ...repair, snapshot_id: current.manifest.snapshot_id };
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
      if (error.key !== POINTER_KEY && (await store.exists(error.key))) {
        await setAside(store, error.key);
        repair.set_aside.push(error.key);
      }
    }
    const newest = await newestWhole(store);
    if (before !== null) {
      await setAside(store, POINTER_KEY);
      repair.set_aside.push(POINTER_KEY);
    }
    if (newest && (await store.swapPointer(null, pointerText(newest))))
      repair.snapshot_id = newest.snapshot_id;
    return repair;
  });
}

/** The newest snapshot that can be read whole; the last of a line of publications, whatever their clocks said. */
async function newestWhole(store: BlobStore): Promise<Manifest | null> {
  const whole: Manifest[] = [];
  for (const key of await store.list('snapshots')) {
    const id = key.split('/')[1] ?? '';
    if (key !== manifestKey(id)) continue;
    try {
      const manifest = await readOlderManifest(store, id);
      if ((await brokenParts(store, manifest)).length === 0) whole.push(manifest);
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error;
    }
  }
  const followed = new Set(whole.map((manifest) => manifest.previous));
  const last = whole.filter((manifest) => !followed.has(manifest.snapshot_id));
  return last.sort((a, b) => (a.published_at < b.published_at ? -1 : 1)).at(-1) ?? null;
}
