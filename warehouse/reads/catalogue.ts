import { currentManifest } from '../manifest.ts';
import type { BlobStore } from '../store.ts';
import { OpenSnapshot } from './open_snapshot.ts';
import type { Catalogue, Snapshot } from './snapshot.ts';
import type { ReadSettings } from './snapshot_arrays.ts';

/** No snapshot has been published yet. */
export class NoSnapshotError extends Error {
  constructor() {
    super('no snapshot has been published yet; run `commerce-index ingest`');
    this.name = 'NoSnapshotError';
  }
}

export interface CatalogueSettings extends ReadSettings {
  /** How often the pointer is looked at. */
  pollMs: number;
  /** Told, once for each reason, when the newest snapshot could not be opened; the one before stays in use. */
  onError?: (error: unknown) => void;
}

interface Held {
  snapshot: OpenSnapshot;
  users: number;
  retired: boolean;
}

/**
 * Follows the published pointer. A new snapshot is opened beside the one in use and swapped in between two
 * requests; the old one is closed when its last request is done, so a swap fails none.
 */
export class FollowedCatalogue implements Catalogue, AsyncDisposable {
  readonly #store: BlobStore;
  readonly #settings: CatalogueSettings;
  #held: Held | null = null;
  #refreshing: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #told: string | null = null;
  #closed = false;

  private constructor(store: BlobStore, settings: CatalogueSettings) {
    this.#store = store;
    this.#settings = settings;
  }

  /** Opens the newest snapshot, if there is one, and goes on looking for newer ones. */
  static async open(store: BlobStore, settings: CatalogueSettings): Promise<FollowedCatalogue> {
    const catalogue = new FollowedCatalogue(store, settings);
    await catalogue.refresh();
    catalogue.#watch();
    return catalogue;
  }

  get ready(): boolean {
    return this.#held !== null;
  }

  acquire(): { snapshot: Snapshot; release(): void } {
    const held = this.#held;
    if (!held) throw new NoSnapshotError();
    held.users++;
    let released = false;
    return {
      snapshot: held.snapshot,
      release: () => {
        if (released) return;
        released = true;
        held.users--;
        closeIfUnused(held);
      },
    };
  }

  /** Looks at the pointer now; at most one look at a time. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#follow().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #follow(): Promise<void> {
    const current = await currentManifest(this.#store);
    if (!current || this.#closed || current.manifest.snapshot_id === this.#held?.snapshot.id) return;
    const snapshot = await OpenSnapshot.open(current.manifest, this.#store, this.#settings);
    // Loaded before the swap, so that no request waits for it. Snapshots from before there was one are served without.
    if (snapshot.files('texts').length > 0) await snapshot.searcher();
    await snapshot.vectors();
    const old = this.#held;
    // What cannot be opened is told to the request that needs it, and keeps no other from the new snapshot.
    if (old)
      await snapshot.holdAsMuchAs(old.snapshot).catch((error: unknown) => this.#settings.onError?.(error));
    this.#held = { snapshot, users: 0, retired: false };
    this.#told = null;
    retire(old);
  }

  #watch(): void {
    this.#timer = setTimeout(() => {
      this.refresh()
        .catch((error: unknown) => this.#tell(error))
        .finally(() => {
          if (!this.#closed) this.#watch();
        });
    }, this.#settings.pollMs);
    this.#timer.unref();
  }

  /** What stays so, such as a format this program does not read, is not told again at every look. */
  #tell(error: unknown): void {
    const reason = String(error);
    if (reason !== this.#told) this.#settings.onError?.(error);
    this.#told = reason;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#refreshing?.catch(() => undefined);
    retire(this.#held);
    this.#held = null;
  }
}

function retire(held: Held | null): void {
  if (!held) return;
  held.retired = true;
  closeIfUnused(held);
}

function closeIfUnused(held: Held): void {
  if (held.retired && held.users === 0) {
    held.users = -1;
    held.snapshot.close();
  }
}
