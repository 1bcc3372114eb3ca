import type { TargetKind, WatchCondition } from '../../pipelines/domain/watch.ts';
import type { WatchStateRow } from './events.ts';
import { seal } from './sealed_secret.ts';
import { type StateDatabase, statement } from './state_database.ts';

export const WATCH_STATUSES = ['active', 'paused', 'disabled', 'expired'] as const;
export type WatchStatus = (typeof WATCH_STATUSES)[number];

/** A standing condition with a callback. */
export interface Watch {
  /** `wat_…` */
  id: string;
  owner: string;
  target_kind: TargetKind;
  /** Product id, seller id, brand or category. */
  target: string;
  /** Of a watch on a product: only this seller's offers. */
  target_seller: string | null;
  condition: WatchCondition;
  value_minor: number | null;
  percent: number | null;
  callback_url: string;
  /** As stored: `expired` is told from `expires_at`. */
  status: Exclude<WatchStatus, 'expired'>;
  disabled_reason: string | null;
  /** Files of events in the snapshot that it began with: what they tell is not for it. */
  event_parts: number;
  created_at: string;
  expires_at: string | null;
}

export type NewWatch = Omit<Watch, 'status' | 'disabled_reason'>;

/** Watches of owners; what belongs to another owner is not there. */
export interface WatchStore {
  /**
   * Keeps a watch with its secret and what it knows of its product. False where events of a later snapshot were taken
   * in meanwhile: look at that one and ask again.
   */
  create(watch: NewWatch, secret: string, state: Omit<WatchStateRow, 'watch_id'> | null): Promise<boolean>;
  get(owner: string, id: string): Promise<Watch | null>;
  page(owner: string, after: { created_at: string; id: string } | null, limit: number): Promise<Watch[]>;
  remove(owner: string, id: string): Promise<boolean>;
  /** Pauses (deliveries are held) or resumes. False where there is none such. */
  setPaused(owner: string, id: string, paused: boolean, nowMs: number): Promise<boolean>;
  /** Signs with another secret from now on; the one before goes on beside it until `until` (ISO 8601). */
  rotate(owner: string, id: string, secret: string, until: string): Promise<boolean>;
  /** Ends a watch whose receiver wants no more; what waits for it becomes dead letters. */
  disable(id: string, reason: string, nowMs: number): Promise<void>;
  /** All that are neither disabled nor expired, paused ones too: they go on looking and tell nothing. */
  standing(now: Date): Promise<Watch[]>;
  states(): Promise<WatchStateRow[]>;
}

const COLUMNS =
  'id, owner, target_kind, target, target_seller, condition, value_minor, percent, callback_url, status, disabled_reason, event_parts, created_at, expires_at';

/** The watches as the state's database keeps them. */
export class StoredWatches implements WatchStore {
  readonly #database: StateDatabase;
  readonly #key: Buffer | null;

  /** `key` seals the secrets; null keeps them as they are. */
  constructor(database: StateDatabase, key: Buffer | null) {
    this.#database = database;
    this.#key = key;
  }

  create(watch: NewWatch, secret: string, state: Omit<WatchStateRow, 'watch_id'> | null): Promise<boolean> {
    return this.#database.transaction(async (queries) => {
      await queries.get(statement('event_log_lock'));
      const sealed = seal(secret, this.#key);
      const made = await queries.run(statement('watch_insert'), { ...watch, secret: sealed });
      if (made === 0) return false;
      const states = state ? [{ ...state, watch_id: watch.id }] : [];
      await queries.run(statement('watch_states_write'), { states: JSON.stringify(states) });
      return true;
    });
  }

  async get(owner: string, id: string): Promise<Watch | null> {
    const sql = `select ${COLUMNS} from watches where owner = $owner and id = $id`;
    return (await this.#database.get<Watch>(sql, { owner, id })) ?? null;
  }

  page(owner: string, after: { created_at: string; id: string } | null, limit: number): Promise<Watch[]> {
    const place = after ?? { created_at: '', id: '' };
    return this.#database.all(statement('watch_page'), { owner, ...place, most: limit });
  }

  async remove(owner: string, id: string): Promise<boolean> {
    return (
      (await this.#database.run('delete from watches where owner = $owner and id = $id', { owner, id })) > 0
    );
  }

  setPaused(owner: string, id: string, paused: boolean, nowMs: number): Promise<boolean> {
    return this.#database.transaction(async (queries) => {
      const found = await queries.run(
        'update watches set status = $status, disabled_reason = null where owner = $owner and id = $id',
        { owner, id, status: paused ? 'paused' : 'active' },
      );
      if (found === 0) return false;
      await queries.run(
        paused
          ? "update deliveries set state = 'held' where watch_id = $id and state = 'pending'"
          : "update deliveries set state = 'pending', next_attempt_ms = $nowMs, created_ms = $nowMs where watch_id = $id and state = 'held'",
        { id, nowMs },
      );
      return true;
    });
  }

  async rotate(owner: string, id: string, secret: string, until: string): Promise<boolean> {
    const rotated = await this.#database.run(
      'update watches set previous_secret = secret, previous_secret_until = $until, secret = $secret where owner = $owner and id = $id',
      { owner, id, secret: seal(secret, this.#key), until },
    );
    return rotated > 0;
  }

  async disable(id: string, reason: string, nowMs: number): Promise<void> {
    await this.#database.transaction(async (queries) => {
      await queries.run("update watches set status = 'disabled', disabled_reason = $reason where id = $id", {
        id,
        reason,
      });
      await queries.run(
        "update deliveries set state = 'dead', ended_ms = $nowMs where watch_id = $id and state in ('pending', 'held')",
        { id, nowMs },
      );
    });
  }

  standing(now: Date): Promise<Watch[]> {
    return this.#database.all(
      `select ${COLUMNS} from watches where status <> 'disabled' and (expires_at is null or expires_at > $now) order by id`,
      { now: now.toISOString() },
    );
  }

  states(): Promise<WatchStateRow[]> {
    return this.#database.all(
      'select watch_id, scope, is_crossed, base_minor, last_minor, last_at from watch_states',
    );
  }
}
