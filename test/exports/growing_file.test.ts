import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { growingFile } from '../../exports/growing_file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'commerce-index-growing-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('what is written comes before the file is finished, and all of it once', async () => {
  const path = join(folder, 'a.draft');
  const { promise, resolve } = Promise.withResolvers<{ path: string }>();
  const stream = growingFile(path, promise);
  const bytes = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = bytes.next();
  const file = await open(path, 'w');
  await file.write('one ');
  expect(String((await first).value)).toBe('one ');
  await file.write('two');
  await file.close();
  const end = join(folder, 'a');
  await rename(path, end);
  resolve({ path: end });
  const rest: string[] = [];
  for (let part = await bytes.next(); !part.done; part = await bytes.next()) rest.push(String(part.value));
  expect(rest.join('')).toBe('two');
});

test('a file that was finished before it was looked at is read where it lies', async () => {
  const path = join(folder, 'b');
  await writeFile(path, 'whole');
  expect(await textOf(growingFile(join(folder, 'b.draft'), Promise.resolve({ path })))).toBe('whole');
});

test('a failure of the work is one of the stream', async () => {
  const path = join(folder, 'c.draft');
  await writeFile(path, 'half');
  const failed = Promise.reject(new Error('out of disk'));
  await expect(textOf(growingFile(path, failed))).rejects.toThrow('out of disk');
});
