import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Database } from '../warehouse/database.ts';
import type { DataFolder } from '../warehouse/folder.ts';

export interface StagingSettings {
  folder: DataFolder;
  /** Of all of them together, DuckDB's own syntax. */
  memoryLimit: string;
  threads?: number | undefined;
  /** Feeds staged at the same time. */
  parallel: number;
}

/** The databases that feeds are staged in: one for each feed staged at the same time, kept for the next. */
export class StagingDatabases implements AsyncDisposable {
  readonly #settings: StagingSettings;
  readonly #idle: Database[] = [];
  readonly #threads: number;
  #lent = 0;
  #spill: string | undefined;

  constructor(settings: StagingSettings) {
    this.#settings = settings;
    this.#threads = settings.threads ?? availableParallelism();
  }

  /** Lends a database to `work`. One that saw a failure is not lent again. */
  async lend<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = this.#idle.pop() ?? (await this.#open());
    let whole = false;
    this.#lent++;
    try {
      // Two feeds side by side on all cores each get in one another's way.
      await database.run(
        'share cores',
        `set threads = ${Math.max(1, Math.floor(this.#threads / this.#lent))}`,
      );
      const answer = await work(database);
      whole = true;
      return answer;
    } finally {
      this.#lent--;
      if (whole) this.#idle.push(database);
      else await database[Symbol.asyncDispose]();
    }
  }

  async #open(): Promise<Database> {
    const { folder, memoryLimit, parallel } = this.#settings;
    this.#spill ??= folder.ownScratch('staging');
    await mkdir(this.#spill, { recursive: true });
    return Database.open({
      memoryLimit: shareOf(memoryLimit, parallel),
      spill: this.#spill,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const database of this.#idle.splice(0)) await database[Symbol.asyncDispose]();
    if (this.#spill !== undefined) await rm(this.#spill, { recursive: true, force: true });
    this.#spill = undefined;
  }
}

/** `1GiB` in two is `0.5GiB`. */
function shareOf(memoryLimit: string, parts: number): string {
  const [, amount = memoryLimit, unit = ''] = /^([\d.]+)\s?(\w+)$/.exec(memoryLimit) ?? [];
  return `${Number(amount) / parts}${unit}`;
}
