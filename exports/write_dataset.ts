import { listValue } from '@duckdb/node-api';
import { type Database, identifier, literal } from '../warehouse/database.ts';
import { type ColumnType, DATASETS, type Dataset, type DatasetName, type ExportFormat } from './dataset.ts';

/** What is asked of one export. */
export interface ExportQuery {
  dataset: DatasetName;
  format: ExportFormat;
  /** Names of the dataset's columns, in the order wanted. */
  columns: readonly string[];
  /** Only products in this node of the taxonomy and below, whatever the dataset. */
  category: string | null;
  /** Only these sellers; of products and variants those that one of them carries now. Empty: all. */
  sellers: readonly string[];
  /** Only products of this brand, however it is spelled. */
  brand: string | null;
  /** ISO 8601 UTC: only rows whose time column is at or after it. */
  since: string | null;
}

/**
 * Parquet: dictionaries are for the columns of few values; trying one for every id costs a tenth of the time.
 * NDJSON: times as Date.toISOString writes them.
 */
const COPY_OPTIONS: Record<ExportFormat, string> = {
  parquet: 'format parquet, dictionary_size_limit 1000',
  ndjson: `format json, timestampformat '%Y-%m-%dT%H:%M:%S.%gZ'`,
};

/**
 * Writes the rows asked for to `path` and gives their count. The relations must be defined
 * (warehouse_relations.ts). Rows come in no promised order: keeping one would cost a sort of the whole.
 */
export async function writeDataset(database: Database, query: ExportQuery, path: string): Promise<number> {
  const conditions = await defineWanted(database, query);
  const dataset: Dataset = DATASETS[query.dataset];
  const columns = query.columns.map((name) => columnSql(dataset, name, query.format));
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return database.count(
    `export ${query.dataset}`,
    `copy (select ${columns.join(', ')} from (${dataset.sql})${where}) to ${literal(path)} (${COPY_OPTIONS[query.format]}${query.format === 'parquet' ? `, ${descriptions(dataset, query.columns)}` : ''})`,
  );
}

/** What the dataset and each of its columns are, as key-value metadata of a Parquet file: `dataset`, `column.<name>`. */
function descriptions(dataset: Dataset, names: readonly string[]): string {
  const described = dataset.columns.filter(({ name }) => names.includes(name));
  const pairs = [
    `dataset: ${literal(dataset.description)}`,
    ...described.map(({ name, description }) => `${identifier(`column.${name}`)}: ${literal(description)}`),
  ];
  return `kv_metadata {${pairs.join(', ')}}`;
}

function columnSql(dataset: Dataset, name: string, format: ExportFormat): string {
  const type: ColumnType | undefined = dataset.columns.find((column) => column.name === name)?.type;
  if (type === undefined)
    throw new RangeError(
      `there is no column ${name}; there are ${dataset.columns.map((column) => column.name).join(', ')}`,
    );
  const column = identifier(name);
  if (format !== 'parquet') return column;
  // Parquet readers are told that the time is UTC; a plain cast would read it in this process's time zone.
  if (type === 'timestamp') return `make_timestamptz(epoch_us(${column})) as ${column}`;
  // A column marked as JSON instead of as text is bytes to readers that do not know the mark.
  return type === 'json' ? `${column}::varchar as ${column}` : column;
}

/** The condition of products in this category and of this brand; null where neither is asked for. */
export async function productsWanted(
  database: Database,
  { category, brand }: Pick<ExportQuery, 'category' | 'brand'>,
): Promise<string | null> {
  if (category === null && brand === null) return null;
  await database.run(
    'products wanted',
    `create temp table products_wanted as select product_key from (${DATASETS.products.sql})
     where ($category is null or category = $category or starts_with(category, $category || '.'))
       and ($brand is null or fold_key(brand) = fold_key($brand))`,
    { category, brand },
  );
  return 'product_key in (select product_key from products_wanted)';
}

/** Puts the values of the filters into tables, since COPY takes no parameters; gives the conditions that use them. */
async function defineWanted(database: Database, query: ExportQuery): Promise<string[]> {
  const { by_seller, time }: Dataset = DATASETS[query.dataset];
  const conditions: string[] = [];
  if (query.sellers.length > 0) {
    await database.run(
      'sellers wanted',
      'create temp table sellers_wanted as select unnest($sellers::varchar[]) as seller',
      { sellers: listValue([...query.sellers]) },
    );
    conditions.push(
      by_seller
        ? 'seller in (select seller from sellers_wanted)'
        : 'product_key in (select product_key from members where gone_since is null and seller in (select seller from sellers_wanted))',
    );
  }
  const wanted = await productsWanted(database, query);
  if (wanted !== null) conditions.push(wanted);
  if (query.since !== null) {
    await database.run(
      'moment wanted',
      'create temp table moment_wanted as select $since::timestamp as since',
      {
        since: query.since.replace('T', ' ').replace('Z', ''),
      },
    );
    conditions.push(`${identifier(time)} >= (select since from moment_wanted)`);
  }
  return conditions;
}
