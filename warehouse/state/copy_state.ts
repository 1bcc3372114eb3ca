import type { StateDatabase, StateQueries, StateValue } from './state_database.ts';

/** Every table of the state, in an order in which each comes behind those it refers to; the key that rows are read by. */
export const STATE_TABLES: Readonly<Record<string, { key: readonly string[]; counter?: string }>> = {
  keys: { key: ['id'] },
  secrets: { key: ['name'] },
  usage: { key: ['key_id', 'day'] },
  idempotency: { key: ['token'] },
  run_decisions: { key: ['run_id'] },
  price_factors: { key: ['seller', 'feed', 'from_at'] },
  match_decisions: { key: ['decision_no'], counter: 'decision_no' },
  memory_namespaces: { key: ['namespace_no'], counter: 'namespace_no' },
  memory_items: { key: ['id'] },
  memory_words: { key: ['namespace_no', 'word', 'item_no'] },
  memory_vectors: { key: ['namespace_no', 'model', 'block_no'] },
  event_log: { key: ['seq'], counter: 'seq' },
  event_parts: { key: ['part_key'] },
  event_log_mark: { key: ['id'] },
  watches: { key: ['id'] },
  watch_states: { key: ['watch_id', 'scope'] },
  deliveries: { key: ['id'] },
  delivery_attempts: { key: ['delivery_id', 'attempt_no'] },
};

/** What a migration puts into a table that is otherwise empty. */
const MADE_BY_MIGRATION = new Set(['event_log_mark']);
/** Rows read at a time. */
const PAGE = 1_000;

type Row = Record<string, StateValue>;

/**
 * Copies every row of one state into another one, which must be empty: all of it or, when it throws, nothing. Nobody
 * should write to the first meanwhile. Returns the rows of each table.
 */
export async function copyState(from: StateDatabase, to: StateDatabase): Promise<Record<string, number>> {
  const copied: Record<string, number> = {};
  await to.transaction(async (queries) => {
    for (const table of Object.keys(STATE_TABLES))
      if (!MADE_BY_MIGRATION.has(table)) await requireEmpty(queries, table);
    for (const table of MADE_BY_MIGRATION) await queries.run(`delete from ${table}`);
    for (const [table, { key, counter }] of Object.entries(STATE_TABLES)) {
      copied[table] = await copyTable(from, queries, table, key);
      if (counter !== undefined && queries.dialect === 'postgres')
        await queries.get(
          `select setval(pg_get_serial_sequence('${table}', '${counter}'), coalesce(max(${counter}), 0) + 1, false) from ${table}`,
        );
    }
  });
  return copied;
}

async function requireEmpty(queries: StateQueries, table: string): Promise<void> {
  const row = await queries.get<{ rows: number }>(`select count(*) as rows from ${table}`);
  if (row?.rows !== 0)
    throw new Error(
      `the state to copy to is not empty: its table ${table} has ${row?.rows} rows; name an empty one`,
    );
}

async function copyTable(
  from: StateQueries,
  to: StateQueries,
  table: string,
  key: readonly string[],
): Promise<number> {
  const order = key.join(', ');
  const behind = `(${order}) > (${key.map((column) => `$${column}`).join(', ')})`;
  let last: Row | undefined;
  for (let rows = 0; ; ) {
    const page: Row[] = await from.all<Row>(
      `select * from ${table} ${last ? `where ${behind}` : ''} order by ${order} limit ${PAGE}`,
      last,
    );
    for (const row of page) await to.run(insertion(table, Object.keys(row)), row);
    rows += page.length;
    last = page.at(-1);
    if (page.length < PAGE) return rows;
  }
}

function insertion(table: string, columns: readonly string[]) {
  const names = columns.join(', ');
  const values = columns.map((column) => `$${column}`).join(', ');
  return {
    sqlite: `insert into ${table} (${names}) values (${values})`,
    postgres: `insert into ${table} (${names}) overriding system value values (${values})`,
  };
}
