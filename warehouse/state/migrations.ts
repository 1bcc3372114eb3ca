import { readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { loadSql } from '../database.ts';
import { transaction } from './transaction.ts';

const FOLDER = './sql/migrations/';

/**
 * Brings the schema up to the newest version: files `NNNN_name.sql` in order, each applied once. The version
 * is SQLite's own `user_version`. Throws when a newer program has already changed the file.
 */
export function migrate(database: DatabaseSync): void {
  const files = readdirSync(fileURLToPath(new URL(FOLDER, import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .sort();
  transaction(database, () => {
    const { user_version: version } = database.prepare('pragma user_version').get() as {
      user_version: number;
    };
    if (version > files.length) {
      throw new Error(
        `it has schema version ${version}, this program knows ${files.length}; use a newer program`,
      );
    }
    for (const file of files.slice(version)) database.exec(loadSql(import.meta.url, FOLDER + file));
    database.exec(`pragma user_version = ${files.length}`);
  });
}
