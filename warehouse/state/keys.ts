import { hash, randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { loadSql } from '../database.ts';
import { transaction } from './transaction.ts';

/** An API key as stored; the key itself is shown once, when it is made. */
export interface ApiKey {
  /** `key_…` */
  id: string;
  /** Who it belongs to; what it stores belongs to the owner, so keys can be rotated. */
  owner: string;
  label: string;
  scopes: readonly string[];
  /** ISO 8601. */
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
}

export interface NewKey {
  owner: string;
  scopes: readonly string[];
  label?: string;
  /** Absent or null: never. */
  expires_at?: Date | null;
}

/** A key just made: `token` is what the caller sends, and is kept nowhere. */
export interface IssuedKey {
  token: string;
  key: ApiKey;
}

export interface KeyStore {
  create(settings: NewKey): Promise<IssuedKey>;
  /**
   * Stores the token that the operator's environment gives, and ends the one it gave before; given again, that one is
   * good again. A token that is stored already keeps what it was stored with; one that was revoked stays so, and one
   * that was rotated keeps to its overlap and ends no other.
   */
  adopt(token: string, settings: NewKey): Promise<ApiKey>;
  /** All keys, oldest first, the dead ones too. */
  list(): Promise<ApiKey[]>;
  /** All keys with the SHA-256 of their tokens, for the lookup table of a server. */
  hashes(): Promise<(ApiKey & { hash: Buffer })[]>;
  /** Changes whenever this or another process may have changed the keys; cheap. */
  version(): Promise<string>;
  /** False when there is no such key. A second revocation keeps the first moment. */
  revoke(id: string): Promise<boolean>;
  /** A new key for the same owner and scopes; the old one goes on for `overlapMs`. Throws for an unknown or dead key. */
  rotate(id: string, overlapMs: number, expiresAt?: Date | null): Promise<IssuedKey>;
}

/** How a token is stored and looked up. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

export class SqliteKeys implements KeyStore {
  readonly #database: DatabaseSync;
  #changes = 0;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async create(settings: NewKey): Promise<IssuedKey> {
    return this.#create(settings);
  }

  async adopt(token: string, settings: NewKey): Promise<ApiKey> {
    return transaction(this.#database, () => {
      this.#insert(token, settings);
      const given = { hash: tokenHash(token) };
      this.#database
        .prepare(loadSql(import.meta.url, './sql/replace_adopted.sql'))
        .run({ ...given, now: new Date().toISOString() });
      this.#database.prepare(loadSql(import.meta.url, './sql/hold_adopted.sql')).run(given);
      const row = this.#database.prepare('select * from keys where hash = $hash').get(given);
      return toKey(row as unknown as KeyRow);
    });
  }

  async list(): Promise<ApiKey[]> {
    return this.#rows().map(toKey);
  }

  async hashes(): Promise<(ApiKey & { hash: Buffer })[]> {
    return this.#rows().map((row) => ({ ...toKey(row), hash: Buffer.from(row.hash) }));
  }

  async version(): Promise<string> {
    // data_version moves when another connection commits, never for our own writes: those are counted here.
    const row = this.#database.prepare('pragma data_version').get() as { data_version: number };
    return `${row.data_version}.${this.#changes}`;
  }

  async revoke(id: string): Promise<boolean> {
    const { changes } = this.#database
      .prepare('update keys set revoked_at = coalesce(revoked_at, $now), adopted = null where id = $id')
      .run({ id, now: new Date().toISOString() });
    this.#changes++;
    return Number(changes) > 0;
  }

  async rotate(id: string, overlapMs: number, expiresAt: Date | null = null): Promise<IssuedKey> {
    return transaction(this.#database, () => {
      const now = Date.now();
      const row = this.#database.prepare('select * from keys where id = $id').get({ id });
      if (!row) throw new Error(`there is no key ${id}; \`keys list\` shows them`);
      const old = toKey(row as unknown as KeyRow);
      const expiry = old.expires_at === null ? null : Date.parse(old.expires_at);
      if (old.revoked_at !== null || (expiry !== null && expiry <= now)) {
        throw new Error(
          `the key ${id} is already ${old.revoked_at ? 'revoked' : 'expired'}; create a new one`,
        );
      }
      const { owner, scopes, label } = old;
      const issued = this.#create({ owner, scopes, label, expires_at: expiresAt });
      const until = new Date(Math.min(now + overlapMs, expiry ?? Number.POSITIVE_INFINITY)).toISOString();
      this.#database
        .prepare("update keys set expires_at = $until, adopted = 'rotated' where id = $id")
        .run({ id, until });
      return issued;
    });
  }

  #create(settings: NewKey): IssuedKey {
    const token = `ci_${randomBytes(32).toString('base64url')}`;
    return { token, key: this.#insert(token, settings) };
  }

  #insert(token: string, settings: NewKey): ApiKey {
    const key: ApiKey = {
      id: `key_${randomBytes(10).toString('hex')}`,
      owner: settings.owner,
      label: settings.label ?? '',
      scopes: [...settings.scopes],
      created_at: new Date().toISOString(),
      expires_at: settings.expires_at?.toISOString() ?? null,
      revoked_at: null,
    };
    const { revoked_at: _, ...row } = { ...key, scopes: JSON.stringify(key.scopes), hash: tokenHash(token) };
    this.#database.prepare(loadSql(import.meta.url, './sql/insert_key.sql')).run(row);
    this.#changes++;
    return key;
  }

  #rows(): KeyRow[] {
    return this.#database.prepare('select * from keys order by created_at, id').all() as unknown as KeyRow[];
  }
}

interface KeyRow extends Omit<ApiKey, 'scopes'> {
  hash: Uint8Array;
  scopes: string;
}

function toKey(row: KeyRow): ApiKey {
  const { id, owner, label, created_at, expires_at, revoked_at } = row;
  return { id, owner, label, scopes: JSON.parse(row.scopes) as string[], created_at, expires_at, revoked_at };
}
