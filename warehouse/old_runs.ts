import { readOrSetAside } from './damage.ts';
import type { PublishedRun } from './manifest.ts';
import { type ClosedRun, type FeedName, type Run, THE_PROGRAM } from './run.ts';
import type { BlobStore } from './store.ts';

/** Records read at once; there may be more of them than a process may open files. */
const AT_ONCE = 64;

/**
 * The published runs of a snapshot from before there was a log: its manifest lists them all, and each has its record
 * in `runs/`. A record that is lost or damaged is made again from what staging noted beside the rows.
 */
export class OldRuns {
  readonly #store: BlobStore;
  readonly #runs: readonly PublishedRun[];
  readonly #ids: ReadonlySet<string>;

  constructor(store: BlobStore, runs: readonly PublishedRun[]) {
    this.#store = store;
    this.#runs = runs;
    this.#ids = new Set(runs.map((run) => run.run_id));
  }

  get size(): number {
    return this.#runs.length;
  }

  has(runId: string): boolean {
    return this.#ids.has(runId);
  }

  feeds(): readonly FeedName[] {
    return this.#runs;
  }

  /** The records of those that `wanted` picks, in the order of the manifest. */
  async *records(wanted: (run: PublishedRun) => boolean): AsyncGenerator<ClosedRun> {
    const chosen = this.#runs.filter(wanted);
    for (let start = 0; start < chosen.length; start += AT_ONCE)
      yield* await Promise.all(chosen.slice(start, start + AT_ONCE).map((run) => this.#record(run)));
  }

  async #record(published: PublishedRun): Promise<ClosedRun> {
    const record =
      (await readOrSetAside<Run>(this.#store, `runs/${published.run_id}.json`)) ??
      (await this.#remade(published));
    const outcome = { state: 'accepted', reason: null, by: THE_PROGRAM, at: record.staged_at } as const;
    return { ...record, ...published, outcome };
  }

  /** What the manifest and the stage still say of a run whose record is gone. */
  async #remade(published: PublishedRun): Promise<Run> {
    const stage = await readOrSetAside<{ outcomes: Run[] }>(
      this.#store,
      `staged/${published.stage_id}/stage.json`,
    );
    const outcomes = stage?.outcomes ?? [];
    const counts = published.by_as_of ? outcomes.find((one) => one.as_of === published.as_of) : outcomes[0];
    return {
      ...(counts ?? NO_COUNTS),
      ...published,
      source: { name: '', sha256: '', bytes: 0 },
      staged_at: published.as_of,
      seconds: { land: 0, stage: 0 },
    };
  }
}

const NO_COUNTS = {
  rows_read: 0,
  accepted: 0,
  rejected: 0,
  rejected_by: {},
  notes_by: {},
  gtin: { valid: 0, missing: 0, malformed: 0, checksum: 0, restricted: 0 },
};
