import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openQueryEmbedder } from '../../../warehouse/embedding/open_embedder.ts';
import { StaticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { cosineOf, type Vector } from '../../../warehouse/embedding/vector.ts';

const folder = join(import.meta.dirname, '../../../warehouse/embedding/static');
const files = ['model.json', 'words.txt', 'table.bin'];
const embedder = StaticEmbedder.open();
const values = (text: string) => embedder.embedText(text).values;
const dotOf = (a: Vector, b: Vector) =>
  a.values.reduce((sum, value, at) => sum + value * (b.values[at] ?? 0), 0);
const cosine = (a: string, b: string) =>
  cosineOf(dotOf(embedder.embedText(a), embedder.embedText(b)), embedder.dims);

test('the table is the one its model file tells of, and under 10 MB', () => {
  const model = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')) as {
    id: string;
    sha256: string;
  };
  const hash = createHash('sha256');
  for (const name of files.slice(1)) hash.update(readFileSync(join(folder, name)));
  expect(hash.digest('hex')).toBe(model.sha256);
  expect(embedder.id).toBe(`static-en-${model.sha256.slice(0, 8)}`);
  expect(files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBeLessThan(10e6);
});

test('any text has a vector of the right length, the same in any order and case of its words', async () => {
  const word = fc.constantFrom('sofa', 'leather', 'wireless', 'noise-cancelling', 'kettle', 'מים', 'qwrtzp');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), fc.array(word), async (text, words) => {
      const [vector] = await embedder.embed([text]);
      expect([vector?.model, vector?.values.length]).toEqual([embedder.id, embedder.dims]);
      expect(values(words.toReversed().join(', ').toUpperCase())).toEqual(values(words.join(' ')));
    }),
  );
});

test('words outside the table add nothing', () => {
  expect(values('qwrtzp מים')).toEqual(new Int8Array(embedder.dims));
  expect(values('sofa qwrtzp')).toEqual(values('sofa'));
  expect([embedder.knows('sofa'), embedder.knows('Sofas'), embedder.knows('qwrtzp')]).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  ['sofa', 'couch', 'milk'],
  ['laptop', 'notebook computer', 'sandals'],
  ['running shoes', 'sneakers', 'refrigerator'],
  ['toddler', 'diapers', 'motherboard'],
])('%s lies nearer to %s than to %s', (text, near, far) => {
  expect(cosine(text, near)).toBeGreaterThan(cosine(text, far) + 0.1);
});

test('a text of 10 kB is cut, not slow, and not nothing', () => {
  expect(values('sofa '.repeat(2000))).toEqual(values('sofa'));
});

test('a table that is not whole is refused, with what is missing', () => {
  const copy = mkdtempSync(join(tmpdir(), 'word-table-'));
  try {
    for (const name of files) cpSync(join(folder, name), join(copy, name));
    expect(StaticEmbedder.open(copy).id).toBe(embedder.id);
    writeFileSync(join(copy, 'table.bin'), readFileSync(join(folder, 'table.bin')).subarray(0, 1000));
    expect(() => StaticEmbedder.open(copy)).toThrow(/not whole.*1000 bytes/);
  } finally {
    rmSync(copy, { recursive: true });
  }
});

test('the provider is chosen by configuration', () => {
  expect(openQueryEmbedder({ provider: 'static' }).id).toBe(embedder.id);
  const settings = { url: 'http://127.0.0.1:1', model: 'm', dims: 32 };
  expect(openQueryEmbedder({ provider: 'openai-compatible', ...settings })).toMatchObject({
    id: 'openai-compatible/m/32',
    dims: 32,
  });
});
