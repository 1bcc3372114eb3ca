import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataFolder } from './folder.ts';
import type { Manifest } from './manifest.ts';
import type { Run } from './run.ts';

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

/** Every run record. */
export async function allRuns(folder: DataFolder): Promise<Run[]> {
  return Promise.all((await runFiles(folder)).map((name) => readRun(folder, name)));
}

/** Every run record of one feed. */
export async function runsOf(
  folder: DataFolder,
  { seller, feed }: Pick<Run, 'seller' | 'feed'>,
): Promise<Run[]> {
  return (await allRuns(folder)).filter((run) => run.seller === seller && run.feed === feed);
}

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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
