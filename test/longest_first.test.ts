import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONGEST, LongestFirst } from './longest_first.ts';

const root = join(import.meta.dirname, '..');

/** A file as the runner names it; none of it was run before, and none exists, so that they lie as they are given. */
const specification = (path: string) =>
  ({
    moduleId: join(root, path),
    project: { name: '', config: { root, sequence: { groupOrder: 0 } } },
  }) as unknown as TestSpecification;

test('every file that is to begin first is there', () => {
  expect(LONGEST.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('those that take long begin first, in their order, and no file is lost', async () => {
  const sequencer = new LongestFirst({
    cache: { getTestSpecificationResult: () => undefined },
  } as unknown as Vitest);
  const others = ['test/other.test.ts', 'test/another.test.ts'];
  const given = [...others.slice(0, 1), ...LONGEST.toReversed(), ...others.slice(1)];
  const sorted = await sequencer.sort(given.map(specification));
  const paths = sorted.map(({ moduleId }) => moduleId.slice(root.length + 1));
  expect(paths.slice(0, LONGEST.length)).toEqual(LONGEST);
  expect(paths.slice(LONGEST.length).sort()).toEqual(others.toSorted());
});
