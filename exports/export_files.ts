import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../warehouse/database.ts';
import { nameOf } from '../warehouse/manifest.ts';
import type { Snapshot } from '../warehouse/reads/snapshot.ts';
import { fileBytes } from '../warehouse/store.ts';
import { DATASETS } from './dataset.ts';
import { defineRelations } from './warehouse_relations.ts';
import { type ExportQuery, writeDataset } from './write_dataset.ts';

/** A finished export on this machine's disk. */
export interface ExportFile {
  query: ExportQuery;
  snapshot_id: string;
  path: string;
  bytes: number;
  rows: number;
  /**
   * Strong, without quotes. It names the file that was made, not only what was asked: made a second time, the
   * same rows may come in another order, and a range of one must never be joined to a range of the other.
   */
  etag: string;
}

export interface ExportFilesSettings {
  /** Folder of its own; what lies in it from before is not known and never used. */
  folder: string;
  /** Of each export's own DuckDB, in its syntax. */
  memoryLimit: string;
  threads?: number;
  /** Most files kept. Default 64. */
  maxFiles?: number;
  /** Most bytes kept; the newest file is kept whatever its size. Default 20 GB. */
  maxBytes?: number;
}

const MAX_AT_ONCE = 2;

interface Job {
  file: Promise<ExportFile>;
  stop: AbortController;
  waiting: number;
}

/**
 * Makes export files and keeps them: the same question to the same snapshot is worked out once, by whoever asks
 * first, and kept until newer files need its room. At most two are made at a time, each in a DuckDB of its own
 * with bounded memory.
 */
export class ExportFiles {
  readonly #settings: Required<Pick<ExportFilesSettings, 'maxFiles' | 'maxBytes'>> & ExportFilesSettings;
  /** Least recently used first. */
  readonly #files = new Map<string, ExportFile>();
  readonly #jobs = new Map<string, Job>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(settings: ExportFilesSettings) {
    this.#settings = { maxFiles: 64, maxBytes: 20e9, ...settings };
  }

  /** The file of a query. `signal`: the caller no longer wants it; the work stops when nobody does. */
  async file(snapshot: Snapshot, query: ExportQuery, signal?: AbortSignal): Promise<ExportFile> {
    signal?.throwIfAborted();
    const name = exportName(snapshot.id, query);
    const kept = this.#files.get(name);
    if (kept) {
      this.#files.delete(name);
      // Scratch may have been cleared under us; then the file is made again.
      if (existsSync(kept.path)) {
        this.#files.set(name, kept);
        return kept;
      }
    }
    let job = this.#jobs.get(name);
    if (!job || job.stop.signal.aborted) {
      job = this.#start(name, snapshot, query);
      this.#jobs.set(name, job);
    }
    return waitFor(job, signal);
  }

  /** The finished files of a snapshot. */
  kept(snapshotId: string): ExportFile[] {
    return [...this.#files.values()].filter((file) => file.snapshot_id === snapshotId);
  }

  #start(name: string, snapshot: Snapshot, query: ExportQuery): Job {
    const stop = new AbortController();
    const file = this.#make(name, snapshot, query, stop.signal);
    const job: Job = { file, stop, waiting: 0 };
    const forget = () => {
      if (this.#jobs.get(name) === job) this.#jobs.delete(name);
    };
    // A failure is told to those who wait for the file.
    file.then(forget, forget);
    return job;
  }

  async #make(
    name: string,
    snapshot: Snapshot,
    query: ExportQuery,
    signal: AbortSignal,
  ): Promise<ExportFile> {
    await this.#turn();
    const made = randomBytes(6).toString('hex');
    const folder = join(this.#settings.folder, snapshot.id);
    const draft = join(folder, `${made}.draft`);
    const path = join(folder, `${name}-${made}.${query.format}`);
    try {
      signal.throwIfAborted();
      await mkdir(folder, { recursive: true });
      const rows = await this.#write(snapshot, query, draft, signal);
      const bytes = await fileBytes(draft);
      await rename(draft, path);
      const file = { query, snapshot_id: snapshot.id, path, bytes, rows, etag: `${name}-${made}` };
      this.#files.set(name, file);
      await this.#makeRoom();
      return file;
    } finally {
      await rm(draft, { force: true });
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  async #write(snapshot: Snapshot, query: ExportQuery, draft: string, signal: AbortSignal): Promise<number> {
    const spill = `${draft}.spill`;
    const { memoryLimit, threads } = this.#settings;
    const database = await Database.open({
      memoryLimit,
      spill,
      ...(threads === undefined ? {} : { threads }),
    });
    const interrupt = () => database.interrupt();
    signal.addEventListener('abort', interrupt);
    try {
      await defineRelations(database, snapshot);
      signal.throwIfAborted();
      return await writeDataset(database, query, draft);
    } finally {
      signal.removeEventListener('abort', interrupt);
      await database[Symbol.asyncDispose]();
      await rm(spill, { recursive: true, force: true });
    }
  }

  /** Waits until one more may be made. */
  async #turn(): Promise<void> {
    while (this.#running >= MAX_AT_ONCE) await new Promise<void>((resolve) => this.#queue.push(resolve));
    this.#running++;
  }

  async #makeRoom(): Promise<void> {
    let bytes = [...this.#files.values()].reduce((sum, file) => sum + file.bytes, 0);
    for (const [name, file] of this.#files) {
      const fits = this.#files.size <= this.#settings.maxFiles && bytes <= this.#settings.maxBytes;
      if (fits || this.#files.size === 1) return;
      this.#files.delete(name);
      bytes -= file.bytes;
      await rm(file.path, { force: true });
    }
  }
}

/** Waits for a job, or until the caller gives up; the last one to give up stops it. */
async function waitFor(job: Job, signal: AbortSignal | undefined): Promise<ExportFile> {
  job.waiting++;
  let giveUp: (() => void) | undefined;
  const given = new Promise<never>((_resolve, reject) => {
    giveUp = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([job.file, given]);
  } finally {
    if (giveUp) signal?.removeEventListener('abort', giveUp);
    if (--job.waiting === 0 && signal?.aborted) job.stop.abort(signal.reason);
  }
}

/** Names an export by its snapshot and everything asked, filters in any order being the same. */
function exportName(snapshotId: string, query: ExportQuery): string {
  const { dataset, format, columns, category, sellers, brand, since } = query;
  return `${dataset}-${nameOf(snapshotId, dataset, format, columns, category, [...new Set(sellers)].sort(), brand, since)}`;
}

/** True for the export of a whole dataset with all its columns. */
export function isWhole(query: ExportQuery): boolean {
  const all = DATASETS[query.dataset].columns.map((column) => column.name);
  const { category, brand, since, sellers, columns } = query;
  return (
    category === null &&
    brand === null &&
    since === null &&
    sellers.length === 0 &&
    columns.join() === all.join()
  );
}
