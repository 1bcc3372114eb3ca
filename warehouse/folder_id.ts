import { randomBytes } from 'node:crypto';
import { readJson } from './damage.ts';
import type { BlobStore } from './store.ts';

/** Names a data folder for ever: `folder.json`, made by the first process that asks and copied with the folder. */
const KEY = 'folder.json';
const ADVICE =
  'write {"id": "…"} into it again as a copy or the Temporal schedules have it, or remove it and apply the schedules anew';

/** The name of the data folder; given now where it has none. */
export async function folderId(store: BlobStore): Promise<string> {
  const known = await givenFolderId(store);
  if (known !== null) return known;
  const id = `dir_${randomBytes(8).toString('hex')}`;
  await store.createText(KEY, `${JSON.stringify({ id })}\n`);
  // Of two processes that ask at once one was first.
  return (await givenFolderId(store)) ?? id;
}

/** The name of the data folder, or null where none was given yet: looking makes nothing. */
export async function givenFolderId(store: BlobStore): Promise<string | null> {
  return (await readJson<{ id: string }>(store, KEY, ADVICE))?.id ?? null;
}
