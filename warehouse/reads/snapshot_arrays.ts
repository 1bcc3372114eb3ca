import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { fileList } from '../database.ts';
import type { Manifest } from '../manifest.ts';
import type { TableName } from '../tables.ts';
import { readColumns } from './column.ts';
import { KeyIndex } from './key_index.ts';
import { Members } from './members.ts';
import type { ManifestTables } from './snapshot_tables.ts';

export interface ReadSettings {
  /** DuckDB's own syntax, while the arrays are loaded. */
  memoryLimit: string;
  timeLimitMs: number;
}

/** Reads the tables that are held in memory, with a database that is closed again. */
export async function loadArrays(
  manifest: Manifest,
  tables: ManifestTables,
  settings: ReadSettings,
): Promise<{ keys: KeyIndex; members: Members; productKeys: BigUint64Array }> {
  return withDatabase(settings, async (connection) => {
    const rows = (table: TableName) =>
      (manifest.tables[table] ?? []).reduce((sum, part) => sum + part.rows, 0);
    const keys = await KeyIndex.load(connection, tables.files('keys'), rows('keys'));
    const { products } = manifest.counts;
    const members = await Members.load(connection, tables.files('members'), {
      products,
      listings: rows('members'),
    });
    return {
      keys,
      members,
      productKeys: await loadProductKeys(connection, tables.files('products'), products),
    };
  });
}

/** Runs `work` with a database that is closed again. */
export async function withDatabase<T>(
  settings: ReadSettings,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: settings.memoryLimit,
    threads: '1',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  try {
    return await work(connection);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** The key of each product, by number. */
async function loadProductKeys(
  connection: DuckDBConnection,
  paths: readonly string[],
  products: number,
): Promise<BigUint64Array> {
  const productKeys = new BigUint64Array(products);
  let filled = 0;
  await readColumns(
    connection,
    `select product_key from read_parquet(${fileList(paths)}) order by product_no`,
    ([keys], count) => {
      if (!(keys instanceof BigUint64Array) || filled + count > products)
        throw new Error(`the product files do not hold the ${products} products that the manifest names`);
      productKeys.set(keys.subarray(0, count), filled);
      filled += count;
    },
  );
  return productKeys;
}
