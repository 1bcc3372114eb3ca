import { expect, test } from 'vitest';
import { BY_GOOGLE_ID, NODE_NAMES, parentOf, TAXONOMY } from '../../../pipelines/categories/taxonomy.ts';

test('every node is a path of at most three levels below a node of its own, with a label and an id of Google’s', () => {
  expect(TAXONOMY.size).toBeGreaterThan(5582);
  for (const [id, { label, parent, google_id }] of TAXONOMY) {
    expect(id).toMatch(/^[a-z0-9_]+(?:\.[a-z0-9_]+){0,2}$/);
    expect([id, label]).not.toEqual([id, '']);
    expect([id, parent]).toEqual([id, parentOf(id)]);
    if (parent !== null) expect([id, TAXONOMY.has(parent)]).toEqual([id, true]);
    expect([id, BY_GOOGLE_ID.has(google_id)]).toEqual([id, true]);
  }
});

test('names are given to nodes that there are', () => {
  for (const node of NODE_NAMES.keys()) expect([node, TAXONOMY.has(node)]).toEqual([node, true]);
});
