import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from '../../warehouse/folder.ts';
import type { Manifest } from '../../warehouse/manifest.ts';
import type { Run } from '../../warehouse/run.ts';

/** Staged runs that no snapshot knows yet, oldest first within each feed. */
export async function pendingRuns(folder: DataFolder, before: Manifest | null): Promise<Run[]> {
  const known = new Set(before?.runs.map((run) => run.run_id));
  const runs: Run[] = [];
  for (const name of await runFiles(folder)) {
    if (!known.has(name.slice(0, -'.json'.length))) runs.push(await readRun(folder, name));
  }
  return runs.sort((a, b) => compare(a.as_of, b.as_of) || compare(a.run_id, b.run_id));
}

/** The record of a run; throws when there is none. */
export async function readRun(folder: DataFolder, name: string): Promise<Run> {
  return JSON.parse(await readFile(join(folder.runs(), name), 'utf8')) as Run;
}

/** Names of all run records. */
export async function runFiles(folder: DataFolder): Promise<string[]> {
  try {
    return (await readdir(folder.runs())).filter((name) => /^run_[0-9a-f]+\.json$/.test(name)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
