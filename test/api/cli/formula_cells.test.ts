import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { expect, test } from 'vitest';
import { Program } from './program.ts';

// Each command is a process of its own, and a busy machine takes its time.

const YAML = `market: { country: US, currency: USD }
memory_limit: 512MiB
sellers:
  - { id: good, name: Good, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: good.csv, format: csv }] }
`;
const CELLS = ['=1+1', '+1', '-1', '@x', '"\t=1"', '"\r=1"', 'plain', '"say ""=1"""'];
const NUMBERS = ['-1', '2.5', '-3e2', '4', '', '6', '7', '-8.25'];

test('the format of an export follows the file’s ending, and a match writes no formula into CSV', async () => {
  const program = new Program().write({
    'commerce-index.yaml': YAML,
    'good.csv': 'sku,title,price,gtin\n1,One,10.00,4006381333931\n',
    'mine.csv': `id,gtin,title,delta,=note\n${CELLS.map((cell, at) => `${at},4006381333931,${cell},${NUMBERS[at]},x\n`).join('')}`,
    'mine.ndjson': '{"id":1,"gtin":"4006381333931","mixed":{"a":1}}\n{"id":-2,"gtin":"1","mixed":[1]}\n',
  });
  expect((await program.run(['ingest'])).code).toBe(0);

  expect((await program.run(['export', 'products', '--out', 'x.ndjson'])).code).toBe(0);
  expect(JSON.parse(program.read('x.ndjson'))).toMatchObject({ gtin: '04006381333931' });
  expect((await program.run(['export', 'products', '--out', 'y.ndjson', '--format', 'parquet'])).err).toMatch(
    /^error: --out y\.ndjson ends in \.ndjson, but --format is parquet/,
  );

  expect((await program.run(['match', 'mine.csv', '--out', 'found.csv'])).code).toBe(0);
  const [header, ...lines] = program.read('found.csv').trimEnd().split('\n');
  expect(header).toMatch(/^id,gtin,"?title"?,delta,"?'=note"?,/);
  const shown = ["'=1+1", "'+1", "'-1", "'@x", "'\t=1", "'\r=1", 'plain', 'say ""=1""'];
  expect(lines.map((line) => line.split(',').slice(0, 5).join(','))).toEqual(
    shown.map((cell, at) => `${at},4006381333931,"${cell}",${NUMBERS[at]},"x"`),
  );
  expect(lines[0]).toMatch(/,"prd_\w+","gtin_exact",0\.\d+,(?:true|false),,,,$/);

  expect((await program.run(['match', 'mine.ndjson', '--out', 'found.parquet'])).code).toBe(0);
  const file = await asyncBufferFromFile(`${program.cwd}/found.parquet`);
  const { children } = parquetSchema(await parquetMetadataAsync(file));
  for (const { element } of children.filter((column) => column.element.type === 'BYTE_ARRAY'))
    expect([element.name, element.converted_type]).toEqual([element.name, 'UTF8']);
  expect(await parquetReadObjects({ file, compressors })).toMatchObject([
    { mixed: '{"a":1}', match_method: 'gtin_exact' },
    { mixed: '[1]', match_reason: 'gtin_malformed' },
  ]);
});
