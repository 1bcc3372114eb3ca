import { expect, test } from 'vitest';
import { FullDiskError, tellingFullDisk } from '../../warehouse/full_disk.ts';
import { isTransient } from '../../workflows/retry.ts';

const failing = (fault: unknown) => tellingFullDisk('/srv/index/data', () => Promise.reject(fault as Error));

test.each([
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  Object.assign(new Error('EDQUOT: disk quota exceeded, write'), { code: 'EDQUOT' }),
  new Error('write rows: IO Error', {
    cause: new Error('Could not write file "x": No space left on device'),
  }),
  new Error('database or disk is full'),
])('of a full disk the folder is told, and it is tried again: %s', async (fault) => {
  const told = await failing(fault).catch((thrown: unknown) => thrown);
  expect(told).toBeInstanceOf(FullDiskError);
  expect(told).toMatchObject({
    message: 'no space is left on the disk of /srv/index/data: make room there and run it again',
    cause: fault,
  });
  expect(isTransient(told)).toBe(isTransient(fault));
});

test('anything else is thrown as it is, and so is what tells of a full disk already', async () => {
  const other = new Error('a feed is broken');
  await expect(failing(other)).rejects.toBe(other);
  const told = new FullDiskError('/elsewhere', other);
  await expect(failing(told)).rejects.toBe(told);
  await expect(tellingFullDisk('/srv', () => Promise.resolve(7))).resolves.toBe(7);
});
