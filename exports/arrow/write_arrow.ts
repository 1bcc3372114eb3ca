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
import { AppendedFile } from '../appended_file.ts';
import type { Column } from '../dataset.ts';
import { collectYoung } from '../young_memory.ts';
import { type ColumnBuilder, columnBuilder } from './column_builder.ts';
import { columnVector } from './duckdb_vector.ts';

/** Most rows of a record batch: enough that its header does not count, few enough that memory does not either. */
const BATCH_ROWS = 1 << 16;
/** A batch ends before, where its texts take more than this. */
const BATCH_TEXT_BYTES = 32 << 20;
/** Most rows of one of DuckDB's chunks. */
const CHUNK_ROWS = 2048;
/** Views of so many chunks of offers show some 5 MB. */
const CHUNKS_VIEWED = 8;

/** What a writer of Arrow messages has written and nobody has taken yet. */
class Written extends AsyncByteQueue {
  #parts: Uint8Array[] = [];

  override write(part: Uint8Array): void {
    this.#parts.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  }

  /** Writes it at the end of a file, from the builders' own buffers. */
  moveTo(file: AppendedFile): void {
    for (const part of this.#parts) file.append(part);
    this.#parts = [];
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
  const types = await database.columnTypes('export as Arrow', sql);
  const builders = types.map((type) => columnBuilder(type, BATCH_ROWS));
  const fields = columns.map(
    ({ name, description }, index) =>
      new Field(name, (builders[index] as ColumnBuilder).type, true, new Map([['description', description]])),
  );
  const schema = new Schema(fields, new Map([['dataset', dataset]]));
  const written = new Written();
  const writer = new RecordBatchStreamWriter();
  writer.reset(written, schema);
  using file = new AppendedFile(path);
  let rows = 0;
  let chunks = 0;
  const flush = () => {
    writer.write(batchOf(schema, builders, rows));
    written.moveTo(file);
    for (const builder of builders) builder.clear();
    rows = 0;
  };
  const total = await database.hand('export as Arrow', sql, ({ chunk, rowCount }) => {
    for (const [column, builder] of builders.entries()) builder.append(columnVector(chunk, column), rowCount);
    rows += rowCount;
    if (++chunks % CHUNKS_VIEWED === 0) collectYoung();
    const textBytes = builders.reduce((sum, builder) => sum + builder.textBytes, 0);
    if (rows + CHUNK_ROWS > BATCH_ROWS || textBytes > BATCH_TEXT_BYTES) flush();
  });
  if (rows > 0) flush();
  writer.finish();
  written.moveTo(file);
  return total;
}

function batchOf(schema: Schema, builders: readonly ColumnBuilder[], rows: number): RecordBatch {
  const children = builders.map((builder) => builder.data());
  return new RecordBatch(
    schema,
    makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children }),
  );
}
