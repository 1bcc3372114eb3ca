import { existsSync } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { flush } from './file.ts';

/**
 * Gives a finished folder its name. When another process was faster its folder holds the same and stays; a file that
 * it lacks, because it was lost or set aside as damaged, is filled in.
 */
export async function publishFolder(source: string, target: string, names: readonly string[]): Promise<void> {
  for (const name of names) await flush(join(source, name));
  if (existsSync(target)) {
    for (const name of names)
      if (!existsSync(join(target, name))) await rename(join(source, name), join(target, name));
    return;
  }
  await mkdir(join(target, '..'), { recursive: true });
  try {
    await rename(source, target);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}
