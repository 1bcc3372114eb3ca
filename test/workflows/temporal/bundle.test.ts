import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundleSettings, bundlePath, keptOrMade } from '../../../workflows/temporal/bundle.ts';

let settings: BundleSettings;
let path: string;
let code: string;
/** What is kept after the first time. */
let kept: { files: [path: string, sha256: string][]; sha256: string; code: string };

beforeAll(async () => {
  settings = { env: { XDG_CACHE_HOME: await mkdtemp(join(tmpdir(), 'commerce-index-bundle-')) } };
  path = bundlePath(settings);
  code = codeOf(await keptOrMade(path, settings));
  kept = JSON.parse(await readFile(path, 'utf8')) as typeof kept;
});
afterAll(() => rm(settings.env['XDG_CACHE_HOME'] ?? '', { recursive: true }));

const codeOf = (bundle: Awaited<ReturnType<typeof keptOrMade>>) => ('code' in bundle ? bundle.code : '');

test('the bundle is kept with all files that it was made of, workflows and packages', () => {
  expect(kept.code).toBe(code);
  const files = kept.files.map(([file]) => file);
  for (const part of [
    'workflows/temporal/workflows.ts',
    'workflows/publish_snapshot.ts',
    '@temporalio/workflow/',
  ])
    expect(files).toContainEqual(expect.stringContaining(part));
});

test('the next process takes the one that is kept', async () => {
  const { mtimeMs } = await stat(path);
  expect(codeOf(await keptOrMade(path, settings))).toBe(code);
  expect((await stat(path)).mtimeMs).toBe(mtimeMs);
});

test.each([
  [
    'a file that it was made of is another',
    () => ({ ...kept, files: [[kept.files[0]?.[0], 'another'], ...kept.files.slice(1)] }),
  ],
  [
    'a file that it was made of is gone',
    () => ({ ...kept, files: [...kept.files, [`${path}.gone`, 'gone']] }),
  ],
  ['its code is not what was written', () => ({ ...kept, code: kept.code.slice(1) })],
])('it is made anew where %s', async (_, planted) => {
  await writeFile(path, JSON.stringify(planted()));
  expect(codeOf(await keptOrMade(path, settings))).toBe(code);
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(kept);
});

test('where nothing can be kept it is made all the same', async () => {
  expect(codeOf(await keptOrMade(join(path, 'no folder', 'bundle.json'), settings))).toBe(code);
});
