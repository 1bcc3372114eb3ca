import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_MARK, ownerOf } from '../../warehouse/scratch_owner.ts';

/**
 * Makes a folder of this process's own, and clears away those of processes of this machine that have died. Several
 * servers may share the parent, of other machines too: what those left behind, garbage collection takes.
 */
export async function openScratch(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent))
    if (ownerOf(name) === 'dead') await rm(join(parent, name), { recursive: true, force: true });
  const folder = scratchOf(parent);
  await mkdir(folder, { recursive: true });
  return folder;
}

export function scratchOf(parent: string): string {
  return join(parent, OWN_MARK);
}
