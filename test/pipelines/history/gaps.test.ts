import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gapsOf } from '../../../pipelines/history/series.ts';
import { PublishedHistory } from './published_history.ts';
import { StagedFeeds } from './staged_feeds.ts';

const DAY_MINUTES = 1440;
const at = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

test('gaps that are added publication by publication are those of all observation times', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1, maxLength: 8 }),
      fc.array(fc.nat({ max: 3 }), { minLength: 8, maxLength: 8 }),
      fc.nat({ max: 7 }),
      async (days, batches, changeAt) => {
        await using staged = await StagedFeeds.open();
        const history = new PublishedHistory(staged, 'alpha');
        const [feed] = history.sellers[0]?.feeds ?? [];
        const observed = days.toSorted((a, b) => a - b);
        const seen: string[] = [];
        for (let number = 0; observed.length > 0; number++) {
          // From here on the feed is expected every hour, so that every day before is a gap too.
          if (number === changeAt && feed) feed.schedule = '0 * * * *';
          const batch = observed.splice(0, 1 + (batches[number] ?? 0));
          const runs = [];
          for (const day of batch) runs.push(await staged.stage('alpha', at(day), ['a 100']));
          seen.push(...batch.map(at));
          const { feeds } = await history.publish(runs);
          expect(feeds[0]?.gaps).toEqual(gapsOf(seen, feed?.schedule === undefined ? DAY_MINUTES : 60));
        }
      },
    ),
    { numRuns: 15 },
  );
});

test('a late run that is taken in closes the gap it lies in', async () => {
  await using staged = await StagedFeeds.open();
  const history = new PublishedHistory(staged, 'alpha');
  await history.publish([await staged.stage('alpha', at(0), ['a 100'])]);
  const { feeds } = await history.publish([await staged.stage('alpha', at(5), ['a 100'])]);
  expect(feeds[0]?.gaps).toHaveLength(1);
  const mended = await history.publish([await staged.stage('alpha', at(3), ['a 100'])], { backfill: true });
  expect(mended.feeds[0]?.gaps).toEqual(gapsOf([0, 3, 5].map(at), DAY_MINUTES));
  expect(mended.feeds[0]?.gaps).toEqual([]);
});
