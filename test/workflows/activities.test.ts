import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FeedSettings } from '../../pipelines/domain/settings/feed_settings.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { createActivities } from '../../workflows/activities.ts';
import type { FeedRequest, StageRequest } from '../../workflows/messages.ts';
import { isTransient } from '../../workflows/retry.ts';
import { NO_DECISIONS } from './no_decisions.ts';

const NOW = '2026-09-01T12:00:00.000Z';

const context = { now: () => new Date(NOW) };

async function activitiesOf(feed: Partial<FeedSettings>, data = 'data') {
  const root = await mkdtemp(join(tmpdir(), 'commerce-index-activities-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  await writeFile(join(root, 'a_2026-08-01.csv'), 'id,title,price\n1,Kettle,10\n');
  return workerOf(root, feed, data);
}

/** The activities of a process with this data folder. */
function workerOf(root: string, feed: Partial<FeedSettings>, data: string) {
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
    folder: new DataFolder(join(root, data)),
    store: new FolderStore(join(root, data)),
    decisions: NO_DECISIONS,
    parallel: 1,
  });
  onTestFinished(() => activities[Symbol.asyncDispose]());
  return {
    root,
    activities,
    land: (one: FeedRequest) => activities.land(one, context),
    stage: (one: StageRequest) => activities.stage(one, context),
    publish: () => activities.publish({}, context),
  };
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

describe('processes with data folders of their own', () => {
  async function twoWorkers() {
    const first = await activitiesOf({});
    const second = workerOf(first.root, {}, 'other');
    const [landed] = await first.land(request);
    return { first, second, landed: landed ?? expect.unreachable('nothing landed') };
  }

  const refused =
    /every worker and every command that asks for work needs the same data folder; set COMMERCE_INDEX_DATA/;

  test('what one received no other stages', async () => {
    const { second, landed } = await twoWorkers();
    const staging = second.activities.stage({ ...request, landed }, context);
    await expect(staging).rejects.toThrow(refused);
    await expect(staging).rejects.toThrow(`the data folder ${landed.folder} is meant`);
    expect(isTransient(await staging.catch((error: unknown) => error))).toBe(false);
  });

  test('what one staged no other publishes, not even half of it', async () => {
    const { first, second, landed } = await twoWorkers();
    const { runs, folder = '' } = await first.activities.stage({ ...request, landed }, context);
    const [own] = await second.land(request);
    await second.activities.stage({ ...request, landed: own ?? landed }, context);
    const asked = { staged: [{ folder, runs }] };
    await expect(second.activities.publish(asked, context)).rejects.toThrow(refused);
    expect(await new FolderStore(join(second.root, 'other')).pointer()).toBeNull();
    const published = await first.activities.publish(asked, context);
    expect(published.accepted).toEqual(runs);
    // Asked again, after a worker that died had published: they are found in the log.
    expect(await first.activities.publish(asked, context)).toMatchObject({ snapshot_id: null });
  });

  test('a copy of a folder has its id, but not the runs that were staged since', async () => {
    const { first, landed } = await twoWorkers();
    await cp(join(first.root, 'data'), join(first.root, 'copy'), { recursive: true });
    const copied = workerOf(first.root, {}, 'copy');
    const { runs, folder = '' } = await first.activities.stage({ ...request, landed }, context);
    const publishing = copied.activities.publish({ staged: [{ folder, runs }] }, context);
    await expect(publishing).rejects.toThrow(
      `the run ${runs[0]} was staged for this publication and cannot be found`,
    );
    await expect(publishing).rejects.toThrow(refused);
  });

  test('a request that names its folder is refused by a process with another one', async () => {
    const { first, second, landed } = await twoWorkers();
    await expect(second.land({ ...request, folder: landed.folder ?? '' })).rejects.toThrow(refused);
    expect(await first.land({ ...request, folder: landed.folder ?? '' })).toHaveLength(1);
  });
});

test('how a feed writes its numbers is kept from publication to publication', async () => {
  const activities = await activitiesOf({ as_of: 'a_{YYYY-MM-DD}' });
  const ingest = async (day: string, prices: string[]) => {
    const rows = prices.map((price, index) => `${index + 1},Thing ${index + 1},"${price}"\n`);
    await writeFile(join(activities.root, `a_2026-08-${day}.csv`), `id,title,price\n${rows.join('')}`);
    const landed = (await activities.land(request)).filter((one) => one.as_of.includes(`-${day}T`));
    const outcomes = await Promise.all(landed.map((one) => activities.stage({ ...request, landed: one })));
    return { rows: outcomes.map((one) => one.rows), published: await activities.publish() };
  };
  const first = await ingest('01', ['3.99', '12.500', '1.100']);
  expect(first.published.suspect).toEqual([]);
  const silent = await ingest('02', ['12.500', '10.000', '3.990']);
  expect(silent.rows).toMatchObject([{ read: 3, accepted: 3 }]);
  expect(silent.published).toMatchObject({ suspect: [], accepted: [expect.any(String)] });
  const other = await ingest('03', ['3,99', '12,50', '1,10']);
  expect(other.published.accepted).toEqual([]);
  expect(other.published.suspect).toMatchObject([
    {
      reason:
        'the numbers of price are written with a decimal comma (12,50), so far with a decimal point (12.50)',
    },
  ]);
  const later = await ingest('04', ['4.99', '12.50', '1.10']);
  // the held one waits until a later good one passes it by
  expect(later.published.accepted).toHaveLength(1);
});
