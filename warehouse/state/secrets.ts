import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** Secrets the service makes for itself and must keep over a restart, by name (`cursor`). */
export interface SecretStore {
  /** The secret of this name, 32 random bytes made at the first call; all processes get the same. */
  secret(name: string): Promise<Buffer>;
}

export class SqliteSecrets implements SecretStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async secret(name: string): Promise<Buffer> {
    this.#database
      .prepare('insert into secrets (name, value) values ($name, $value) on conflict (name) do nothing')
      .run({ name, value: randomBytes(32) });
    const row = this.#database.prepare('select value from secrets where name = $name').get({ name });
    return Buffer.from(row?.['value'] as Uint8Array);
  }
}
