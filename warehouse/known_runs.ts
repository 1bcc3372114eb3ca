import { currentOrOlderManifest, type Manifest, ownRun } from './manifest.ts';
import { type FeedName, isStaged, type Run } from './run.ts';
import { RunLog } from './run_log.ts';
import { openRuns } from './runs.ts';
import type { BlobStore } from './store.ts';

/** What is known of a feed's runs by whoever reads it next. */
export interface FeedRuns {
  /** The runs that wait and the one that is live, in no order: the one staged last is among them. */
  latest: readonly Run[];
  /** Every run for a moment, ISO 8601. */
  at: (asOf: string) => Promise<readonly Run[]>;
}

/** The runs that wait and those of the log, by feed. Cheap to open, whatever was read before. */
export class KnownRuns {
  readonly log: RunLog;
  readonly #open: readonly Run[];
  readonly #manifest: Manifest | null;

  private constructor(log: RunLog, open: readonly Run[], manifest: Manifest | null) {
    this.log = log;
    this.#open = open;
    this.#manifest = manifest;
  }

  /** As the pointer says now. Throws WarehouseFormatError for a snapshot of a newer format. */
  static async open(store: BlobStore): Promise<KnownRuns> {
    const manifest = (await currentOrOlderManifest(store))?.manifest ?? null;
    const log = new RunLog(store, manifest);
    return new KnownRuns(log, await openRuns(store, log), manifest);
  }

  /** The runs that wait for a publication, oldest first. */
  async waiting(): Promise<Run[]> {
    const waiting: Run[] = [];
    for (const run of this.#open) if ((await this.log.find(run)) === null) waiting.push(run);
    return waiting;
  }

  /** The newest staged run of each feed of a seller. */
  async newest(seller: string): Promise<Run[]> {
    const newest = new Map<string, Run>();
    for (const name of await this.log.feeds()) {
      if (name.seller !== seller) continue;
      for await (const run of this.log.newestFirst(name)) {
        if (!isStaged(run)) continue;
        newest.set(name.feed, run);
        break;
      }
    }
    for (const run of this.#open) {
      const other = newest.get(run.feed);
      if (run.seller === seller && !(other && other.as_of > run.as_of)) newest.set(run.feed, run);
    }
    return [...newest.values()].sort((a, b) => (a.feed < b.feed ? -1 : 1));
  }

  async of(feed: FeedName): Promise<FeedRuns> {
    const isMine = (name: FeedName) => name.seller === feed.seller && name.feed === feed.feed;
    const open = this.#open.filter(isMine);
    const { feeds = [], inputs = [] } = this.#manifest ?? {};
    const current = [...feeds, ...inputs].find(isMine)?.current;
    const live = current ? await this.log.find({ ...feed, ...ownRun(current) }) : null;
    return {
      latest: [...open, ...(live ? [live] : [])],
      at: async (asOf) => [...open.filter((run) => run.as_of === asOf), ...(await this.log.at(feed, asOf))],
    };
  }
}
