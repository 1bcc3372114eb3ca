import { randomUUID } from 'node:crypto';
import { seal, unseal } from './sealed_secret.ts';
import { type StateDatabase, statement } from './state_database.ts';

/** Which request an Idempotency-Key stands for. */
export interface IdempotentCall {
  owner: string;
  operation: string;
  idempotency_key: string;
  /** Hash of what was asked; the same key with another fingerprint is a conflict. */
  fingerprint: string;
}

/** The stored answer, `body` as JSON text without `request_id`. */
export interface StoredAnswer {
  status: number;
  body: string;
}

export type Claim =
  | { state: 'claimed'; token: string }
  | { state: 'in_flight' }
  | { state: 'conflict' }
  | { state: 'done'; answer: StoredAnswer };

/** First answers by Idempotency-Key, so that a repeated request is answered and not done again. */
export interface IdempotencyStore {
  /** Takes the key for this call, or says why not. A claim never completed is free again after `claimMs`. */
  claim(call: IdempotentCall, nowMs: number, claimMs: number): Promise<Claim>;
  /** Keeps the answer for `keepMs`. A claim that has been taken over since is left alone. */
  complete(token: string, answer: StoredAnswer, nowMs: number, keepMs: number): Promise<void>;
  /** Gives the key free again, after a failure. */
  abandon(token: string): Promise<void>;
}

/** The answers as the state's database keeps them. */
export class StoredIdempotency implements IdempotencyStore {
  readonly #database: StateDatabase;
  readonly #key: Buffer | null;

  /** `key` seals the answers, which may show a secret; null keeps them as they are. */
  constructor(database: StateDatabase, key: Buffer | null) {
    this.#database = database;
    this.#key = key;
  }

  async claim(call: IdempotentCall, nowMs: number, claimMs: number): Promise<Claim> {
    return this.#database.transaction(async (queries): Promise<Claim> => {
      await queries.run('delete from idempotency where expires_at_ms <= $nowMs', { nowMs });
      const token = randomUUID();
      // Of two that come at once the second waits here for the first.
      const inserted = await queries.run(statement('insert_claim'), {
        ...call,
        token,
        expires_at_ms: nowMs + claimMs,
      });
      if (inserted > 0) return { state: 'claimed', token };
      const found = await queries.get<ClaimRow>(statement('find_claim'), { ...call });
      if (found?.fingerprint !== call.fingerprint) return { state: 'conflict' };
      if (found.status === null) return { state: 'in_flight' };
      return { state: 'done', answer: { status: found.status, body: unseal(found.body, this.#key) } };
    });
  }

  async complete(token: string, answer: StoredAnswer, nowMs: number, keepMs: number): Promise<void> {
    await this.#database.run(statement('complete_claim'), {
      token,
      status: answer.status,
      body: seal(answer.body, this.#key),
      expires_at_ms: nowMs + keepMs,
    });
  }

  async abandon(token: string): Promise<void> {
    await this.#database.run('delete from idempotency where token = $token and status is null', { token });
  }
}

interface ClaimRow {
  fingerprint: string;
  status: number | null;
  body: string;
}
