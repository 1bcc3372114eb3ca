import { expect, test } from 'vitest';
import { exportFormat } from '../../../api/cli/export_format.ts';
import type { ExportFormat } from '../../../exports/dataset.ts';

test.each<[out: string | undefined, format: ExportFormat | undefined, expected: ExportFormat]>([
  [undefined, undefined, 'parquet'],
  [undefined, 'ndjson', 'ndjson'],
  ['x.ndjson', undefined, 'ndjson'],
  ['x.jsonl', undefined, 'ndjson'],
  ['x.NDJSON', undefined, 'ndjson'],
  ['x.parquet', undefined, 'parquet'],
  ['x.arrows', undefined, 'arrow'],
  ['x', 'arrow', 'arrow'],
  ['a.b/x.ndjson', 'ndjson', 'ndjson'],
  ['x.parquet', 'parquet', 'parquet'],
  ['x', undefined, 'parquet'],
  ['a.csv/x', undefined, 'parquet'],
  ['.ndjson', undefined, 'parquet'],
  ['x', 'ndjson', 'ndjson'],
  ['x.dat', 'ndjson', 'ndjson'],
  ['x.2026', 'parquet', 'parquet'],
])('--out %s --format %s writes %s', (out, format, expected) => {
  expect(exportFormat(out, format)).toBe(expected);
});

test.each<[out: string, format: ExportFormat | undefined, message: RegExp]>([
  ['x.ndjson', 'parquet', /x\.ndjson ends in \.ndjson, but --format is parquet/],
  ['x.jsonl', 'parquet', /ends in \.jsonl, but --format is parquet/],
  ['x.parquet', 'ndjson', /ends in \.parquet, but --format is ndjson/],
  ['x.csv', undefined, /ends in \.csv, which is no export; end it in \.parquet, \.ndjson or \.arrows$/],
  ['x.csv', 'parquet', /ends in \.csv, which is no export; end it in \.parquet, \.ndjson or \.arrows$/],
  // The file format of Arrow, with a footer, which a stream has not.
  ['x.arrow', 'arrow', /ends in \.arrow, which is no export; .*or \.arrows$/],
  ['x.ndjson.gz', 'ndjson', /ends in \.gz/],
  ['x.dat', undefined, /ends in \.dat.*or give --format \(ndjson, parquet, arrow\)$/],
])('--out %s --format %s is refused', (out, format, message) => {
  expect(() => exportFormat(out, format)).toThrow(message);
});
