import type { ColumnType, ExportFormat } from './dataset.ts';

/** How a column of each type is stored: JSON's name of it, Parquet's physical and logical type, Arrow's type. */
export const STORED_AS: Record<ColumnType, Record<ExportFormat, string>> = {
  text: { ndjson: 'string', parquet: 'BYTE_ARRAY, STRING', arrow: 'Utf8' },
  'text[]': { ndjson: 'array of string', parquet: 'LIST of BYTE_ARRAY, STRING', arrow: 'List<Utf8>' },
  integer: { ndjson: 'number', parquet: 'INT64', arrow: 'Int64' },
  number: { ndjson: 'number', parquet: 'DOUBLE', arrow: 'Float64' },
  boolean: { ndjson: 'boolean', parquet: 'BOOLEAN', arrow: 'Bool' },
  timestamp: {
    ndjson: 'string, ISO 8601 UTC with milliseconds',
    parquet: 'INT64, TIMESTAMP(MICROS, UTC)',
    arrow: 'Timestamp<MICROSECOND, UTC>',
  },
  json: { ndjson: 'object or array', parquet: 'BYTE_ARRAY, STRING: JSON text', arrow: 'Utf8: JSON text' },
};
