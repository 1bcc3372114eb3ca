import { mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
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

test('piped to one who takes it slowly, all of it comes once', async () => {
  const path = join(folder, 'd.draft');
  const { promise, resolve } = Promise.withResolvers<{ path: string }>();
  const whole = Buffer.alloc(1_000_000, 'a growing file ');
  const half = whole.length / 2 - 1;
  await writeFile(path, whole.subarray(0, half));
  const taken: Buffer[] = [];
  const slow = new Writable({
    // Looked at when it is told as written, not before.
    write: (piece: Buffer, _encoding, done) => {
      setImmediate(() => {
        taken.push(Buffer.from(piece));
        done();
      });
    },
  });
  growingFile(path, promise).pipe(slow);
  await expect.poll(() => Buffer.concat(taken).length).toBe(half);
  const file = await open(path, 'a');
  await file.write(whole.subarray(half));
  await file.close();
  resolve({ path });
  await expect.poll(() => slow.writableFinished).toBe(true);
  expect(Buffer.concat(taken).equals(whole)).toBe(true);
});

test('who goes away in the middle of a piece leaves nothing behind; a failure is told', async () => {
  const path = join(folder, 'e.draft');
  await writeFile(path, 'half');
  const gone = growingFile(path, new Promise(() => undefined));
  let asked = 0;
  gone.pipe(
    new Writable({
      write: () => {
        asked++;
      },
    }),
  );
  await expect.poll(() => asked).toBe(1);
  gone.destroy();
  await pause(50);
  expect([asked, gone.closed]).toEqual([1, true]);
  const failing = growingFile(path, Promise.reject(new Error('out of disk')));
  const told = new Promise((resolve) => failing.once('error', resolve));
  failing.pipe(new Writable({ write: (_piece, _encoding, done) => done() }));
  expect(String(await told)).toContain('out of disk');
});
