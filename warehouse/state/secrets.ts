import { randomBytes } from 'node:crypto';
import type { StateDatabase } from './state_database.ts';

/** Secrets the service makes for itself and must keep over a restart, by name (`cursor`). */
export interface SecretStore {
  /** The secret of this name, 32 random bytes made at the first call; all processes get the same. */
  secret(name: string): Promise<Buffer>;
}

/** The secrets as the state's database keeps them. */
export class StoredSecrets implements SecretStore {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async secret(name: string): Promise<Buffer> {
    await this.#database.run(
      'insert into secrets (name, value) values ($name, $value) on conflict (name) do nothing',
      { name, value: randomBytes(32) },
    );
    const row = await this.#database.get<{ value: Uint8Array }>(
      'select value from secrets where name = $name',
      { name },
    );
    return Buffer.from(row?.value as Uint8Array);
  }
}
