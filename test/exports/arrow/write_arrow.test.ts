import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RecordBatch, RecordBatchReader, type Table, tableFromIPC } from 'apache-arrow';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeArrow } from '../../../exports/arrow/write_arrow.ts';
import type { Column } from '../../../exports/dataset.ts';
import { Database, literal } from '../../../warehouse/database.ts';

let folder: string;
let database: Database;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-index-arrow-'));
  database = await Database.open({ memoryLimit: '256MiB', spill: join(folder, 'spill') });
});

afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const columnsNamed = (...names: string[]): Column[] =>
  names.map((name) => ({ name, type: 'text', description: `what ${name} is` }));

async function written(sql: string, names: string[]): Promise<{ table: Table; rows: number; bytes: Buffer }> {
  const path = join(folder, 'out.arrows');
  const rows = await writeArrow(database, sql, { dataset: 'A test.', columns: columnsNamed(...names) }, path);
  const bytes = await readFile(path);
  return { table: tableFromIPC(bytes), rows, bytes };
}

/** A column as Arrow's own reader gives it, lists as arrays. */
const valuesOf = (table: Table, name: string): unknown[] =>
  [...(table.getChild(name) ?? [])].map((value: unknown) =>
    value !== null && typeof value === 'object' && Symbol.iterator in value
      ? [...(value as Iterable<unknown>)]
      : value,
  );

/** Texts around the twelve bytes up to which DuckDB keeps one in its vector, of several bytes a letter too. */
const text = fc.oneof(
  fc.string({ maxLength: 30, unit: 'grapheme' }),
  fc.constantFrom('', 'twelve bytes', 'thirteen byte', 'é'.repeat(6), 'é'.repeat(7), '𝒳'.repeat(40)),
);
const row = fc.record({
  t: fc.option(text),
  l: fc.option(fc.array(fc.option(text), { maxLength: 4 })),
  b: fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  d: fc.option(fc.double({ noNaN: true })),
  y: fc.option(fc.boolean()),
});

/** As JSON says it: whole numbers of 64 bits as texts. */
const plain = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : Object.is(value, -0) ? 0 : value;
const json = (value: unknown) => JSON.stringify(value, (_, part: unknown) => plain(part));

test('a reader of Arrow reads what the rows held, wherever values are missing', async () => {
  const names = ['t', 'l', 'b', 'd', 'y'];
  const types = `{t: 'varchar', l: 'varchar[]', b: 'bigint', d: 'double', y: 'boolean'}`;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (rows) => {
      const path = join(folder, 'rows.json');
      await writeFile(path, rows.map(json).join('\n'));
      const { table } = await written(
        `from read_json(${literal(path)}, format = 'newline_delimited', columns = ${types})`,
        names,
      );
      const columns = names.map((name) => valuesOf(table, name));
      const read = Array.from({ length: table.numRows }, (_, at) =>
        json(columns.map((values) => values[at])),
      );
      expect(read.toSorted()).toEqual(rows.map((one) => json(Object.values(one))).toSorted());
    }),
    { numRuns: 60 },
  );
});

/** Short and long texts in turn, rows left out in between: nothing lies in order in DuckDB's memory. */
const MANY = `select i,
    case when i % 7 = 0 then null when i % 2 = 0 then 's' || i else 'a longer text of number ' || i end as t,
    case when i % 5 = 0 then null else [x for x in ['short', 'a longer piece ' || i, null] if i % 3 != 0] end as l,
    case when i % 11 = 0 then null else i end as n,
    i % 4 = 0 as y
  from range(200000) as r(i) where i % 13 != 0`;

test('many rows come in batches, each whole', async () => {
  const { table, rows, bytes } = await written(MANY, ['i', 't', 'l', 'n', 'y']);
  const wanted = Array.from({ length: 200_000 }, (_, i) => i).filter((i) => i % 13 !== 0);
  expect([rows, table.numRows]).toEqual([wanted.length, wanted.length]);
  const [i, t, l, n, y] = ['i', 't', 'l', 'n', 'y'].map((name) => valuesOf(table, name)) as [
    bigint[],
    unknown[],
    unknown[],
    unknown[],
    unknown[],
  ];
  let wrong = 0;
  for (const [at, key] of i.entries()) {
    const number = Number(key);
    const wording =
      number % 7 === 0 ? null : number % 2 === 0 ? `s${number}` : `a longer text of number ${number}`;
    const list = number % 3 === 0 ? [] : ['short', `a longer piece ${number}`, null];
    const same =
      t[at] === wording &&
      JSON.stringify(l[at]) === JSON.stringify(number % 5 === 0 ? null : list) &&
      n[at] === (number % 11 === 0 ? null : key) &&
      y[at] === (number % 4 === 0);
    if (!same) wrong++;
  }
  expect(wrong).toBe(0);
  expect(new Set(i).size).toBe(wanted.length);
  const batches = [...RecordBatchReader.from(bytes)] as RecordBatch[];
  expect(batches.length).toBeGreaterThan(2);
  expect(Math.max(...batches.map((batch) => batch.numRows))).toBeLessThanOrEqual(1 << 16);
});

test('long texts end a batch early, so that memory holds few of them', async () => {
  const { bytes } = await written(`select repeat('x', 20000) as t from range(6000)`, ['t']);
  const batches = [...RecordBatchReader.from(bytes)] as RecordBatch[];
  expect(batches.length).toBeGreaterThan(2);
});

test('where no value is, nothing of what was in memory leaves', async () => {
  const { table } = await written(`select case when i % 2 = 0 then i + 7 end as n from range(3000) as r(i)`, [
    'n',
  ]);
  const values = table.getChild('n')?.data[0]?.values as BigInt64Array;
  expect([...values].every((value, at) => (at % 2 === 0 ? value === BigInt(at + 7) : value === 0n))).toBe(
    true,
  );
});

test('no rows are a stream too, with the schema and what its columns are', async () => {
  const { table, rows } = await written(`select 1::bigint as n, timestamp '2026-01-01' as at where false`, [
    'n',
    'at',
  ]);
  expect([rows, table.numRows, String(table.schema.fields)]).toEqual([
    0,
    0,
    'n: Int64,at: Timestamp<MICROSECOND, UTC>',
  ]);
  expect(table.schema.metadata.get('dataset')).toBe('A test.');
  expect(table.schema.fields[1]?.metadata.get('description')).toBe('what at is');
});

test('a type that has no place in Arrow here is said', async () => {
  await expect(written('select {a: 1} as s', ['s'])).rejects.toThrow(/STRUCT.* has no Arrow type/);
});
