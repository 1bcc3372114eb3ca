import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes an empty folder of this process's own, named by its process id, and clears away those of processes
 * that have died. Several servers may share the parent.
 */
export async function openScratch(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true });
  for (const name of await readdir(parent)) {
    if (/^\d+$/.test(name) && (Number(name) === process.pid || !isAlive(Number(name)))) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
  const folder = scratchOf(parent);
  await mkdir(folder, { recursive: true });
  return folder;
}

export function scratchOf(parent: string): string {
  return join(parent, String(process.pid));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
