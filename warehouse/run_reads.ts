import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Database } from './database.ts';
import type { DataFolder } from './folder.ts';
import { type Reject, readRejects } from './rejects.ts';
import { findRun, type IllFeeds, illFeeds, listRuns, type RunFilter, type RunRecord } from './run_list.ts';
import type { BlobStore } from './store.ts';

const MEMORY_LIMIT = '256MiB';

/** What a server knows of runs: as they are now, whichever snapshot it serves. */
export class RunReads {
  readonly #store: BlobStore;
  readonly #folder: DataFolder;

  constructor(store: BlobStore, folder: DataFolder) {
    this.#store = store;
    this.#folder = folder;
  }

  list(filter: RunFilter = {}): AsyncGenerator<RunRecord> {
    return listRuns(this.#store, filter);
  }

  /** What waits for a person, and what fails. */
  ill(): Promise<IllFeeds> {
    return illFeeds(this.#store);
  }

  find(runId: string): Promise<RunRecord | null> {
    return findRun(this.#store, runId);
  }

  /** The runs of one feed that wait and were observed later than this one. */
  async behind({ seller, feed, as_of }: RunRecord): Promise<RunRecord[]> {
    const behind: RunRecord[] = [];
    for await (const run of this.list({ seller, feed })) {
      if (!['waiting', 'held', 'late'].includes(run.state)) break;
      if (run.as_of > as_of) behind.push(run);
    }
    return behind;
  }

  /** What was found wrong with a run's rows; null where these have been collected, or never were. */
  async rejects(
    { stage_id }: RunRecord,
    page: { offset: number; limit: number },
  ): Promise<{ rows: Reject[]; total: number } | null> {
    const path = stage_id === null ? null : this.#folder.stagedRejects(stage_id);
    if (path === null || !existsSync(path)) return null;
    const spill = this.#folder.ownScratch(`rejects-${randomUUID()}`);
    await using database = await Database.open({
      memoryLimit: MEMORY_LIMIT,
      threads: 1,
      spill,
    });
    return await readRejects(database, path, page);
  }
}
