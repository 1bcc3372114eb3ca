import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DataFolder } from '../../../warehouse/folder.ts';
import { stateFiles } from '../../../warehouse/state/owner_only.ts';
import { opened } from './opened_state.ts';

const rights = (path: string) => (statSync(path).mode & 0o777).toString(8);
const all = (path: string) => stateFiles(path).map(rights);

/** The mask under which most machines make files: others may read them. */
const USUAL = 0o022;

test.skipIf(process.platform === 'win32')(
  'the state is for its owner alone, from the first moment',
  async () => {
    const mask = process.umask(USUAL);
    onTestFinished(() => void process.umask(mask));
    const { state, path } = await opened();
    await state.keys.create({ owner: 'ops', scopes: ['read'] });
    expect(all(path)).toEqual(['600', '600', '600']);
  },
);

test.skipIf(process.platform === 'win32')(
  'a state that others could read is closed to them when opened',
  async () => {
    const { path, again } = await opened();
    for (const file of stateFiles(path)) chmodSync(file, 0o644);
    await again();
    expect(all(path)).toEqual(['600', '600', '600']);
  },
);

test.skipIf(process.platform === 'win32')(
  'a data folder is made for its owner alone; one that is there stays as it is',
  async () => {
    const mask = process.umask(USUAL);
    const parent = mkdtempSync(join(tmpdir(), 'commerce-index-folder-'));
    onTestFinished(() => {
      process.umask(mask);
      rmSync(parent, { recursive: true });
    });
    const folder = new DataFolder(join(parent, 'data'));
    await folder.make();
    expect(rights(folder.root)).toBe('700');
    chmodSync(folder.root, 0o750);
    await folder.make();
    expect(rights(folder.root)).toBe('750');
  },
);
