import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeOfPath } from '../../../pipelines/categories/paths.ts';
import { TAXONOMY } from '../../../pipelines/categories/taxonomy.ts';

const cases = readFileSync(new URL('../../../fixtures/categories/paths.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [path: string, node: string]);

test.each(cases)('%s is %s', (path, node) => {
  expect(nodeOfPath(path)?.node ?? '').toBe(node);
});

test('a node of the taxonomy is itself', () => {
  for (const id of TAXONOMY.keys()) expect(nodeOfPath(id)).toEqual({ node: id, confidence: 0.99 });
});
