import { readdir, stat } from 'node:fs/promises';
import { Database, fileList } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import type { Manifest } from '../../warehouse/manifest.ts';
import { contentFolder, MEDIA_FOLDER } from '../../warehouse/media_files.ts';
import type { BlobStore } from '../../warehouse/store.ts';

/** Files are there before the snapshot that names them: younger ones may belong to a run that is under way. */
const YOUNG_MS = 24 * 3_600_000;

/** Keys of the folders of pictures and videos that none of these snapshots names. */
export async function surplusMedia(
  { folder, store, now }: { folder: DataFolder; store: BlobStore; now: () => Date },
  kept: readonly Manifest[],
): Promise<string[]> {
  const contents = await entries(folder.path(MEDIA_FOLDER));
  if (contents.length === 0) return [];
  const named = await namedContents(folder, store, kept);
  const youngest = now().getTime() - YOUNG_MS;
  const surplus: string[] = [];
  for (const content of contents) {
    if (named.has(content)) continue;
    const { mtimeMs } = await stat(folder.path(contentFolder(content)));
    if (mtimeMs <= youngest) surplus.push(contentFolder(content));
  }
  return surplus;
}

async function namedContents(
  folder: DataFolder,
  store: BlobStore,
  kept: readonly Manifest[],
): Promise<Set<string>> {
  const keys = new Set(kept.flatMap(({ tables }) => tables.media ?? []).map(({ key }) => key));
  if (keys.size === 0) return new Set();
  const paths = await Promise.all([...keys].map((key) => store.local(key)));
  await using database = await Database.open({
    memoryLimit: '256MiB',
    spill: folder.ownScratch('surplus-media'),
  });
  const rows = await database.rows<{ content: string }>(
    'find named media',
    `select distinct content from read_parquet(${fileList(paths)}) where named`,
  );
  return new Set(rows.map(({ content }) => content));
}

async function entries(path: string): Promise<string[]> {
  try {
    return (await readdir(path)).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
