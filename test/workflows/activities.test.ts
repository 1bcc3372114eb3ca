import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FeedSettings } from '../../pipelines/domain/configuration.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { createActivities } from '../../workflows/activities.ts';
import type { FeedRequest } from '../../workflows/messages.ts';

const NOW = '2026-09-01T12:00:00.000Z';

async function activitiesOf(feed: Partial<FeedSettings>) {
  const root = await mkdtemp(join(tmpdir(), 'commerce-index-activities-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, 'a_2026-08-01.csv'), 'id,title,price\n1,Kettle,10\n');
  const activities = createActivities({
    configuration: {
      market: { country: 'US', currency: 'USD' },
      sellers: [
        {
          id: 'alpha',
          name: 'Alpha',
          kind: 'retailer',
          access: 'merchant_feed',
          feeds: [{ name: 'main', url: join(root, 'a_*.csv'), format: 'google', ...feed }],
        },
      ],
    },
    folder: new DataFolder(join(root, 'data')),
    store: new FolderStore(join(root, 'data')),
    decisions: {
      accepted: () => Promise.resolve(new Map()),
      accept: () => Promise.resolve(),
      matches: () => Promise.resolve([]),
    },
    parallel: 1,
  });
  onTestFinished(() => activities[Symbol.asyncDispose]());
  return { land: (request: FeedRequest) => activities.land(request, { now: () => new Date(NOW) }) };
}

const request = { seller: 'alpha', feed: 'main' };

test('a time given by hand is the observation time of a feed that tells none', async () => {
  const activities = await activitiesOf({});
  const landed = await activities.land({ ...request, as_of: '2026-08-15T00:00:00.000Z' });
  expect(landed.map((one) => one.as_of)).toEqual(['2026-08-15T00:00:00.000Z']);
});

test('a time given by hand is refused where it would fold days into one or freeze the feed', async () => {
  const dated = await activitiesOf({ as_of: 'a_{YYYY-MM-DD}' });
  await expect(dated.land({ ...request, as_of: '2026-08-15T00:00:00.000Z' })).rejects.toThrow(
    'alpha/main tells its own observation times (as_of: a_{YYYY-MM-DD})',
  );
  const plain = await activitiesOf({});
  await expect(plain.land({ ...request, as_of: '2999-01-01T00:00:00.000Z' })).rejects.toThrow(
    'lies in the future',
  );
});
