import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sqlEdits } from './sql_edits.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function sourcesOf(...folders: string[]): Map<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  return new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

const sources = sourcesOf('pipelines', 'warehouse', 'exports', 'workflows', 'api');

test('SQL is composed of whole statements and never edited as text', () => {
  expect(sources.size).toBeGreaterThan(200);
  expect(sqlEdits(sources)).toEqual([]);
});

/** How SQL has been edited before, or could be. */
const BREACHES = {
  'of a file': "const a = loadSql(import.meta.url, './a.sql').replaceAll('$x', literal(x));",
  'over lines': "const a = loadSql(import.meta.url, './a.sql')\n  .trim()\n  .replace('a', 'b');",
  'by a function of the file':
    "const sql = (name: string) => loadSql(name); run(sql('a').replace(/semi join.*/, ''));",
  'by a function that returns it':
    "function stage() { return loadSql('a'); }\nrun(stage().replace('a', 'b'));",
  'by a method': "class A { #over() { return loadSql('a'); } go() { this.#over().replaceAll('a', 'b'); } }",
  'in a variable': "const query = `copy (${loadSql('a')}) to b`; run(query.replace('a', 'b'));",
  'read out of it': "const query = loadSql('a'); query.slice(query.lastIndexOf('select')).matchAll(/ as /g);",
  'of an import': "import { rawSelect } from './reader.ts'; run(rawSelect(source).replace('a', 'b'));",
  'written here': "const rows = 'select a from b'; run(rows.split('from'));",
  'by its name': "columns.map((column) => column.replace('as_of', time));",
};

test.each(Object.entries(BREACHES))('an edit of SQL is found: %s', (_, code) => {
  const file = 'pipelines/feeds/planted.ts';
  const planted = `import { loadSql, literal } from '../../warehouse/database.ts';\n${code}\n`;
  const imported = ['warehouse/database.ts', 'pipelines/feeds/reader.ts'];
  const around = imported.map((name) => [name, sources.get(name) ?? ''] as const);
  const found = sqlEdits(new Map([...around, [file, planted]]));
  expect(found).not.toEqual([]);
  expect(found.every((place) => place.startsWith(`${file}:`))).toBe(true);
});
