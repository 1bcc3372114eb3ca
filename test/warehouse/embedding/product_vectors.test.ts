import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { vectorText } from '../../../warehouse/embedding/product_vectors.ts';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { openVectorFile } from '../../../warehouse/embedding/vector_file.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';

test('publication keeps the vector of every product, and writes them anew only when texts change', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  const rows = [
    { sku: 'a1', title: 'Leather armchair', category: 'Home > Living room chairs' },
    { sku: 'a2', title: 'Cordless drill' },
    { sku: 'a3', title: 'אוזניות' },
  ];
  await market.observe('alpha', '2026-01-01', rows);
  await market.publish();
  const [first] = (await market.manifest()).tables.vectors ?? [];
  expect(first).toMatchObject({ rows: 3 });
  await market.read(async (snapshot) => {
    const table = await snapshot.vectors();
    const model = staticEmbedder();
    expect(table).toMatchObject({ model: model.id, dims: model.dims, count: 3 });
    const products = await snapshot.products([0, 1, 2]);
    for (const [no, { title, category }] of products.entries())
      expect([...(table?.rows.subarray(no * model.dims, (no + 1) * model.dims) ?? [])]).toEqual([
        ...model.embedText(vectorText(title, category)).values,
      ]);
    const drill = products.findIndex(({ title }) => title === 'Cordless drill');
    expect(table?.scan(model.embedText('power tool'), 1)[0]?.row).toBe(drill);
    expect(await snapshot.vectors()).toBe(table);
  });
  await market.observe('alpha', '2026-01-02', [{ ...rows[0], sku: 'a1', price: '9.00' }, ...rows.slice(1)]);
  await market.publish();
  expect((await market.manifest()).tables.vectors).toEqual([first]);
  await market.observe('alpha', '2026-01-03', [...rows, { sku: 'a4', title: 'Garden hose' }]);
  await market.publish();
  expect((await market.manifest()).tables.vectors).toMatchObject([{ rows: 4 }]);
});

test('a damaged file is refused with what to do', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', [{ sku: 'a1' }]);
  await market.publish();
  const path = join(market.root, 'short.vectors');
  await writeFile(path, 'citext01');
  await expect(openVectorFile(path)).rejects.toThrow('commerce-index rebuild');
});
