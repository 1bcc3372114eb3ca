import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Catalogue } from '../../warehouse/reads/snapshot.ts';
import type { ResponseCache } from './response_cache.ts';

const PREFIX = 'commerce_index_';

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

  constructor(catalogue: Catalogue, cache: ResponseCache, now: () => Date) {
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
