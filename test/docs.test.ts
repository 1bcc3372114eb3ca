import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SETTINGS, settingsTable } from '../api/cli/config.ts';
import { FEED_FORMATS } from '../pipelines/domain/settings/feed_settings.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const readme = read('README.md');
const contributing = read('CONTRIBUTING.md');
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
};

test('the README names every setting as the program knows it', () => {
  expect(readme).toContain(settingsTable().trim());
  expect(SETTINGS.length).toBeGreaterThan(4);
});

test('the README names every format of a feed', () => {
  expect(readme).toContain(`format: google            # ${FEED_FORMATS.join(' | ')}`);
});

test.each([
  ['README.md', readme],
  ['CONTRIBUTING.md', contributing],
])('every npm command in %s exists', (_, text) => {
  const told = [...text.matchAll(/npm (?:run )?([a-z:]+)/g)].map((match) => match[1] as string);
  const builtIn = new Set(['ci', 'start', 'test']);
  expect(told.length).toBeGreaterThan(5);
  expect(told.filter((name) => !builtIn.has(name) && !(name in manifest.scripts))).toEqual([]);
});

test('every script is told in CONTRIBUTING.md', () => {
  const told = (name: string) => new RegExp(`npm (run )?${name}\\b`).test(contributing);
  expect(Object.keys(manifest.scripts).filter((name) => !told(name))).toEqual([]);
});

/** Paths from the root that a text names; a capital letter stands for a name of the reader's own (`api/GROUP/NAME.ts`). */
const pathsIn = (text: string): string[] =>
  [
    ...text.matchAll(
      /(?<![\w./-])(?:api|exports|fixtures|pipelines|test|warehouse|workflows)\/[\w./-]*[\w/]/g,
    ),
  ]
    .map(([path]) => path)
    .filter((path) => !/\/[A-Z]+\b(?!\.md)/.test(path));

test('every path that a document or an SQL file names is there', () => {
  const folders = '{api,exports,pipelines,test,warehouse,workflows,fixtures}';
  const files = globSync(['*.md', `${folders}/**/*.md`, `${folders}/**/*.sql`], { cwd: root });
  expect(files).toEqual(expect.arrayContaining(['CONTRIBUTING.md', 'warehouse/sql/macros.sql']));
  const missing = files.flatMap((file) =>
    pathsIn(read(file)).flatMap((path) => (existsSync(`${root}${path}`) ? [] : [`${file} names ${path}`])),
  );
  expect(missing).toEqual([]);
  expect(pathsIn('see `test/absent.test.ts`, api/GROUP/NAME.ts and ../api/README.md')).toEqual([
    'test/absent.test.ts',
  ]);
});

test('every link of a document leads to a file', () => {
  const files = globSync(['*.md', '{api,exports,pipelines,test,warehouse,workflows,fixtures}/**/*.md'], {
    cwd: root,
  });
  const missing = files.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]+)\)/g)]
      .map(([, link]) => join(root, dirname(file), link as string))
      .filter((path) => !existsSync(path))
      .map((path) => `${file} leads to ${path}`),
  );
  expect(missing).toEqual([]);
});

/** Source files beside one another from which on nobody sees from their names alone what is what. */
const MANY_FILES = 20;

test('a folder of more than twenty source files has a README that says what each of them is', () => {
  const sources = globSync('{api,exports,pipelines,warehouse,workflows}/**/*.ts', {
    cwd: root,
    exclude: (path) => path.includes('node_modules'),
  });
  const folders = Map.groupBy(sources, (path) => dirname(path));
  const crowded = [...folders].filter(([, files]) => files.length > MANY_FILES);
  expect(crowded.map(([folder]) => folder)).toContain('warehouse/text');
  const untold = crowded.flatMap(([folder, files]) => {
    // What lies in api/explorer/page is served, so its README is beside it.
    const readmes = [folder, dirname(folder)].map((place) => `${place}/README.md`);
    const told = readmes.find((path) => existsSync(`${root}${path}`)) ?? 'README.md';
    return files.filter((path) => !read(told).includes(`\`${basename(path)}\``));
  });
  expect(untold).toEqual([]);
});

test('CONTRIBUTING.md is under 140 lines, is linked, and knows every number that moves where it is', () => {
  expect(contributing.split('\n').length).toBeLessThan(140);
  expect(readme).toContain('](CONTRIBUTING.md)');
  const numbers = [...contributing.matchAll(/^\| `(\w+)` in `([^`]+)` \|/gm)].map(([, name, file]) => [
    name,
    file,
  ]);
  const sources = globSync('{api,exports,pipelines,warehouse,workflows}/**/*.ts', { cwd: root });
  const declared = sources.flatMap((file) =>
    [...read(file).matchAll(/^(?:export )?const ((?:[A-Z]+_)?(?:FORMAT|VERSION)) = \d+;/gm)].map(
      ([, name]) => [name, file],
    ),
  );
  expect(numbers.toSorted(byFile)).toEqual(declared.toSorted(byFile));
});

const byFile = ([, one = '']: (string | undefined)[], [, other = '']: (string | undefined)[]) =>
  one < other ? -1 : 1;

test('every command of the program is in the README and the other way round', () => {
  const table = readme.slice(readme.indexOf('| `start` |'), readme.indexOf('| variable |'));
  const told = [...table.matchAll(/`([a-z]+)(?: [^`]*)?`/g)].map((match) => match[1] as string);
  const commands = readdirSync(`${root}api/cli`)
    .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
    .flatMap((name) =>
      [...read(`api/cli/${name}`).matchAll(/new Command\('([a-z]+)'\)/g)].map((match) => match[1]),
    );
  expect(new Set(told)).toEqual(new Set(commands));
});

test('the README is under 120 lines, every top-level folder has one, and each dependency is explained', () => {
  expect(readme.split('\n').length).toBeLessThan(120);
  for (const folder of ['api', 'exports', 'fixtures', 'pipelines', 'test', 'warehouse', 'workflows'])
    expect([folder, existsSync(`${root}${folder}/README.md`)]).toEqual([folder, true]);
  const design = read('DESIGN.md');
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const packages = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(packages.filter(([name]) => !name.startsWith('@types/') && !design.includes(`\`${name}\``))).toEqual(
    [],
  );
  expect(packages.filter(([, version]) => !/^\d/.test(version))).toEqual([]);
});

test('the design lists the decisions of each chapter, in order', () => {
  const chapters = globSync('{api,exports,pipelines,warehouse,workflows}/**/DESIGN.md', { cwd: root });
  expect(chapters.length).toBeGreaterThan(10);
  const listed = new Map(
    [...read('DESIGN.md').matchAll(/^### \[.+\]\((.+)\)\n((?:- .+\n)+)/gm)].map(([, chapter, lines]) => [
      chapter,
      [...(lines as string).matchAll(/^- (.+)\.$/gm)].map(([, choice]) => choice),
    ]),
  );
  for (const chapter of chapters) {
    const choices = [...read(chapter).matchAll(/^\*\*(.+?)\*\*/gm)].map(([, bold]) =>
      (bold as string).replace(/[.,:]+$/, ''),
    );
    expect([chapter, listed.get(chapter)]).toEqual([chapter, choices]);
  }
  expect(new Set(listed.keys())).toEqual(new Set(chapters));
});
