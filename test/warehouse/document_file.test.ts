import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishDocumentFile } from '../../warehouse/document_file.ts';
import { Documents } from '../../warehouse/reads/documents.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-index-documents-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function fileOf(name: string, documents: ReadonlyMap<number, string>): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, [...documents].map(([number, body]) => `${number}\t${body}\n`).join(''));
  expect(await finishDocumentFile(path)).toBe(documents.size);
  return path;
}

const bodies = fc.string({ unit: 'grapheme', maxLength: 400 }).map((text) => JSON.stringify(text));
const files = fc.array(
  fc.array(fc.tuple(fc.nat(5000), bodies), { minLength: 1 }).map((pairs) => new Map(pairs)),
  { minLength: 1, maxLength: 3 },
);

test('every document is read back as it was written, from the latest file that has it', async () => {
  await fc.assert(
    fc.asyncProperty(files, async (written) => {
      const paths = await Promise.all(written.map((documents, index) => fileOf(`part-${index}`, documents)));
      const expected = new Map(written.flatMap((documents) => [...documents]));
      const documents = await Documents.open(paths, 10_000);
      try {
        expect(new Set(documents.numbers())).toEqual(new Set(expected.keys()));
        expect(await documents.read([...expected.keys()])).toEqual([...expected.values()]);
      } finally {
        documents.close();
      }
    }),
    { numRuns: 40 },
  );
});

test('a document longer than a block is read whole', async () => {
  const long = JSON.stringify('x'.repeat(9 << 20));
  const documents = await Documents.open(
    [
      await fileOf(
        'long',
        new Map([
          [1, '"a"'],
          [2, long],
          [3, '"b"'],
        ]),
      ),
    ],
    10_000,
  );
  expect((await documents.read([3, 2, 1])).map((body) => body.length)).toEqual([3, long.length, 3]);
  documents.close();
});

test('a file without its index, one that is cut off and an unknown number are told apart from an empty answer', async () => {
  const unfinished = join(folder, 'unfinished');
  await writeFile(unfinished, '1\t"a"\n');
  await expect(Documents.open([unfinished], 1000)).rejects.toThrow('no finished document file');
  const cut = await fileOf('cut', new Map([[1, '"a"']]));
  await truncate(cut, 20);
  await expect(Documents.open([cut], 1000)).rejects.toThrow('no finished document file');
  const documents = await Documents.open([await fileOf('one', new Map([[1, '"a"']]))], 1000);
  await expect(documents.read([2])).rejects.toThrow('listing number 2 has no document');
  documents.close();
});

test('two documents of one listing in one file are refused', async () => {
  const path = join(folder, 'twice');
  await writeFile(path, '1\t"a"\n1\t"b"\n');
  await expect(finishDocumentFile(path)).rejects.toThrow('two documents of one listing');
});
