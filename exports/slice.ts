import { listValue } from '@duckdb/node-api';
import { type Database, identifier, literal } from '../warehouse/database.ts';
import { type Column, DATASETS, type Dataset, type ExportFormat } from './dataset.ts';
import type { ExportQuery } from './export_query.ts';
import { rowsSql } from './product_parts.ts';

/** How a column is spelled in a file of this format. */
export function columnSql({ name, type }: Column, format: ExportFormat): string {
  const column = identifier(name);
  // Parquet readers are told that the time is UTC; a plain cast would read it in this process's time zone.
  if (type === 'timestamp' && format === 'parquet')
    return `make_timestamptz(epoch_us(${column})) as ${column}`;
  // One width for whole numbers, whatever a count was counted in.
  if (type === 'integer' && format !== 'ndjson') return `${column}::bigint as ${column}`;
  // A column marked as JSON instead of as text is bytes to Parquet readers that do not know the mark.
  if (type === 'json' && format !== 'ndjson') return `${column}::varchar as ${column}`;
  return column;
}

/**
 * A select of these expressions over the rows that the filters of a query leave. Values of the filters go into tables,
 * since COPY takes no parameters. The relations must be defined (warehouse_relations.ts).
 */
export async function sliceSql(
  database: Database,
  query: ExportQuery,
  expressions: readonly string[],
): Promise<string> {
  const conditions = await defineWanted(database, query);
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return `select ${expressions.join(', ')} from (${await rowsSql(database, query.dataset)})${where}`;
}

/** The condition of products in this category and of this brand; null where neither is asked for. */
export async function productsWanted(
  database: Database,
  { category, brand }: Pick<ExportQuery, 'category' | 'brand'>,
): Promise<string | null> {
  if (category === null && brand === null) return null;
  await database.run(
    'products wanted',
    `create or replace temp table products_wanted as select product_key from (${await rowsSql(database, 'products')})
     where ($category is null or category = $category or starts_with(category, $category || '.'))
       and ($brand is null or fold_key(brand) = fold_key($brand))`,
    { category, brand },
  );
  return 'product_key in (select product_key from products_wanted)';
}

/** Puts the values of the filters into tables and gives the conditions that use them. */
async function defineWanted(database: Database, query: ExportQuery): Promise<string[]> {
  const { by_seller, time }: Dataset = DATASETS[query.dataset];
  const conditions: string[] = [];
  if (query.sellers.length > 0 && by_seller) {
    // Constants, as the relations have them: rows of other sellers' feeds are then never read.
    conditions.push(`seller in (${query.sellers.map(literal).join(', ')})`);
  } else if (query.sellers.length > 0) {
    await database.run(
      'sellers wanted',
      'create or replace temp table sellers_wanted as select unnest($sellers::varchar[]) as seller',
      { sellers: listValue([...query.sellers]) },
    );
    conditions.push(
      'product_key in (select product_key from members where gone_since is null and seller in (select seller from sellers_wanted))',
    );
  }
  const wanted = await productsWanted(database, query);
  if (wanted !== null) conditions.push(wanted);
  if (query.since !== null) {
    await database.run(
      'moment wanted',
      'create or replace temp table moment_wanted as select $since::timestamp as since',
      { since: query.since.replace('T', ' ').replace('Z', '') },
    );
    conditions.push(`${identifier(time)} >= (select since from moment_wanted)`);
  }
  return conditions;
}
