import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Column } from '../../exports/dataset.ts';
import { writeNdjson } from '../../exports/write_ndjson.ts';
import { Database, literal } from '../../warehouse/database.ts';

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-index-ndjson-'));
  database = await Database.open({ memoryLimit: '256MiB', spill: join(folder, 'spill') });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const COLUMNS: readonly Column[] = [
  { name: 't', type: 'text', description: '' },
  { name: 'l', type: 'text[]', description: '' },
  { name: 'i', type: 'integer', description: '' },
  { name: 'd', type: 'number', description: '' },
  { name: 'y', type: 'boolean', description: '' },
  { name: 'at', type: 'timestamp', description: '' },
  { name: 'j', type: 'json', description: '' },
];
const TYPES = `{t: 'varchar', l: 'varchar[]', i: 'bigint', d: 'double', y: 'boolean', "at": 'timestamp', j: 'json'}`;

/** With what ends a line, a text or a column somewhere. */
const text = fc.oneof(
  fc.string({ maxLength: 20, unit: 'grapheme' }),
  fc.constantFrom('', 'null', '\u0001', 'a\nb\r\n', '"\\"', '\u2028', '{', '#', "it's", '🛒', '\u007f'),
);
const time = fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const row = fc.record({
  t: fc.option(text),
  l: fc.option(fc.array(fc.option(text), { maxLength: 3 })),
  i: fc.option(fc.maxSafeInteger()),
  d: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0)),
  y: fc.option(fc.boolean()),
  at: fc.option(time.map((date) => date.toISOString())),
  j: fc.option(fc.dictionary(fc.constantFrom('a', 'é', 'a "b"'), text, { maxKeys: 3 })),
});

test('each line is the JSON of its row and of nothing else, whatever its texts hold', async () => {
  const from = join(folder, 'rows.json');
  const to = join(folder, 'rows.ndjson');
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 40 }), async (rows) => {
      // Objects over several lines, as a seller may have stored them.
      await writeFile(from, rows.map((one) => JSON.stringify(one, null, 1)).join('\n'));
      const sql = `from read_json(${literal(from)}, format = 'unstructured', columns = ${TYPES})`;
      expect(await writeNdjson(database, sql, COLUMNS, to)).toBe(rows.length);
      const written = (await readFile(to, 'utf8')).split('\n');
      expect(written.pop()).toBe('');
      const wanted = rows.map((one) => JSON.stringify(one));
      expect(written.map((line) => JSON.stringify(JSON.parse(line))).toSorted()).toEqual(wanted.toSorted());
    }),
    { numRuns: 60 },
  );
});

test('names of columns are escaped as names of members', async () => {
  const to = join(folder, 'names.ndjson');
  const columns: Column[] = [`a "b"`, `it's`].map((name) => ({ name, type: 'text', description: '' }));
  await writeNdjson(database, `select 'x' as "a ""b""", 'y' as "it's", 'z' as unasked`, columns, to);
  expect(await readFile(to, 'utf8')).toBe(`{"a \\"b\\"":"x","it's":"y"}\n`);
});
