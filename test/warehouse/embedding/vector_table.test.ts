import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cosineOf, quantise } from '../../../warehouse/embedding/vector.ts';
import { type Hit, VectorTable } from '../../../warehouse/embedding/vector_table.ts';

const int8 = fc.integer({ min: -128, max: 127 });
const vectorOf = (dims: number) => fc.array(int8, { minLength: dims, maxLength: dims });

/** The same answer the plain way. */
function slowly(
  rows: readonly number[][],
  query: readonly number[],
  most: number,
  candidates: readonly number[],
): Hit[] {
  return candidates
    .map((row) => ({ row, dot: query.reduce((sum, value, at) => sum + value * (rows[row]?.[at] ?? 0), 0) }))
    .sort((a, b) => b.dot - a.dot || a.row - b.row)
    .slice(0, most);
}

const filled = (rows: readonly number[][], dims: number) => {
  const table = VectorTable.create('m', dims, rows.length);
  table.rows.set(rows.flat());
  return table;
};

test('the scan finds what plain arithmetic finds, over all rows and over candidates', () => {
  const cases = fc.constantFrom(16, 32, 48).chain((dims) =>
    fc.record({
      rows: fc.array(vectorOf(dims), { minLength: 1, maxLength: 40 }),
      query: vectorOf(dims),
      most: fc.integer({ min: 0, max: 50 }),
      dims: fc.constant(dims),
      picked: fc.array(fc.nat(), { maxLength: 20 }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ rows, query, most, dims, picked }) => {
      const table = filled(rows, dims);
      const vector = { model: 'm', values: Int8Array.from(query) };
      expect(table.scan(vector, most)).toEqual(slowly(rows, query, most, [...rows.keys()]));
      const candidates = [...new Set(picked.map((at) => at % rows.length))];
      const least = slowly(rows, query, 3, [...rows.keys()]).at(-1)?.dot ?? 0;
      expect(table.nearest(vector, most, least)).toEqual(
        table.scan(vector, most).filter(({ dot }) => dot >= least),
      );
      expect(table.scan(vector, most, Uint32Array.from(candidates))).toEqual(
        slowly(rows, query, most, candidates),
      );
      // Rows that are left half way are not among them.
      table.seal();
      expect(table.scan(vector, most)).toEqual(slowly(rows, query, most, [...rows.keys()]));
      for (const { dot } of slowly(rows, query, rows.length, [...rows.keys()]))
        expect(VectorTable.attach(table.shared, 1).nearest(vector, most, dot)).toEqual(
          table.scan(vector, most).filter((hit) => hit.dot >= dot),
        );
    }),
  );
});

test('tables of many blocks keep the lower of equal rows', () => {
  const table = VectorTable.create('m', 16, 10_000);
  for (const row of [3, 2047, 2048, 9999]) table.rows.fill(127, row * 16, row * 16 + 16);
  const query = { model: 'm', values: new Int8Array(16).fill(-128) };
  expect(
    table
      .scan(query, 10_000)
      .slice(-4)
      .map(({ row }) => row),
  ).toEqual([3, 2047, 2048, 9999]);
  expect(table.scan({ model: 'm', values: new Int8Array(16).fill(1) }, 3).map(({ row }) => row)).toEqual([
    3, 2047, 2048,
  ]);
});

test('two threads scan one memory at a time', async () => {
  const table = VectorTable.create('m', 16, 5000);
  for (let at = 0; at < table.rows.length; at++) table.rows[at] = (at * 7919) % 255;
  const module = new URL('../../../warehouse/embedding/vector_table.ts', import.meta.url).href;
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    const { VectorTable } = await import(${JSON.stringify(module)});
    const table = VectorTable.attach(workerData.shared, workerData.slot);
    parentPort.postMessage(table.scan({ model: 'm', values: workerData.query }, 7));`;
  const ask = (slot: number, query: Int8Array) =>
    new Promise<Hit[]>((resolve, reject) => {
      const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
      const worker = new Worker(url, { workerData: { shared: table.shared, slot, query } });
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  const queries = [1, 2].map((slot) => Int8Array.from({ length: 16 }, (_, at) => at * slot - 20));
  const found = await Promise.all(queries.map((query, at) => ask(at + 1, query)));
  expect(found).toEqual(queries.map((values) => table.scan({ model: 'm', values }, 7)));
});

test('vectors of another model or length, missing rows and odd sizes are refused', () => {
  const table = VectorTable.create('m', 16, 4);
  expect(() => table.scan({ model: 'other', values: new Int8Array(16) }, 1)).toThrow(
    /other.*embed the text with m/,
  );
  expect(() => table.scan({ model: 'm', values: new Int8Array(32) }, 1)).toThrow(/32/);
  expect(() => table.scan({ model: 'm', values: new Int8Array(16) }, 1, Uint32Array.of(4))).toThrow(
    /Row 4 of 4/,
  );
  expect(() => VectorTable.create('m', 17, 4)).toThrow(/multiples of 16/);
  expect(() => VectorTable.create('m', 4096, 2_000_000)).toThrow(/4 GiB/);
  expect(() => VectorTable.attach(table.shared, 16)).toThrow(/Slot 16/);
});

test('quantised vectors keep the cosine of the real ones', () => {
  const component = fc.double({ min: -1, max: 1, noNaN: true });
  const pair = fc.tuple(
    fc.array(component, { minLength: 256, maxLength: 256 }),
    fc.array(component, { minLength: 256, maxLength: 256 }),
  );
  const dotOf = (a: ArrayLike<number>, b: ArrayLike<number>) =>
    Array.from(a).reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const length = Math.sqrt(dotOf(a, a) * dotOf(b, b));
      // four standard deviations fit an int8; what is spikier is cut and keeps its direction less well
      const isSpiky = [a, b].some(
        (vector) => Math.max(...vector.map(Math.abs)) * 16 > 3.9 * Math.sqrt(dotOf(vector, vector)),
      );
      fc.pre(length > 1e-6 && !isSpiky);
      expect(Math.abs(cosineOf(dotOf(quantise(a), quantise(b)), 256) - dotOf(a, b) / length)).toBeLessThan(
        0.01,
      );
    }),
  );
  expect(quantise([0, 0])).toEqual(Int8Array.of(0, 0));
  expect(quantise([Number.NaN, 1])).toEqual(Int8Array.of(0, 0));
});

test('no row of unit vectors has a higher dot product than what is said of a vector', () => {
  const components = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(fc.array(components, { minLength: 1, maxLength: 8 }), components, (rows, query) => {
      const table = VectorTable.create('m', 16, rows.length);
      for (const [no, row] of rows.entries()) table.rows.set(quantise(row), no * 16);
      const vector = { model: 'm', values: quantise(query) };
      for (const { dot } of table.scan(vector, rows.length))
        expect(dot).toBeLessThanOrEqual(table.mostOf(vector));
    }),
  );
});
