import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gapBetween } from '../../../pipelines/domain/observation.ts';
import type { FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import type { SellerSettings } from '../../../pipelines/domain/settings/publisher_settings.ts';
import { advance, feedStates, gapsOf, intervalMinutes } from '../../../pipelines/history/series.ts';
import type { FeedState, Manifest } from '../../../warehouse/manifest.ts';
import type { Run } from '../../../warehouse/run.ts';

const feed = (name: string, schedule?: string): FeedSettings => ({
  name,
  url: `${name}.csv`,
  format: 'csv',
  ...(schedule === undefined ? {} : { schedule }),
});
const seller = (id: string, ...feeds: FeedSettings[]): SellerSettings => ({
  id,
  name: id,
  kind: 'retailer',
  access: 'merchant_feed',
  feeds,
});

test.each<[schedule: string | undefined, minutes: number]>([
  [undefined, 1440],
  ['0 4 * * *', 1440],
  ['*/15 * * * *', 15],
  ['* * * * *', 1],
  ['*/10 * * * * *', 1],
  // the longest night between two firings, not the mean
  ['0 8,20,22 * * *', 720],
  ['0 4 * * 1', 7 * 1440],
  // the eighth distance from Thursday 2026-01-01 on is the weekend's
  ['0 1,6,12,18 * * 1-5', 55 * 60],
  ['0 6 1 * *', 31 * 1440],
])('the schedule %s leaves at most %d minutes between two runs', (schedule, minutes) => {
  expect(intervalMinutes(feed('f', schedule))).toBe(minutes);
});

test('a schedule is one of UTC wherever the program runs', () => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'America/New_York';
  try {
    // there from June to December is an hour longer
    expect(intervalMinutes(feed('f', '0 4 15 6,12 *'))).toBe(183 * 1440);
  } finally {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  }
});

describe('gaps', () => {
  const at = (hours: number) => new Date(hours * 3_600_000).toISOString();
  const gap = (from: number, to: number) => ({ from: from * 3600, to: to * 3600 });

  test.each<[hours: number[], expected: { from: number; to: number }[]]>([
    [[], []],
    [[100], []],
    [[0, 1, 2, 3], []],
    [[0, 3], []],
    [[0, 3.25], [gap(1, 3.25)]],
    [
      [0, 4, 5, 9.5, 12.5],
      [gap(1, 4), gap(6, 9.5)],
    ],
  ])('of an hourly feed seen at the hours %j: %j', (hours, expected) => {
    expect(gapsOf(hours.map(at), 60)).toEqual(expected);
  });

  test('inside a series and at its end follow one rule', () => {
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.nat(10_000),
        fc.integer({ min: 1, max: 3000 }),
        (from, length, minutes) => {
          const inside = gapsOf([at(from), at(from + length)], minutes);
          const end = gapBetween(from * 3600, (from + length) * 3600, minutes);
          expect(inside).toEqual(end ? [end] : []);
        },
      ),
    );
  });
});

const known = (feed_no: number, name: string, more: Partial<FeedState> = {}): FeedState => ({
  feed_no,
  configured: true,
  seller: 'alpha',
  feed: name,
  current: { run_id: `run_${feed_no}`, stage_id: 's', as_of: at0, by_as_of: false, listings: 5 },
  interval_minutes: 60,
  gaps: [{ from: 1, to: 2 }],
  ...more,
});
const at0 = '2026-01-01T00:00:00.000Z';
const before = (...feeds: FeedState[]) => ({ feeds }) as Manifest;

describe('the feeds of a publication', () => {
  test('are numbered from 0 at first, with nothing known of them', () => {
    const states = feedStates(
      [seller('alpha', feed('a'), feed('b')), seller('beta', feed('a', '0 * * * *'))],
      null,
    );
    const fresh = { configured: true, current: null, gaps: [] };
    expect(states).toEqual([
      { ...fresh, feed_no: 0, seller: 'alpha', feed: 'a', interval_minutes: 1440 },
      { ...fresh, feed_no: 1, seller: 'alpha', feed: 'b', interval_minutes: 1440 },
      { ...fresh, feed_no: 2, seller: 'beta', feed: 'a', interval_minutes: 60 },
    ]);
  });

  test('keep their numbers and what is known of them; a new one takes the next number', () => {
    const [a, b] = [known(0, 'a'), known(4, 'b', { configured: false })];
    const states = feedStates([seller('alpha', feed('new'), feed('b'), feed('a'))], before(a, b));
    expect(states).toEqual([
      { ...known(5, 'new', { current: null, gaps: [] }), interval_minutes: 1440 },
      { ...b, configured: true, interval_minutes: 1440 },
      { ...a, interval_minutes: 1440 },
    ]);
  });

  test('that left the configuration come last and are no longer configured', () => {
    const [a, b] = [known(0, 'a'), known(1, 'b')];
    expect(feedStates([seller('alpha', feed('b'))], before(a, b))).toEqual([
      { ...b, interval_minutes: 1440 },
      { ...a, configured: false },
    ]);
  });

  test('move on to their last accepted run', () => {
    const last = {
      run_id: 'run_9',
      stage_id: 'stage9',
      as_of: '2026-01-01T05:00:00.000Z',
      by_as_of: true,
      accepted: 7,
      rejected: 1,
    } as Run;
    const state = known(3, 'a');
    expect(advance(state, last)).toEqual({
      ...state,
      current: {
        run_id: 'run_9',
        stage_id: 'stage9',
        as_of: '2026-01-01T05:00:00.000Z',
        by_as_of: true,
        listings: 7,
      },
    });
  });
});
