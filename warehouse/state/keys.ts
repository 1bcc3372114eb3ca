import { hash, randomBytes } from 'node:crypto';
import { type StateDatabase, type StateQueries, statement } from './state_database.ts';

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

/** The keys as the state's database keeps them. */
export class StoredKeys implements KeyStore {
  readonly #database: StateDatabase;
  #changes = 0;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async create(settings: NewKey): Promise<IssuedKey> {
    return this.#create(this.#database, settings);
  }

  async adopt(token: string, settings: NewKey): Promise<ApiKey> {
    return this.#database.transaction(async (queries) => {
      await this.#insert(queries, token, settings);
      const given = { hash: tokenHash(token) };
      await queries.run(statement('replace_adopted'), { ...given, now: new Date().toISOString() });
      await queries.run(statement('hold_adopted'), given);
      const row = await queries.get<KeyRow>('select * from keys where hash = $hash', given);
      return toKey(row as KeyRow);
    });
  }

  async list(): Promise<ApiKey[]> {
    return (await this.#rows()).map(toKey);
  }

  async hashes(): Promise<(ApiKey & { hash: Buffer })[]> {
    return (await this.#rows()).map((row) => ({ ...toKey(row), hash: Buffer.from(row.hash) }));
  }

  async version(): Promise<string> {
    const row = await this.#database.get<{ version: number | string }>(statement('keys_version'));
    return `${row?.version}.${this.#changes}`;
  }

  async revoke(id: string): Promise<boolean> {
    const revoked = await this.#database.run(
      'update keys set revoked_at = coalesce(revoked_at, $now), adopted = null where id = $id',
      { id, now: new Date().toISOString() },
    );
    this.#changes++;
    return revoked > 0;
  }

  async rotate(id: string, overlapMs: number, expiresAt: Date | null = null): Promise<IssuedKey> {
    return this.#database.transaction(async (queries) => {
      const now = Date.now();
      const row = await queries.get<KeyRow>('select * from keys where id = $id', { id });
      if (!row) throw new Error(`there is no key ${id}; \`keys list\` shows them`);
      const old = toKey(row);
      const expiry = old.expires_at === null ? null : Date.parse(old.expires_at);
      if (old.revoked_at !== null || (expiry !== null && expiry <= now)) {
        throw new Error(
          `the key ${id} is already ${old.revoked_at ? 'revoked' : 'expired'}; create a new one`,
        );
      }
      const { owner, scopes, label } = old;
      const issued = await this.#create(queries, { owner, scopes, label, expires_at: expiresAt });
      const until = new Date(Math.min(now + overlapMs, expiry ?? Number.POSITIVE_INFINITY)).toISOString();
      await queries.run("update keys set expires_at = $until, adopted = 'rotated' where id = $id", {
        id,
        until,
      });
      return issued;
    });
  }

  async #create(queries: StateQueries, settings: NewKey): Promise<IssuedKey> {
    const token = `ci_${randomBytes(32).toString('base64url')}`;
    return { token, key: await this.#insert(queries, token, settings) };
  }

  async #insert(queries: StateQueries, token: string, settings: NewKey): Promise<ApiKey> {
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
    await queries.run(statement('insert_key'), row);
    this.#changes++;
    return key;
  }

  #rows(): Promise<KeyRow[]> {
    return this.#database.all<KeyRow>('select * from keys order by created_at, id');
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
