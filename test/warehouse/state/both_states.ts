import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { PostgresStateDatabase } from '../../../warehouse/state/postgres_database.ts';
import { SqliteStateDatabase } from '../../../warehouse/state/sqlite_database.ts';
import { type State, stateIn } from '../../../warehouse/state/state.ts';
import type { StateDatabase } from '../../../warehouse/state/state_database.ts';
import { postgresPrograms, postgresServer } from './postgres_server.ts';

/** An empty state, and another process' view of the same. */
export interface OpenedState {
  database: StateDatabase;
  state: State;
  again: () => Promise<State>;
}

const programs = postgresPrograms();
const required = process.env['REQUIRE_POSTGRES'];
if (programs === null && required)
  throw new Error('REQUIRE_POSTGRES is set and no PostgreSQL (initdb) was found on the PATH');

/**
 * The same suite over SQLite and, where its programs are installed, over a real PostgreSQL server;
 * `REQUIRE_POSTGRES=1` makes it a failure where they are not. A suite whose statements are the same text for both
 * databases (`alike`) runs over PostgreSQL only with `REQUIRE_POSTGRES=whole` (`npm run test:postgres`).
 */
export function describeStates(
  name: string,
  suite: (open: () => Promise<OpenedState>) => void,
  { alike = false } = {},
): void {
  describe(`${name}, in SQLite`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'commerce-index-state-'));
    let made = 0;
    const closing: StateDatabase[] = [];
    afterAll(async () => {
      for (const database of closing) await database.close();
      rmSync(folder, { recursive: true, force: true });
    });
    suite(() => {
      const path = join(folder, `${++made}.sqlite`);
      const open = () => {
        const database = SqliteStateDatabase.open(path);
        closing.push(database);
        return database;
      };
      return opened(open);
    });
  });
  if (alike && required !== 'whole') return;
  describe.skipIf(programs === null)(`${name}, in PostgreSQL`, () => {
    const closing: StateDatabase[] = [];
    afterAll(async () => {
      for (const database of closing) await database.close();
    });
    suite(async () => {
      const url = await (await postgresServer(programs as string)).database();
      const open = async () => {
        const database = await PostgresStateDatabase.open(url);
        closing.push(database);
        return database;
      };
      return opened(open);
    });
  });
}

async function opened(open: () => StateDatabase | Promise<StateDatabase>): Promise<OpenedState> {
  const database = await open();
  return { database, state: stateIn(database), again: async () => stateIn(await open()) };
}
