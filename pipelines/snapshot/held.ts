import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { DataFolder } from '../../warehouse/folder.ts';

/** A staged run that the last publication left out, and why. */
export interface HeldRun {
  run_id: string;
  why: 'suspect' | 'late';
  reason: string;
}

/** What the last publication left out; derived, so it may be missing or lost. */
export async function readHeldRuns(folder: DataFolder): Promise<HeldRun[]> {
  try {
    return JSON.parse(await readFile(folder.path('held.json'), 'utf8')) as HeldRun[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

export async function writeHeldRuns(folder: DataFolder, held: readonly HeldRun[]): Promise<void> {
  const draft = folder.path(`held.json.${process.pid}`);
  try {
    await writeFile(draft, `${JSON.stringify(held, null, 1)}\n`);
    await rename(draft, folder.path('held.json'));
  } finally {
    await rm(draft, { force: true });
  }
}
