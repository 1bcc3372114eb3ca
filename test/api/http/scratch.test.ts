import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openScratch, scratchOf } from '../../../api/http/scratch.ts';

test('a server that starts clears up after the dead of its machine and touches nobody else’s', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'commerce-index-scratch-'));
  onTestFinished(() => rm(parent, { recursive: true }));
  const own = basename(scratchOf(parent));
  const dead = own.replace(`-${process.pid}-`, '-99999999-');
  // Another container’s server may have the same process number.
  const elsewhere = own.replace(/^\w{8}/, '00000000');
  for (const name of [dead, elsewhere]) await mkdir(join(parent, name));
  expect(await openScratch(parent)).toBe(join(parent, own));
  expect((await readdir(parent)).sort()).toEqual([elsewhere, own].sort());
});
