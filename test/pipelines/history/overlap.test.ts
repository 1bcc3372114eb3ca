import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedSeries } from '../../../pipelines/history/feed_series.ts';
import { overlappingRuns } from '../../../pipelines/history/overlap.ts';
import { StagedFeeds, seriesOf } from './staged_feeds.ts';

let feeds: StagedFeeds;
beforeAll(async () => {
  feeds = await StagedFeeds.open();
});
afterAll(() => feeds[Symbol.asyncDispose]());

/** A feed in a case: skus of its last accepted run, and of each pending one. */
interface Listed {
  seller?: string;
  before?: string;
  pending?: string[];
}

async function overlaps(listed: readonly Listed[]): Promise<string[]> {
  const series: FeedSeries[] = [];
  const names = new Map<string, string>();
  const lines = (skus: string) => skus.split(' ').map((sku) => `${sku} 1000`);
  for (const [feed_no, { seller = 'alpha', before, pending = [] }] of listed.entries()) {
    const known = before === undefined ? null : await feeds.stage(seller, '2026-01-01', lines(before));
    const runs = [];
    for (const skus of pending) {
      const run = await feeds.stage(seller, '2026-01-02', lines(skus));
      names.set(run.run_id, `${feed_no}: ${skus}`);
      runs.push(run);
    }
    series.push(seriesOf(known, runs, { feed_no, seller }));
  }
  const found = await overlappingRuns(feeds.database, feeds.folder, series);
  return found.map(({ run, reason }) => `${names.get(run.run_id)} | ${reason}`);
}

const shared = (skus: string) =>
  `sku ${skus} is also in another feed of alpha; a sku is one listing, so leave it out of one of the two`;

describe('a sku in two feeds', () => {
  test.each<[what: string, listed: Listed[], expected: string[]]>([
    ['one feed', [{ before: 'a b', pending: ['a b'] }], []],
    [
      'two that share nothing',
      [
        { before: 'a', pending: ['a b'] },
        { before: 'c', pending: ['c d'] },
      ],
      [],
    ],
    ['two sellers', [{ before: 'a' }, { seller: 'beta', pending: ['a'] }], []],
    ['taken by the other feed', [{ before: 'a b' }, { pending: ['b c'] }], [`1: b c | ${shared('b')}`]],
    ['taken by a later feed', [{ pending: ['b c'] }, { before: 'a b' }], [`0: b c | ${shared('b')}`]],
    ['both new: the later gives way', [{ pending: ['a'] }, { pending: ['a'] }], [`1: a | ${shared('a')}`]],
    [
      'the first of them by name, and how many',
      [{ before: 'a b c d' }, { pending: ['d z b c'] }],
      [`1: d z b c | ${shared('b (and 2 more)')}`],
    ],
    [
      'each run by itself',
      [{ before: 'a' }, { before: 'b', pending: ['b', 'a b', 'b c', 'a'] }],
      [`1: a b | ${shared('a')}`, `1: a | ${shared('a')}`],
    ],
    [
      'any of several other feeds',
      [
        { before: 'x', pending: ['x y'] },
        { before: 'b' },
        { pending: ['c'] },
        { pending: ['y', 'b', 'c', 'd'] },
      ],
      [`3: y | ${shared('y')}`, `3: b | ${shared('b')}`, `3: c | ${shared('c')}`],
    ],
  ])('%s', async (_, listed, expected) => {
    expect(await overlaps(listed)).toEqual(expected);
  });
});
