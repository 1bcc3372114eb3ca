import { open } from 'node:fs/promises';
import {
  AsyncByteQueue,
  Field,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
} from 'apache-arrow';
import type { Database } from '../../warehouse/database.ts';
import type { Column } from '../dataset.ts';
import { type ColumnBuilder, columnBuilder } from './column_builder.ts';
import { columnVector } from './duckdb_vector.ts';

/** Most rows of a record batch: enough that its header does not count, few enough that memory does not either. */
const BATCH_ROWS = 1 << 16;
/** A batch ends before, where its texts take more than this. */
const BATCH_TEXT_BYTES = 32 << 20;
/** Most rows of one of DuckDB's chunks. */
const CHUNK_ROWS = 2048;

/** What a writer of Arrow messages has written and nobody has taken yet. */
class Written extends AsyncByteQueue {
  #parts: Uint8Array[] = [];

  override write(part: Uint8Array): void {
    this.#parts.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  }

  take(): Buffer {
    const bytes = Buffer.concat(this.#parts);
    this.#parts = [];
    return bytes;
  }
}

/** What a file says of itself: metadata `dataset` of its schema, `description` of each field. */
export interface Described {
  dataset: string;
  /** One for each of the select's, in their order. */
  columns: readonly Column[];
}

/**
 * Writes the rows of a select to `path` as an Arrow IPC stream and gives their count. Values go from DuckDB's vectors
 * to Arrow's buffers column by column; memory holds one record batch.
 */
export async function writeArrow(
  database: Database,
  sql: string,
  { dataset, columns }: Described,
  path: string,
): Promise<number> {
  const result = await database.stream('export as Arrow', sql);
  const builders = result.types.map((type) => columnBuilder(type, BATCH_ROWS));
  const fields = columns.map(
    ({ name, description }, index) =>
      new Field(name, (builders[index] as ColumnBuilder).type, true, new Map([['description', description]])),
  );
  const schema = new Schema(fields, new Map([['dataset', dataset]]));
  const written = new Written();
  const writer = new RecordBatchStreamWriter();
  writer.reset(written, schema);
  const file = await open(path, 'w');
  try {
    let total = 0;
    let rows = 0;
    const flush = async () => {
      writer.write(batchOf(schema, builders, rows));
      // Copies what the builders hold, which are then free for the next batch.
      const bytes = written.take();
      for (const builder of builders) builder.clear();
      rows = 0;
      await file.appendFile(bytes);
    };
    for await (const { chunk, rowCount } of result.chunks) {
      for (const [column, builder] of builders.entries())
        builder.append(columnVector(chunk, column), rowCount);
      rows += rowCount;
      total += rowCount;
      const textBytes = builders.reduce((sum, builder) => sum + builder.textBytes, 0);
      if (rows + CHUNK_ROWS > BATCH_ROWS || textBytes > BATCH_TEXT_BYTES) await flush();
    }
    if (rows > 0) await flush();
    writer.finish();
    await file.appendFile(written.take());
    return total;
  } finally {
    await file.close();
  }
}

function batchOf(schema: Schema, builders: readonly ColumnBuilder[], rows: number): RecordBatch {
  const children = builders.map((builder) => builder.data());
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }),
  );
}
