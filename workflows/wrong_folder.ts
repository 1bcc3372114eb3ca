import type { DataFolder } from '../warehouse/folder.ts';
import { folderId } from '../warehouse/folder_id.ts';
import type { BlobStore } from '../warehouse/store.ts';

/**
 * Work that belongs to another data folder than this process has. Not tried again: as long as processes differ, some
 * of the work would go to the wrong one.
 */
export class WrongFolderError extends Error {
  constructor(what: string, ours: string) {
    super(
      `${what}, and this process works on ${ours}: every worker and every command that asks for work needs the same data folder; set COMMERCE_INDEX_DATA of all of them to one shared folder (\`doctor\` shows its id), then ingest again; for a folder that was made anew run \`schedules apply\` too`,
    );
    this.name = 'WrongFolderError';
  }
}

/** The id of our data folder. Throws WrongFolderError where another one is meant. */
export async function rightFolder(
  { folder, store }: { folder: DataFolder; store: BlobStore },
  meant: string | undefined,
): Promise<string> {
  const ours = await folderId(store);
  if (meant !== undefined && meant !== ours)
    throw new WrongFolderError(`the data folder ${meant} is meant`, `${folder.root} (${ours})`);
  return ours;
}
