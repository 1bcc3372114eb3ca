import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the project: its path from the root, with slashes, and its text. */
export interface Source {
  file: string;
  text: string;
}

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Every TypeScript and SQL file below these folders, as far as they exist. */
export function readSources(folders: readonly string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') })),
  );
}

/** What a file imports, types and `import()` included: a path from the root, `node:…`, or the name of a package. */
export function importsOf({ file, text }: Source): string[] {
  if (!file.endsWith('.ts')) return [];
  const found = [...text.matchAll(/(?<![.'"])\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g)];
  return found.map(([, target]) => {
    const name = target as string;
    if (name.startsWith('.')) return posix.join(dirname(file), name);
    return name.startsWith('node:') ? name : name.replace(/^((?:@[^/]+\/)?[^/]+).*$/, '$1');
  });
}

export const within = (file: string, folder: string): boolean => file.startsWith(`${folder}/`);
