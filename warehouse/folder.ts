import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_MARK } from './scratch_owner.ts';

/** Read, write and enter for the owner, nothing for anybody else. */
const OWNER_ONLY = 0o700;

/**
 * Where everything lies below the data folder. Paths inside records and manifests are relative to it, so the
 * folder can be moved or copied whole.
 */
export class DataFolder {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  /** Makes the folder where there is none, for its owner alone. One that is there keeps the rights it has. */
  async make(): Promise<void> {
    await mkdir(this.root, { recursive: true, mode: OWNER_ONLY });
  }

  path(...parts: string[]): string {
    return join(this.root, ...parts);
  }

  landing(seller: string): string {
    return this.path('landing', seller);
  }

  staged(stageId: string): string {
    return this.path('staged', stageId);
  }

  stagedRows(stageId: string): string {
    return this.path('staged', stageId, 'rows.parquet');
  }

  stagedRejects(stageId: string): string {
    return this.path('staged', stageId, 'rejects.parquet');
  }

  runs(): string {
    return this.path('runs');
  }

  snapshot(id: string): string {
    return this.path('snapshots', id);
  }

  pointer(): string {
    return this.path('current.json');
  }

  stateFile(): string {
    return this.path('state.sqlite');
  }

  /** Vectors of texts by model: a cache, which may be deleted. */
  vectorCache(): string {
    return this.path('vector_cache.sqlite');
  }

  /** Scratch that a piece of work names: files being written, which whoever does it again writes anew. */
  scratch(name: string): string {
    return this.path('tmp', name);
  }

  /** Scratch of this process alone: spill files. */
  ownScratch(name: string): string {
    return this.scratch(`${name}-${OWN_MARK}`);
  }
}
