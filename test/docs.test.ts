import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { SETTINGS, settingsTable } from '../api/cli/config.ts';
import { FEED_FORMATS } from '../pipelines/domain/configuration.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');
const readme = read('README.md');
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

test('every npm command in the README exists, and every script is told somewhere', () => {
  const told = [...readme.matchAll(/npm (?:run )?([a-z:]+)/g)].map((match) => match[1] as string);
  const builtIn = new Set(['ci', 'start', 'test']);
  expect(told.filter((name) => !builtIn.has(name) && !(name in manifest.scripts))).toEqual([]);
  const all = [readme, ...['fixtures', 'test'].map((folder) => read(`${folder}/README.md`))].join('\n');
  expect(
    Object.keys(manifest.scripts).filter((name) => !new RegExp(`npm (run )?${name}\\b`).test(all)),
  ).toEqual([]);
});

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
