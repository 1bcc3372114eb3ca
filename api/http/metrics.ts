import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FeedState } from '../../warehouse/manifest.ts';
import type { Catalogue } from '../../warehouse/reads/snapshot.ts';
import type { FeedName } from '../../warehouse/run.ts';
import type { IllFeeds } from '../../warehouse/run_list.ts';
import type { RunReads } from '../../warehouse/run_reads.ts';
import type { ResponseCache } from './response_cache.ts';

const PREFIX = 'commerce_index_';

/** What the figures are of. */
export interface MeasuredParts {
  catalogue: Catalogue;
  cache: ResponseCache;
  runs: RunReads;
  log: Logger;
  now: () => Date;
}

/** What /metrics shows, beside the process's own figures. */
export class Metrics {
  readonly registry = new Registry();
  readonly inFlight: Gauge;
  readonly cacheHits: Counter;
  readonly cacheMisses: Counter;
  readonly cacheBytes: Gauge;
  readonly snapshotInfo: Gauge;
  readonly #durations: Histogram<'method' | 'route' | 'status'>;
  readonly #observers = new Map<string, (seconds: number) => void>();

  constructor({ catalogue, cache, runs, log, now }: MeasuredParts) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry });
    this.#durations = new Histogram({
      name: `${PREFIX}http_request_duration_seconds`,
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    });
    this.inFlight = new Gauge({
      name: `${PREFIX}operations_in_flight`,
      help: 'Operations running now.',
      registers,
    });
    this.cacheHits = new Counter({
      name: `${PREFIX}cache_hits_total`,
      help: 'Answers from memory.',
      registers,
    });
    this.cacheMisses = new Counter({
      name: `${PREFIX}cache_misses_total`,
      help: 'Cacheable answers that had to be made.',
      registers,
    });
    this.cacheBytes = new Gauge({
      name: `${PREFIX}cache_bytes`,
      help: 'Bytes of answers kept in memory.',
      registers,
      collect() {
        this.set(cache.bytes);
      },
    });
    this.snapshotInfo = snapshotInfo(this.registry, catalogue, now);
    addFeeds(this.registry, { catalogue, runs, log, now });
  }

  observe(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${status} ${route}`;
    let observer = this.#observers.get(key);
    if (!observer) {
      const child = this.#durations.labels({ method, route, status: String(status) });
      observer = (value) => child.observe(value);
      this.#observers.set(key, observer);
    }
    observer(seconds);
  }
}

function snapshotInfo(registry: Registry, catalogue: Catalogue, now: () => Date): Gauge {
  const age = new Gauge({
    name: `${PREFIX}snapshot_age_seconds`,
    help: 'Time since the snapshot being served was published.',
    registers: [registry],
  });
  const asOf = new Gauge({
    name: `${PREFIX}snapshot_data_age_seconds`,
    help: 'Time since the newest observation in the snapshot being served.',
    registers: [registry],
  });
  return new Gauge({
    name: `${PREFIX}snapshot_info`,
    help: '1 for the snapshot being served.',
    labelNames: ['snapshot'],
    registers: [registry],
    collect() {
      this.reset();
      if (!catalogue.ready) return;
      const lease = catalogue.acquire();
      const { snapshot } = lease;
      this.set({ snapshot: snapshot.id }, 1);
      age.set((now().getTime() - Date.parse(snapshot.published_at)) / 1000);
      asOf.set((now().getTime() - Date.parse(snapshot.as_of)) / 1000);
      lease.release();
    },
  });
}

/** By feed: how old what is served of it is, runs that wait for a person, whether it could be read when last tried. */
function addFeeds(registry: Registry, { catalogue, runs, log, now }: Omit<MeasuredParts, 'cache'>): void {
  const common = { labelNames: ['seller', 'feed'], registers: [registry] };
  const feeds = (): readonly FeedState[] => {
    if (!catalogue.ready) return [];
    const lease = catalogue.acquire();
    const known = lease.snapshot.feeds();
    lease.release();
    return known;
  };
  /** Counts the ill runs that `pick` takes, by feed; 0 for every other feed. */
  const count = async (gauge: Gauge, pick: (ill: IllFeeds) => readonly FeedName[]): Promise<void> => {
    gauge.reset();
    for (const { seller, feed } of feeds()) gauge.set({ seller, feed }, 0);
    try {
      for (const { seller, feed } of pick(await runs.ill())) gauge.inc({ seller, feed });
    } catch (error) {
      log.warn({ err: error }, 'the runs of the feeds cannot be counted');
    }
  };
  new Gauge({
    ...common,
    name: `${PREFIX}feed_data_age_seconds`,
    help: 'Time since the observation of the feed that is served.',
    collect() {
      this.reset();
      for (const { seller, feed, current } of feeds())
        if (current) this.set({ seller, feed }, (now().getTime() - Date.parse(current.as_of)) / 1000);
    },
  });
  new Gauge({
    ...common,
    name: `${PREFIX}runs_waiting`,
    help: 'Runs of the feed that wait for a person: held, or late.',
    collect() {
      return count(this, ({ waiting }) => waiting);
    },
  });
  new Gauge({
    ...common,
    name: `${PREFIX}feed_failing`,
    help: '1 for a feed that could not be read when it was last tried.',
    collect() {
      return count(this, ({ failing }) => failing);
    },
  });
}
