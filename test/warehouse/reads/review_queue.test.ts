import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ReviewQueue } from '../../../warehouse/reads/review_queue.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';

const COUNT = 'select count(*)::integer as many from identities where feed_no >= $least';
let market: TestMarket;
beforeAll(async () => {
  market = await TestMarket.open('a');
  await market.observe('a', '2026-01-01', [{ sku: 'A1' }, { sku: 'A2' }]);
  await market.publish();
});
afterAll(() => market[Symbol.asyncDispose]());

const settings = () => ({ memoryLimit: '256MiB', spill: join(market.root, 'spill') });

test('whoever asks with the same settings asks the same database of a snapshot, others another', async () => {
  await market.read(async (snapshot) => {
    const queue = await snapshot.hold(ReviewQueue.openWith(settings()));
    expect(await snapshot.hold(ReviewQueue.openWith(settings()))).toBe(queue);
    const other = { ...settings(), memoryLimit: '128MiB' };
    expect(await snapshot.hold(ReviewQueue.openWith(other))).not.toBe(queue);
    await market.read(async (again) =>
      expect(await again.hold(ReviewQueue.openWith(settings()))).not.toBe(queue),
    );
  });
});

test('questions asked at once are answered in turn, also behind one that fails', async () => {
  await market.read(async (snapshot) => {
    const queue = await snapshot.hold(ReviewQueue.openWith(settings()));
    const answers = await Promise.allSettled([
      queue.rows('count', COUNT, { least: 0 }),
      queue.rows('fail', 'select * from no_such_table', {}),
      queue.rows('count', COUNT, { least: 1_000 }),
    ]);
    expect(answers).toMatchObject([
      { status: 'fulfilled', value: [{ many: 2 }] },
      { status: 'rejected' },
      { status: 'fulfilled', value: [{ many: 0 }] },
    ]);
  });
});

test('it is closed with its snapshot, behind the question that runs', async () => {
  const { queue, last } = await market.read(async (snapshot) => {
    const open = await snapshot.hold(ReviewQueue.openWith(settings()));
    return { queue: open, last: open.rows('count', COUNT, { least: 0 }) };
  });
  expect(await last).toEqual([{ many: 2 }]);
  await expect(queue.rows('count', COUNT, { least: 0 })).rejects.toThrow();
});

test('where nothing is to be reviewed it has no reviews', async () => {
  await market.read(async (snapshot) => {
    const queue = await snapshot.hold(ReviewQueue.openWith(settings()));
    expect(await queue.rows('read', 'from reviews', {})).toEqual([]);
  });
});
