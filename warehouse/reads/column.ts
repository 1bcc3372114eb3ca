import type { DuckDBConnection } from '@duckdb/node-api';

/** Rows of a whole-table load handled before the event loop gets its turn. */
const ROWS_PER_TURN = 262_144;

/**
 * Streams a query of fixed-width columns and hands each block's raw values to `take`, which must copy what it
 * keeps. BIGINT and UBIGINT arrive as 64-bit typed arrays, INTEGER as Int32Array; null is not allowed.
 */
export async function readColumns(
  connection: DuckDBConnection,
  sql: string,
  take: (columns: readonly ArrayBufferView[], rows: number) => void,
): Promise<void> {
  const result = await connection.stream(sql);
  let sinceTurn = 0;
  for (
    let chunk = await result.fetchChunk();
    chunk && chunk.rowCount > 0;
    chunk = await result.fetchChunk()
  ) {
    const columns: ArrayBufferView[] = [];
    for (let index = 0; index < chunk.columnCount; index++) {
      // The binding keeps a vector's values in `items`, a view of DuckDB's own memory; going through getItem
      // would box every value.
      const { items } = chunk.getColumnVector(index) as unknown as { items?: ArrayBufferView };
      if (!ArrayBuffer.isView(items))
        throw new Error(`column ${index} of \`${sql}\` is not of a fixed width`);
      columns.push(items);
    }
    take(columns, chunk.rowCount);
    sinceTurn += chunk.rowCount;
    if (sinceTurn >= ROWS_PER_TURN) {
      sinceTurn = 0;
      await new Promise(setImmediate);
    }
  }
}
