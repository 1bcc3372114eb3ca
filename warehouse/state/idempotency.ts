import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { loadSql } from '../database.ts';
import { transaction } from './transaction.ts';

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

export class SqliteIdempotency implements IdempotencyStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async claim(call: IdempotentCall, nowMs: number, claimMs: number): Promise<Claim> {
    return transaction(this.#database, (): Claim => {
      this.#database.prepare('delete from idempotency where expires_at_ms <= $nowMs').run({ nowMs });
      const { fingerprint, ...key } = call;
      const found = this.#database.prepare(loadSql(import.meta.url, './sql/find_claim.sql')).get({ ...key });
      if (found) {
        if (found['fingerprint'] !== fingerprint) return { state: 'conflict' };
        if (found['status'] === null) return { state: 'in_flight' };
        return {
          state: 'done',
          answer: { status: found['status'] as number, body: found['body'] as string },
        };
      }
      const token = randomUUID();
      this.#database
        .prepare(loadSql(import.meta.url, './sql/insert_claim.sql'))
        .run({ ...call, token, expires_at_ms: nowMs + claimMs });
      return { state: 'claimed', token };
    });
  }

  async complete(token: string, answer: StoredAnswer, nowMs: number, keepMs: number): Promise<void> {
    this.#database
      .prepare(loadSql(import.meta.url, './sql/complete_claim.sql'))
      .run({ token, ...answer, expires_at_ms: nowMs + keepMs });
  }

  async abandon(token: string): Promise<void> {
    this.#database.prepare('delete from idempotency where token = $token and status is null').run({ token });
  }
}
