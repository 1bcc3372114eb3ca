import { Database } from '../../warehouse/database.ts';
import { currentManifest, type Part } from '../../warehouse/manifest.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import type { State } from '../../warehouse/state/state.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { eventRows } from './event_rows.ts';
import { Teller } from './teller.ts';

/** How long the log keeps events, counted back from the newest observation, unless the configuration says otherwise. */
const DEFAULT_RETENTION_DAYS = 90;
const DAY_MS = 86_400_000;
/** Events taken in together: so long the state is one process's own. */
const BATCH = 500;
const TIME_LIMIT_MS = 60_000;

export interface AnnounceSettings {
  store: BlobStore;
  state: Pick<State, 'events' | 'watches'>;
  now: () => Date;
  /** Of DuckDB. */
  memoryLimit: string;
  /** Folder for what does not fit in memory. */
  spill: string;
  retentionDays?: number | undefined;
}

/** What came of taking events in. */
export interface Announced {
  events: number;
  deliveries: number;
}

/**
 * Takes the events of the newest snapshot that the log does not have yet into it, and holds them against the watches:
 * events, crossings, deliveries and what watches know move together, batch by batch. Killed at any moment, the next
 * call goes on where this one stood; of several at once each batch is taken by one. Called before the next publication,
 * so no snapshot is skipped.
 */
export async function announce(settings: AnnounceSettings): Promise<Announced> {
  const { store, state, now } = settings;
  const announced = { events: 0, deliveries: 0 };
  const current = await currentManifest(store);
  if (!current) return announced;
  const { manifest } = current;
  const all = manifest.tables.events ?? [];
  const taken = await state.events.taken();
  const days = settings.retentionDays ?? DEFAULT_RETENTION_DAYS;
  const oldest = new Date(Date.parse(manifest.as_of) - days * DAY_MS).toISOString();
  if (all.some(({ key, rows }) => (taken.get(key) ?? 0) < rows)) {
    const watches = await state.watches.standing(now());
    const snapshot =
      watches.length > 0
        ? await OpenSnapshot.open(manifest, store, {
            memoryLimit: settings.memoryLimit,
            timeLimitMs: TIME_LIMIT_MS,
          })
        : null;
    try {
      const teller = snapshot && new Teller(snapshot, watches, await state.watches.states());
      // What another process is at, it finishes, or the next call does.
      if (!(await takeParts(settings, { parts: all, taken, oldest, teller }, announced))) return announced;
    } finally {
      snapshot?.close();
    }
  }
  await state.events.finish(all.length, oldest);
  return announced;
}

interface Taking {
  parts: readonly Part[];
  taken: ReadonlyMap<string, number>;
  /** What was observed before is too old for the log. */
  oldest: string;
  /** Null where nobody watches. */
  teller: Teller | null;
}

/** False where another process took rows that were ours to take. */
async function takeParts(
  { store, state, now, memoryLimit, spill }: AnnounceSettings,
  { parts, taken, oldest, teller }: Taking,
  announced: Announced,
): Promise<boolean> {
  await using database = await Database.open({ memoryLimit, threads: 1, spill });
  for (const [index, { key, rows }] of parts.entries()) {
    const path = await store.local(key);
    for (let from = taken.get(key) ?? 0; from < rows; ) {
      const read = await eventRows(database, path, from, BATCH);
      if (read.length === 0)
        throw new Error(`${key} has fewer than the ${rows} events that its manifest names`);
      const known = await state.events.known(read.map(({ id }) => id));
      const fresh = read.filter(({ id, created_at }) => created_at >= oldest && !known.has(id));
      const corrected = fresh.flatMap(({ payload: { corrects } }) =>
        typeof corrects === 'string' ? corrects : [],
      );
      const crossings = await state.events.crossingsOf(corrected);
      const told = teller
        ? await teller.tell(fresh, index, crossings)
        : { events: fresh, deliveries: [], states: [] };
      const batch = { part: key, from, taken: from + read.length, ...told };
      if (!(await state.events.take(batch, now().getTime()))) return false;
      announced.events += told.events.length;
      announced.deliveries += told.deliveries.length;
      from += read.length;
      await new Promise(setImmediate);
    }
  }
  return true;
}
