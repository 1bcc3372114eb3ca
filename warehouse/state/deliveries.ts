import { randomUUID } from 'node:crypto';
import { unseal } from './sealed_secret.ts';
import { type StateDatabase, statement } from './state_database.ts';

export const DELIVERY_STATES = ['pending', 'held', 'delivered', 'dead'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A delivery that is to be attempted now. */
export interface ClaimedDelivery {
  id: string;
  watch_id: string;
  event_id: string;
  endpoint: string;
  callback_url: string;
  /** JSON text, at every attempt the same. */
  body: string;
  /** Attempts of this ladder so far. */
  attempts: number;
  /** What it is signed by: the watch's secret, and the one before while that still holds. None where they cannot be unsealed. */
  secrets: string[];
  /** Names the claim. */
  lease: string;
}

/** What one attempt came to. */
export interface Attempt {
  /** ISO 8601. */
  at: string;
  duration_ms: number;
  /** HTTP status, or null where none came. */
  status: number | null;
  /** What went wrong where no status came. */
  error: string | null;
  /** First bytes of the answer. */
  answer: string | null;
}

/** What becomes of a delivery after an attempt. */
export type Settlement = { state: 'delivered' | 'dead' } | { state: 'pending'; next_attempt_ms: number };

export interface Delivery {
  /** `dlv_…` */
  id: string;
  watch_id: string;
  event_id: string;
  endpoint: string;
  state: DeliveryState;
  attempts: number;
  next_attempt_ms: number;
  created_ms: number;
  ended_ms: number | null;
  /** Oldest first. */
  log: Attempt[];
}

export interface ClaimRequest {
  endpoint: string;
  most: number;
  nowMs: number;
  /** After so long it is believed that the process which claimed it has died. */
  leaseMs: number;
  /** Takes what was attempted before only if it was due by then; default now. */
  retriesBeforeMs?: number | undefined;
}

/** When a delivery can be attempted next, or that it has ended. */
export interface DeliveryStanding {
  state: DeliveryState;
  next_attempt_ms: number;
  /** Until then it is another process's to attempt. */
  lease_until_ms: number;
}

/** What is to reach callbacks, kept until it has. */
export interface DeliveryStore {
  /** Endpoints that something is due for and nobody is at; of retries those count that were due by `retriesBeforeMs`. */
  due(nowMs: number, retriesBeforeMs?: number): Promise<string[]>;
  /** How one delivery stands; null where there is none. */
  standing(id: string): Promise<DeliveryStanding | null>;
  /** Takes deliveries that are due; of several processes that ask, each gets others. */
  claim(request: ClaimRequest): Promise<ClaimedDelivery[]>;
  /** Takes this delivery if it is due; null where it is not, or another has it. */
  claimOne(id: string, request: Pick<ClaimRequest, 'nowMs' | 'leaseMs'>): Promise<ClaimedDelivery | null>;
  /** Notes an attempt and what becomes of the delivery. */
  settle(delivery: ClaimedDelivery, attempt: Attempt, settlement: Settlement, nowMs: number): Promise<void>;
  /** Gives claimed deliveries back, unattempted. */
  release(lease: string): Promise<void>;
  /** Makes dead letters of what waited for an endpoint since `oldestMs` or longer; returns how many. */
  expire(endpoint: string, oldestMs: number, nowMs: number): Promise<number>;
  /** Deliveries of a watch with their attempts, newest first. */
  page(
    watchId: string,
    page: { after: { created_ms: number; id: string } | null; state: DeliveryState | null; limit: number },
  ): Promise<Delivery[]>;
  /** Sends a delivery of the watch again, or all its dead letters; returns how many. */
  redeliver(watchId: string, id: string | null, nowMs: number): Promise<number>;
  /** Forgets what ended before; returns how many. */
  sweep(endedBeforeMs: number): Promise<number>;
}

interface ClaimedRow extends Omit<ClaimedDelivery, 'secrets' | 'lease'> {
  secret: string;
  previous_secret: string | null;
  previous_secret_until: string | null;
}

function attemptOf({ at, duration_ms, status, error, answer }: Attempt): Attempt {
  return { at, duration_ms, status, error, answer };
}

/** The deliveries as the state's database keeps them. */
export class StoredDeliveries implements DeliveryStore {
  readonly #database: StateDatabase;
  readonly #key: Buffer | null;

  /** `key`: what the watches' secrets are sealed with. */
  constructor(database: StateDatabase, key: Buffer | null) {
    this.#database = database;
    this.#key = key;
  }

  async due(nowMs: number, retriesBeforeMs = nowMs): Promise<string[]> {
    const rows = await this.#database.all<{ endpoint: string }>(statement('deliveries_due'), {
      now_ms: nowMs,
      retries_before_ms: retriesBeforeMs,
    });
    return rows.map(({ endpoint }) => endpoint);
  }

  async standing(id: string): Promise<DeliveryStanding | null> {
    const row = await this.#database.get<DeliveryStanding>(
      'select state, next_attempt_ms, lease_until_ms from deliveries where id = $id',
      { id },
    );
    return row ?? null;
  }

  async claim(request: ClaimRequest): Promise<ClaimedDelivery[]> {
    const { endpoint, most, nowMs, leaseMs, retriesBeforeMs = nowMs } = request;
    const lease = randomUUID();
    const claimed = await this.#database.run(statement('deliveries_claim'), {
      endpoint,
      most,
      lease,
      now_ms: nowMs,
      lease_until_ms: nowMs + leaseMs,
      retries_before_ms: retriesBeforeMs,
    });
    return claimed === 0 ? [] : this.#claimedBy(lease, nowMs);
  }

  async claimOne(
    id: string,
    { nowMs, leaseMs }: Pick<ClaimRequest, 'nowMs' | 'leaseMs'>,
  ): Promise<ClaimedDelivery | null> {
    const lease = randomUUID();
    const claimed = await this.#database.run(statement('delivery_claim'), {
      id,
      lease,
      now_ms: nowMs,
      lease_until_ms: nowMs + leaseMs,
    });
    const [delivery] = claimed === 0 ? [] : await this.#claimedBy(lease, nowMs);
    return delivery ?? null;
  }

  async #claimedBy(lease: string, nowMs: number): Promise<ClaimedDelivery[]> {
    const rows = await this.#database.all<ClaimedRow>(statement('deliveries_claimed'), { lease });
    return rows.map(({ secret, previous_secret, previous_secret_until, ...row }) => {
      const both =
        previous_secret !== null && Date.parse(previous_secret_until ?? '') > nowMs
          ? [secret, previous_secret]
          : [secret];
      return { ...row, lease, secrets: this.#unsealed(both) };
    });
  }

  /** None where they cannot be opened: the attempt says so, and others go on. */
  #unsealed(sealed: readonly string[]): string[] {
    try {
      return sealed.map((one) => unseal(one, this.#key));
    } catch {
      return [];
    }
  }

  async settle(
    { id, lease }: ClaimedDelivery,
    attempt: Attempt,
    settlement: Settlement,
    nowMs: number,
  ): Promise<void> {
    const { state } = settlement;
    await this.#database.transaction(async (queries) => {
      const settled = await queries.run(statement('delivery_settle'), {
        id,
        lease,
        state,
        next_attempt_ms: settlement.state === 'pending' ? settlement.next_attempt_ms : nowMs,
        ended_ms: state === 'pending' ? null : nowMs,
      });
      if (settled > 0) await queries.run(statement('delivery_attempt_insert'), { id, ...attempt });
    });
  }

  async release(lease: string): Promise<void> {
    await this.#database.run(
      "update deliveries set lease = null, lease_until_ms = 0 where lease = $lease and state = 'pending'",
      { lease },
    );
  }

  expire(endpoint: string, oldestMs: number, nowMs: number): Promise<number> {
    return this.#database.run(statement('deliveries_expire'), {
      endpoint,
      oldest_ms: oldestMs,
      now_ms: nowMs,
    });
  }

  async page(
    watchId: string,
    {
      after,
      state,
      limit,
    }: { after: { created_ms: number; id: string } | null; state: DeliveryState | null; limit: number },
  ): Promise<Delivery[]> {
    const place = after ?? { created_ms: Number.MAX_SAFE_INTEGER, id: '' };
    const rows = await this.#database.all<Omit<Delivery, 'log'>>(statement('delivery_page'), {
      watch_id: watchId,
      ...place,
      state,
      most: limit,
    });
    const attempts = await this.#database.all<Attempt & { delivery_id: string }>(
      statement('delivery_attempts_of'),
      { deliveries: JSON.stringify(rows.map(({ id }) => id)) },
    );
    const logs = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
    return rows.map((row) => ({ ...row, log: (logs.get(row.id) ?? []).map(attemptOf) }));
  }

  redeliver(watchId: string, id: string | null, nowMs: number): Promise<number> {
    return this.#database.run(statement('delivery_redeliver'), { watch_id: watchId, id, now_ms: nowMs });
  }

  sweep(endedBeforeMs: number): Promise<number> {
    return this.#database.run(
      "delete from deliveries where ended_ms < $endedBeforeMs and state in ('delivered', 'dead')",
      { endedBeforeMs },
    );
  }
}
