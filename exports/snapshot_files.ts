import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../warehouse/database.ts';
import type { Snapshot } from '../warehouse/reads/snapshot.ts';
import { fileBytes } from '../warehouse/store.ts';
import { defineRelations } from './warehouse_relations.ts';

/** How the files of one kind are made. */
export interface FileKind<Query, Report extends { rows: number }> {
  /** Names a file by its snapshot and everything asked, filters in any order being the same. */
  name(snapshot: Snapshot, query: Query): string;
  ending(query: Query): string;
  /** Writes the file; the relations of warehouse_relations.ts are defined. */
  write(database: Database, query: Query, path: string, signal: AbortSignal): Promise<Report>;
}

/** A finished file on this machine's disk. */
export interface SnapshotFile<Query, Report extends { rows: number }> {
  query: Query;
  report: Report;
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

export interface SnapshotFilesSettings {
  /** Folder of its own; what lies in it from before is not known and never used. */
  folder: string;
  /** Of each file's own DuckDB, in its syntax. */
  memoryLimit: string;
  threads?: number;
  /** Most files kept. Default 64. */
  maxFiles?: number;
  /** Most bytes kept; the newest file is kept whatever its size. Default 20 GB. */
  maxBytes?: number;
}

const MAX_AT_ONCE = 2;

interface Job<File> {
  file: Promise<File>;
  stop: AbortController;
  waiting: number;
}

/**
 * Makes files of snapshots and keeps them: the same question to the same snapshot is worked out once, by whoever asks
 * first, and kept until newer files need its room. At most two are made at a time, each in a DuckDB of its own
 * with bounded memory.
 */
export class SnapshotFiles<Query, Report extends { rows: number }> {
  readonly #kind: FileKind<Query, Report>;
  readonly #settings: Required<Pick<SnapshotFilesSettings, 'maxFiles' | 'maxBytes'>> & SnapshotFilesSettings;
  /** Least recently used first. */
  readonly #files = new Map<string, SnapshotFile<Query, Report>>();
  readonly #jobs = new Map<string, Job<SnapshotFile<Query, Report>>>();
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(kind: FileKind<Query, Report>, settings: SnapshotFilesSettings) {
    this.#kind = kind;
    this.#settings = { maxFiles: 64, maxBytes: 20e9, ...settings };
  }

  /** The file of a query. `signal`: the caller no longer wants it; the work stops when nobody does. */
  async file(snapshot: Snapshot, query: Query, signal?: AbortSignal): Promise<SnapshotFile<Query, Report>> {
    signal?.throwIfAborted();
    const name = this.#kind.name(snapshot, query);
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
  kept(snapshotId: string): SnapshotFile<Query, Report>[] {
    return [...this.#files.values()].filter((file) => file.snapshot_id === snapshotId);
  }

  #start(name: string, snapshot: Snapshot, query: Query): Job<SnapshotFile<Query, Report>> {
    const stop = new AbortController();
    const file = this.#make(name, snapshot, query, stop.signal);
    const job = { file, stop, waiting: 0 };
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
    query: Query,
    signal: AbortSignal,
  ): Promise<SnapshotFile<Query, Report>> {
    await this.#turn();
    const made = randomBytes(6).toString('hex');
    const folder = join(this.#settings.folder, snapshot.id);
    const draft = join(folder, `${made}.draft`);
    const path = join(folder, `${name}-${made}.${this.#kind.ending(query)}`);
    try {
      signal.throwIfAborted();
      await mkdir(folder, { recursive: true });
      const report = await this.#write(snapshot, query, draft, signal);
      const bytes = await fileBytes(draft);
      await rename(draft, path);
      const { rows } = report;
      const file = { query, report, snapshot_id: snapshot.id, path, bytes, rows, etag: `${name}-${made}` };
      this.#files.set(name, file);
      await this.#makeRoom();
      return file;
    } finally {
      await rm(draft, { force: true });
      this.#running--;
      this.#queue.shift()?.();
    }
  }

  async #write(snapshot: Snapshot, query: Query, draft: string, signal: AbortSignal): Promise<Report> {
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
      return await this.#kind.write(database, query, draft, signal);
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
async function waitFor<File>(job: Job<File>, signal: AbortSignal | undefined): Promise<File> {
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
