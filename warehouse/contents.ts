import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { murmur64 } from '../pipelines/domain/murmur.ts';
import { Database, fileList, identifier } from './database.ts';
import type { Manifest } from './manifest.ts';
import { Documents } from './reads/documents.ts';
import type { BlobStore } from './store.ts';
import { TABLES, type TableName } from './tables.ts';

export interface TableContent {
  rows: number;
  /** Hexadecimal; the same for the same rows in any order and any split into files. */
  hash: string;
}

/**
 * What to compare where a table holds dense numbers, which depend on the order of publications and mean nothing:
 * the keys they stand for.
 */
const WITHOUT_NUMBERS: Partial<Record<TableName, string>> = {
  assignments: 'select * exclude (listing_no) from assignments',
  products: `select products.* exclude (naming_listing_no), assignments.listing_key
             from products join assignments on assignments.listing_no = products.naming_listing_no`,
  members: `select products.product_key, assignments.listing_key, members.rank
            from members join products using (product_no) join assignments using (listing_no)`,
  offers: `select offers.* exclude (listing_no, file_no), assignments.listing_key
           from offers join assignments using (listing_no)
           qualify row_number() over (partition by listing_no order by file_no desc) = 1`,
  keys: 'select keys.key, products.product_key from keys join products using (product_no)',
};

/**
 * What every table of a snapshot holds, as a row count and an order-free hash: two snapshots with equal contents
 * answer every request alike. Hashes compare within one version of DuckDB.
 */
export async function tableContents(
  manifest: Manifest,
  store: BlobStore,
  spill: string,
): Promise<Record<TableName, TableContent>> {
  await using database = await Database.open({ memoryLimit: '1GiB', spill });
  const contents: Partial<Record<TableName, TableContent>> = {};
  for (const table of Object.keys(TABLES) as TableName[]) {
    const paths = await Promise.all((manifest.tables[table] ?? []).map((part) => store.local(part.key)));
    if (table === 'documents' || table === 'forecasts') contents[table] = await documentContent(paths);
    else if (paths.some((path) => !path.endsWith('.parquet')))
      contents[table] = await fileContent(manifest, table, paths);
    else if (table === 'offers')
      await database.run('open table', `create or replace temp view offers as ${numberedSql(paths)}`);
    else
      await database.run(
        'open table',
        `create or replace temp view ${identifier(table)} as ${parquetSql(paths)}`,
      );
  }
  for (const table of Object.keys(TABLES) as TableName[])
    contents[table] ??= await relationContent(
      database,
      WITHOUT_NUMBERS[table] ?? `select * from ${identifier(table)}`,
    );
  return contents as Record<TableName, TableContent>;
}

/** Rows of files of which a later one replaces rows of an earlier one, with the number of their file. */
function numberedSql(paths: readonly string[]): string {
  return paths.length > 0
    ? paths
        .map((path, number) => `select *, ${number} as file_no from read_parquet(${fileList([path])})`)
        .join(' union all ')
    : 'select 0 as listing_no, 0 as file_no where false';
}

/** Files that depend on their inputs alone, byte for byte. */
async function fileContent(
  manifest: Manifest,
  table: TableName,
  paths: readonly string[],
): Promise<TableContent> {
  const hash = createHash('sha256');
  for (const path of paths) for await (const block of createReadStream(path)) hash.update(block as Buffer);
  const rows = (manifest.tables[table] ?? []).reduce((sum, part) => sum + part.rows, 0);
  return { rows, hash: hash.digest('hex').slice(0, 16) };
}

function parquetSql(paths: readonly string[]): string {
  return paths.length > 0
    ? `select * from read_parquet(${fileList(paths)})`
    : 'select 0 as nothing where false';
}

/** The documents in force: of each listing the one in the latest file. */
async function documentContent(paths: readonly string[]): Promise<TableContent> {
  const documents = await Documents.open(paths, Number.POSITIVE_INFINITY);
  try {
    let rows = 0;
    let total = 0n;
    for (const number of documents.numbers()) {
      const [body = ''] = await documents.read([number]);
      total += murmur64(body) >> 1n;
      rows++;
    }
    return { rows, hash: total.toString(16) };
  } finally {
    documents.close();
  }
}

async function relationContent(database: Database, relation: string): Promise<TableContent> {
  const [row] = await database.rows<{ rows: string; total: string }>(
    'hash table',
    `select count(*) as rows, coalesce(sum((hash(content) >> 1)::hugeint), 0)::varchar as total from (${relation}) as content`,
  );
  return { rows: Number(row?.rows ?? 0), hash: BigInt(row?.total ?? 0).toString(16) };
}
