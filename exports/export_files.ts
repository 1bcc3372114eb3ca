import type { Database } from '../warehouse/database.ts';
import type { Snapshot } from '../warehouse/reads/snapshot.ts';
import type { SnapshotTables } from '../warehouse/reads/snapshot_tables.ts';
import { FILE_ENDINGS } from './dataset.ts';
import { type ExportQuery, exportName, isWhole } from './export_query.ts';
import { type SnapshotFile, SnapshotFiles, type SnapshotFilesSettings } from './snapshot_files.ts';
import { writeDataset } from './write_dataset.ts';

export type ExportFile = SnapshotFile<ExportQuery, { rows: number }>;

/** The snapshot to compare with is no longer kept, or of an older format: only a full export helps. */
export class SnapshotGoneError extends Error {
  readonly snapshot_id: string;

  constructor(snapshotId: string) {
    super(
      `the snapshot ${snapshotId} is not kept here (any more); fetch the whole once, without changes_since, and go on from the snapshot that it names`,
    );
    this.name = 'SnapshotGoneError';
    this.snapshot_id = snapshotId;
  }
}

/** Whole datasets are made ahead for so long after somebody asked for them. */
const MADE_AHEAD_MS = 7 * 24 * 3_600_000;

/** The files of exports: see SnapshotFiles. */
export class ExportFiles extends SnapshotFiles<ExportQuery, { rows: number }> {
  /** By name of the query whatever the snapshot: whole datasets, and when somebody asked for them last. */
  readonly #asked = new Map<string, { query: ExportQuery; atMs: number }>();

  constructor(settings: SnapshotFilesSettings) {
    super(
      {
        name: ({ id }, query) => exportName(id, query),
        ending: ({ format }) => FILE_ENDINGS[format],
        write: async (database, query, { path, snapshot }) => ({
          rows: await writeExport(database, query, path, snapshot),
        }),
      },
      settings,
    );
  }

  /** As `begin`, and remembers that a whole dataset is wanted, for `makeAhead`. */
  ask(snapshot: Snapshot, query: ExportQuery, signal?: AbortSignal): ReturnType<ExportFiles['begin']> {
    if (isWhole(query)) this.#asked.set(exportName('', query), { query, atMs: Date.now() });
    return this.begin(snapshot, query, signal);
  }

  /**
   * Begins to make, one after another, the whole datasets that were asked for lately, so that they are there when they
   * are asked for again; to be held by the snapshot, whose end stops it. `onError` is told of what failed: who asks for
   * that file is told again.
   */
  makeAhead(snapshot: Snapshot, onError: (error: unknown) => void): Disposable {
    const stop = new AbortController();
    const make = async () => {
      for (const [name, { query, atMs }] of this.#asked)
        if (atMs < Date.now() - MADE_AHEAD_MS) this.#asked.delete(name);
        else await this.file(snapshot, query, stop.signal);
    };
    make().catch((error: unknown) => {
      if (!stop.signal.aborted) onError(error);
    });
    return { [Symbol.dispose]: () => stop.abort(new Error(`the snapshot ${snapshot.id} is closed`)) };
  }
}

async function writeExport(
  database: Database,
  query: ExportQuery,
  path: string,
  now: Snapshot,
): Promise<number> {
  const { changes_since } = query;
  if (changes_since === null) return writeDataset(database, query, path);
  const before = await keptTables(now, changes_since);
  try {
    return await writeDataset(database, query, path, { now, before });
  } catch (error) {
    // Its files may have been collected while they were read.
    await keptTables(now, changes_since);
    throw error;
  }
}

async function keptTables(now: Snapshot, snapshotId: string): Promise<SnapshotTables> {
  const tables = await now.tablesOf(snapshotId);
  if (tables === null) throw new SnapshotGoneError(snapshotId);
  return tables;
}
