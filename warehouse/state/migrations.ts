import { readdirSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { loadSql } from '../database.ts';
import { transaction } from './transaction.ts';

const FOLDER = './sql/migrations/';

/** How far a schema has been brought, and how far this program brings it. */
export interface SchemaVersion {
  version: number;
  newest: number;
}

/** Files of migrations, in order. */
function migrationFiles(): string[] {
  return readdirSync(fileURLToPath(new URL(FOLDER, import.meta.url)))
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** The schema version of a state kept in SQLite, as it is. */
export function schemaVersion(database: DatabaseSync): SchemaVersion {
  const { user_version: version } = database.prepare('pragma user_version').get() as {
    user_version: number;
  };
  return { version, newest: migrationFiles().length };
}

/**
 * Brings the schema up to the newest version: files `NNNN_name.sql` in order, each applied once. The version
 * is SQLite's own `user_version`. Throws when a newer program has already changed the file.
 */
export function migrate(database: DatabaseSync): void {
  const files = migrationFiles();
  transaction(database, () => {
    const { version } = schemaVersion(database);
    if (version > files.length) {
      throw new Error(
        `it has schema version ${version}, this program knows ${files.length}; use a newer program`,
      );
    }
    for (const file of files.slice(version)) database.exec(loadSql(import.meta.url, FOLDER + file));
    database.exec(`pragma user_version = ${files.length}`);
  });
}
