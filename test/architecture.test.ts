import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What each part may import of the others; the longest matching prefix decides. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'pipelines/text': [],
  'pipelines/domain': ['pipelines/text'],
  warehouse: ['pipelines/domain', 'pipelines/text'],
  pipelines: ['pipelines', 'warehouse'],
  exports: ['pipelines/domain', 'warehouse'],
  workflows: ['exports', 'pipelines', 'warehouse'],
  api: ['exports', 'pipelines', 'warehouse', 'workflows'],
};

/** Of workflows, the doors that api may use. */
const WORKFLOW_DOORS = [
  'workflows/embedded.ts',
  'workflows/messages.ts',
  ...['client', 'connection', 'dev_server', 'program', 'schedules', 'task_queues', 'worker'].map(
    (door) => `workflows/temporal/${door}.ts`,
  ),
];

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const found = [...text.matchAll(/(?:from|import)\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g)];
  return found.map((match) => relative(root, resolve(root, dirname(file), match[1] as string)));
}

const within = (file: string, folder: string) => file.startsWith(`${folder}/`);
const partOf = (file: string) =>
  Object.keys(MAY_IMPORT)
    .filter((part) => within(file, part))
    .sort((a, b) => b.length - a.length)[0] as string;

test.each(['pipelines', 'warehouse', 'exports', 'workflows', 'api'])(
  '%s imports only what lies below it',
  (folder) => {
    const breaches = sources(folder).flatMap((file) => {
      const part = partOf(file);
      const allowed = [part, ...(MAY_IMPORT[part] ?? [])];
      return importsOf(file)
        .filter((target) => target !== 'package.json' && !allowed.some((prefix) => within(target, prefix)))
        .map((target) => `${file} imports ${target}`);
    });
    expect(breaches).toEqual([]);
  },
);

test('api uses workflows by its doors only', () => {
  const breaches = sources('api').flatMap((file) =>
    importsOf(file)
      .filter((target) => within(target, 'workflows') && !WORKFLOW_DOORS.includes(target))
      .map((target) => `${file} imports ${target}`),
  );
  expect(breaches).toEqual([]);
});

test('every SQL file of more than a statement tells what a row is', () => {
  const files = ['pipelines', 'warehouse', 'exports', 'api'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.sql'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !readFileSync(join(root, file), 'utf8').startsWith('--'))).toEqual([]);
});

test('the top level is the architecture', () => {
  const folders = readdirSync(root, { withFileTypes: true })
    .filter(
      (entry) =>
        entry.isDirectory() && !entry.name.startsWith('.') && !['node_modules', 'data'].includes(entry.name),
    )
    .map((entry) => entry.name)
    .sort();
  expect(folders).toEqual(['api', 'exports', 'fixtures', 'pipelines', 'test', 'warehouse', 'workflows']);
});
