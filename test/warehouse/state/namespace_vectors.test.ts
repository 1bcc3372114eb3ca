import { expect, test } from 'vitest';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { nearestFacts } from '../../../warehouse/state/memory_vectors.ts';
import { type NamespaceStanding, NamespaceVectors } from '../../../warehouse/state/namespace_vectors.ts';
import { SqliteStateDatabase } from '../../../warehouse/state/sqlite_database.ts';
import { stateIn } from '../../../warehouse/state/state.ts';

const WORDS = [
  'anchor',
  'violin',
  'tractor',
  'pillow',
  'kettle',
  'sofa',
  'lamp',
  'tent',
  'camera',
  'bicycle',
];
const embedder = staticEmbedder();
const NOW = new Date('2026-11-22T12:00:00Z');

test('what is kept finds what the database holds, through additions, deletions and evictions', async () => {
  await using closing = new AsyncDisposableStack();
  const database = SqliteStateDatabase.open(':memory:');
  closing.defer(() => database.close());
  const { memory } = stateIn(database);
  const kept = new NamespaceVectors({ fewest: 1, mostBytes: 2 * 640 * embedder.dims });
  const nothing = new NamespaceVectors({ mostBytes: 0 });
  let made = 0;
  const add = async (namespace: string, facts: number): Promise<string[]> => {
    const ids: string[] = [];
    for (let fact = 0; fact < facts; fact++) {
      const text = `${WORDS[made % 10]} and ${WORDS[(made * 7 + 3) % 10]} ${WORDS[made++ % 7]}`;
      const item = { owner: 'ada', namespace, text, constraints: null, metadata: null, expires_at: null };
      const created_at = NOW.toISOString();
      ids.push((await memory.add({ ...item, created_at }, embedder.embedText(text))).id);
    }
    return ids;
  };
  /** The same dots from what is kept as from the database; numbers of equals may differ where one was deleted. */
  const agree = async (namespace: string) => {
    const standing = (await database.get(
      'select namespace_no, items, next_item_no from memory_namespaces where name = $namespace',
      { namespace },
    )) as NamespaceStanding;
    const vector = embedder.embedText('a violin in a tent');
    const dots = async (vectors: NamespaceVectors) =>
      (await nearestFacts(database, standing, { vector, most: 20, kept: vectors })).map(({ dot }) => dot);
    expect(await dots(kept)).toEqual(await dots(nothing));
  };
  const first = await add('one', 300);
  await agree('one');
  expect(kept.bytes).toBeGreaterThan(0);
  await add('one', 30);
  await agree('one');
  // Beyond the room that was left for facts to come.
  await add('one', 150);
  await agree('one');
  for (const id of first.slice(0, 150)) await memory.remove('ada', id, NOW);
  await agree('one');
  await add('two', 400);
  await add('three', 400);
  for (const namespace of ['two', 'three', 'one', 'three']) await agree(namespace);
  expect(kept.bytes).toBeLessThanOrEqual(2 * 640 * embedder.dims);
  expect(nothing.bytes).toBe(0);
});
