import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readColumnFile, writeColumnFile } from '../../../warehouse/text/array_file.ts';
import { buildTextFile } from '../../../warehouse/text/build.ts';
import { IndexBuilder } from '../../../warehouse/text/builder.ts';
import { openTextFile } from '../../../warehouse/text/text_file.ts';
import { encodeLine, type TextLine } from '../../../warehouse/text/text_line.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'commerce-index-text-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test('columns come back as they were written', async () => {
  const columns = fc.record({
    a: fc.uint8Array(),
    b: fc.uint16Array(),
    c: fc.uint32Array(),
    d: fc.int32Array(),
    e: fc.float64Array(),
  });
  await fc.assert(
    fc.asyncProperty(columns, async (written) => {
      const path = join(root, 'columns');
      await writeColumnFile(path, written);
      const read = await readColumnFile(path);
      for (const [name, column] of Object.entries(written))
        expect(Array.from(read[name] ?? [])).toEqual(Array.from(column));
    }),
    { numRuns: 30 },
  );
});

test('two readers share one copy, and a file that is none is refused', async () => {
  const path = join(root, 'shared');
  await writeColumnFile(path, { a: Uint8Array.of(1, 2, 3) });
  expect(await openTextFile(path)).toBe(await openTextFile(path));
  await writeFile(join(root, 'foreign'), 'something else altogether');
  await expect(openTextFile(join(root, 'foreign'))).rejects.toThrow(/no file of text columns.*rebuild/);
  await writeColumnFile(join(root, 'cut'), { a: new Uint8Array(1_000) });
  await truncate(join(root, 'cut'), 500);
  await expect(openTextFile(join(root, 'cut'))).rejects.toThrow(/cut off.*rebuild/);
});

const line = (product_no: number, rank: number): TextLine => ({
  product_no,
  rank,
  brand: `Brand ${product_no % 7}`,
  mpn: `AB-${product_no * 13}`,
  category: `area.leaf_${product_no % 5}`,
  title: `Thing number ${product_no} of ${rank} in 15,6" red`,
  attributes: { 'general.color': product_no % 2 === 0 ? 'red' : 'blue', 'general.wireless': 'yes' },
});

test('the order of the lines makes no difference', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: 40 }, (_, no) => no),
        { minLength: 40 },
      ),
      (order) => {
        const built = (numbers: readonly number[]) => {
          const builder = new IndexBuilder(20);
          for (const no of numbers) {
            const bytes = encodeLine(line(no % 20, Math.floor(no / 20)));
            builder.addLine(bytes, 0, bytes.length);
          }
          return builder.finish();
        };
        expect(built(order)).toEqual(built(order.toSorted((a, b) => a - b)));
      },
    ),
    { numRuns: 30 },
  );
});

test('a catalogue large enough for a thread of its own is built as a small one is', async () => {
  const lines = Array.from({ length: 30_000 }, (_, no) => encodeLine(line(no, 0)));
  const path = join(root, 'many.lines');
  await writeFile(path, Buffer.concat(lines.flatMap((bytes) => [bytes, Buffer.from('\n')])));
  const output = join(root, 'many.text');
  const summary = await buildTextFile({ lines: path, products: lines.length, output });
  const builder = new IndexBuilder(lines.length);
  for (const bytes of lines) builder.addLine(bytes, 0, bytes.length);
  const columns = await readColumnFile(output);
  for (const [name, column] of Object.entries(builder.finish()))
    expect([
      name,
      Buffer.compare(
        Buffer.from(bytesOf(columns[name] as Uint8Array)),
        Buffer.from(bytesOf(column as Uint8Array)),
      ),
    ]).toEqual([name, 0]);
  expect(summary.postings).toBe(columns['posting_docs']?.length);
});

test('a build that fails says why', async () => {
  const path = join(root, 'bad.lines');
  await writeFile(path, 'no parts at all\n');
  await expect(buildTextFile({ lines: path, products: 1, output: join(root, 'bad.text') })).rejects.toThrow(
    /has 1 parts instead of 10/,
  );
});

function bytesOf(column: Uint8Array): Uint8Array {
  return new Uint8Array(column.buffer, column.byteOffset, column.byteLength).slice();
}
