import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Database } from '../warehouse/database.ts';
import type { Snapshot } from '../warehouse/reads/snapshot.ts';
import { fileBytes } from '../warehouse/store.ts';
import { growingFile } from './growing_file.ts';
import { keepRelations } from './warehouse_relations.ts';

/** How the files of one kind are made. */
export interface FileKind<Query, Report extends { rows: number }> {
  /** Names a file by its snapshot and everything asked, filters in any order being the same. */
  name(snapshot: Snapshot, query: Query): string;
  ending(query: Query): string;
  /** Writes the file from its first byte to its last; the relations of warehouse_relations.ts are defined. */
  write(database: Database, query: Query, to: { path: string; snapshot: Snapshot }): Promise<Report>;
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

/** A file that is still being written. */
export interface BegunFile<Query, Report extends { rows: number }> {
  /** As of the finished file. */
  etag: string;
  finished: Promise<SnapshotFile<Query, Report>>;
  /** Its bytes as they come to be; ends in an error when the work does, or the signal it was begun with. */
  bytes(): Readable;
}

export interface SnapshotFilesSettings {
  /** Folder of its own; what lies in it from before is not known and never used. */
  folder: string;
  /** Of each file's own DuckDB, in its syntax. */
  memoryLimit: string;
  /** Most files kept. Default 64. */
  maxFiles?: number;
  /** Most bytes kept; the newest file is kept whatever its size. Default 20 GB. */
  maxBytes?: number;
}

const MAX_AT_ONCE = 2;
/** Of each file: every thread holds a piece of the file of its own, and joins are made so many at a time. */
const THREADS = 2;

interface Job<File> {
  file: Promise<File>;
  stop: AbortController;
  waiting: number;
  etag: string;
  /** Where it is written until it is finished. */
  draft: string;
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
    const begun = this.begin(snapshot, query, signal);
    return 'finished' in begun ? begun.finished : begun;
  }

  /** The same without waiting: the file, or one that is being written. */
  begin(
    snapshot: Snapshot,
    query: Query,
    signal?: AbortSignal,
  ): SnapshotFile<Query, Report> | BegunFile<Query, Report> {
    signal?.throwIfAborted();
    const name = this.#kind.name(snapshot, query);
    const kept = this.#keptUnder(name);
    if (kept) return kept;
    let job = this.#jobs.get(name);
    if (!job || job.stop.signal.aborted) {
      job = this.#start(name, snapshot, query);
      this.#jobs.set(name, job);
    }
    const { draft, etag } = job;
    const finished = waitFor(job, signal);
    // Who takes the bytes alone meets a failure there.
    finished.catch(() => undefined);
    return { etag, finished, bytes: () => growingFile(draft, finished) };
  }

  /** The file of this snapshot and query that this strong ETag, without quotes, names, if it is kept. */
  keptAs(etag: string): SnapshotFile<Query, Report> | undefined {
    const found = [...this.#files].find(([, file]) => file.etag === etag);
    return found && this.#keptUnder(found[0]);
  }

  /** The finished files of a snapshot. */
  kept(snapshotId: string): SnapshotFile<Query, Report>[] {
    return [...this.#files.values()].filter((file) => file.snapshot_id === snapshotId);
  }

  #keptUnder(name: string): SnapshotFile<Query, Report> | undefined {
    const kept = this.#files.get(name);
    this.#files.delete(name);
    // Scratch may have been cleared under us; then the file is made again.
    if (!kept || !existsSync(kept.path)) return undefined;
    this.#files.set(name, kept);
    return kept;
  }

  #start(name: string, snapshot: Snapshot, query: Query): Job<SnapshotFile<Query, Report>> {
    const stop = new AbortController();
    const etag = `${name}-${randomBytes(6).toString('hex')}`;
    const draft = join(this.#settings.folder, snapshot.id, `${etag}.draft`);
    const file = this.#make({ name, etag, draft }, snapshot, query, stop.signal);
    const job = { file, stop, waiting: 0, etag, draft };
    const forget = () => {
      if (this.#jobs.get(name) === job) this.#jobs.delete(name);
    };
    // A failure is told to those who wait for the file.
    file.then(forget, forget);
    return job;
  }

  async #make(
    { name, etag, draft }: { name: string; etag: string; draft: string },
    snapshot: Snapshot,
    query: Query,
    signal: AbortSignal,
  ): Promise<SnapshotFile<Query, Report>> {
    await this.#turn();
    const folder = dirname(draft);
    const path = join(folder, `${etag}.${this.#kind.ending(query)}`);
    try {
      signal.throwIfAborted();
      await mkdir(folder, { recursive: true });
      const report = await this.#write(snapshot, query, draft, signal);
      const bytes = await fileBytes(draft);
      await rename(draft, path);
      const { rows } = report;
      const file = { query, report, snapshot_id: snapshot.id, path, bytes, rows, etag };
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
    const { memoryLimit } = this.#settings;
    const database = await Database.open({ memoryLimit, threads: THREADS, readsOnce: true, spill, signal });
    try {
      keepRelations(database, snapshot);
      return await this.#kind.write(database, query, { path: draft, snapshot });
    } finally {
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
