import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../../warehouse/run.ts';
import { PublishedHistory } from './published_history.ts';
import { StagedFeeds } from './staged_feeds.ts';

let feeds: StagedFeeds;
beforeAll(async () => {
  feeds = await StagedFeeds.open();
});
afterAll(() => feeds[Symbol.asyncDispose]());

const reasons = (list: readonly { run: Run; reason: string }[]) => list.map(({ reason }) => reason);
const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

test('runs of one publication are taken by their moment, whatever order they came in', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  const third = await feeds.stage('alpha', '2026-01-03', ['a 1000', 'k 5']);
  const first = await feeds.stage('alpha', '2026-01-01', ['a 1000', 'k 5']);
  const second = await feeds.stage('alpha', '2026-01-02', ['a 900']);
  const published = await history.publish([third, first, second]);
  expect(published.accepted).toEqual([first, second, third]);
  expect(published).toMatchObject({
    suspect: [],
    late: [],
    new_changes: 6,
    moves: { new: 3, changed: 2, vanished: 1, unchanged: 0 },
    live_changed: true,
    parts: ['facts/changes/2026-01/publication1.parquet'],
    vanished: [],
  });
  expect(published.changes).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-02 900 - in_stock',
    '0 a 2026-01-03 1000 - in_stock',
    '0 k 2026-01-01 5 - in_stock',
    '0 k 2026-01-02 5 - gone',
    '0 k 2026-01-03 5 - in_stock',
  ]);
});

test('the next publication adds what is new, in the month it happened', async () => {
  const history = new PublishedHistory(feeds, 'alpha', 'beta');
  const steps: [string, number][] = [];
  await history.publish([
    await feeds.stage('alpha', '2026-01-31', ['a 1000']),
    await feeds.stage('beta', '2026-01-30', ['b 7']),
  ]);
  const run = await feeds.stage('alpha', '2026-02-01', ['a 1100']);
  const published = await history.publish([run], { onStep: (step, done) => steps.push([step, done]) });
  expect(published).toMatchObject({ accepted: [run], new_changes: 1, live_changed: false });
  expect(published.changes).toEqual([
    '0 a 2026-01-31 1000 - in_stock',
    '0 a 2026-02-01 1100 - in_stock',
    '1 b 2026-01-30 7 - in_stock',
  ]);
  expect(published.parts).toEqual([
    'facts/changes/2026-01/publication1.parquet',
    'facts/changes/2026-02/publication2.parquet',
  ]);
  expect(steps).toEqual([['history', 1]]);
  expect(published.feeds.map(({ current }) => current?.as_of)).toEqual([
    '2026-02-01T00:00:00.000Z',
    '2026-01-30T00:00:00.000Z',
  ]);
});

test('a publication without changes writes no part, and still moves the feed on', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', ['a 1000'])]);
  const same = await feeds.stage('alpha', '2026-01-02', ['a 1000']);
  const published = await history.publish([same]);
  expect(published).toMatchObject({ new_changes: 0, moves: { unchanged: 1 }, live_changed: false });
  expect(published.parts).toHaveLength(1);
  expect(published.changes).toEqual(['0 a 2026-01-01 1000 - in_stock']);
  expect(published.feeds[0]?.current).toMatchObject({ run_id: same.run_id, as_of: same.as_of, listings: 1 });
});

test('of runs for one moment the one staged last is taken, whatever order they came in', async () => {
  const history = new PublishedHistory(feeds, 'alpha', 'beta');
  const runs = [
    await feeds.stage('alpha', '2026-01-01', ['a 1000']),
    await feeds.stage('alpha', '2026-01-01', ['a 1100']),
    await feeds.stage('alpha', '2026-01-01', ['a 1200']),
    await feeds.stage('beta', '2026-01-01', ['b 5']),
  ] as const;
  const published = await history.publish([runs[1], runs[2], runs[0], runs[3]]);
  expect(published.accepted).toEqual([runs[2], runs[3]]);
  expect(published.late).toEqual([]);
  expect(published.suspect.map(({ run }) => run)).toEqual([runs[1], runs[0]]);
  expect(published.changes).toEqual(['0 a 2026-01-01 1200 - in_stock', '1 b 2026-01-01 5 - in_stock']);
});

describe('a late run', () => {
  const before: [string, string[]][] = [
    ['2026-01-01', ['a 1000', 'b 1', 'k 5']],
    ['2026-01-03', ['a 1000', 'k 5']],
  ];
  const missed: [string, string[]] = ['2026-01-02', ['a 800', 'c 1', 'k 5']];

  async function begun(): Promise<{ history: PublishedHistory; runs: Run[] }> {
    const history = new PublishedHistory(feeds, 'alpha', 'beta');
    const runs = [];
    for (const [day, lines] of before) runs.push(await feeds.stage('alpha', day, lines));
    const other = [
      await feeds.stage('beta', '2026-01-01', ['x 1', 'y 1']),
      await feeds.stage('beta', '2026-01-02', ['x 1']),
    ];
    await history.publish([...runs, ...other]);
    return { history, runs };
  }

  test('is refused, be it older than the last or of the same moment', async () => {
    const { history } = await begun();
    const older = await feeds.stage('alpha', ...missed);
    const same = await feeds.stage('alpha', '2026-01-03', ['a 700']);
    const newer = await feeds.stage('beta', '2026-01-02T00:00:00.001Z', ['x 2']);
    const published = await history.publish([older, same, newer]);
    expect(published).toMatchObject({ late: [older, same], accepted: [newer], new_changes: 1 });
  });

  test('is taken with backfill: the series is what it would have been, and no event is told again', async () => {
    const ordered = new PublishedHistory(feeds, 'alpha', 'beta');
    const inOrder = [];
    for (const [day, lines] of [before[0], missed, before[1]] as [string, string[]][])
      inOrder.push(await feeds.stage('alpha', day, lines));
    const expected = await ordered.publish([
      ...inOrder,
      await feeds.stage('beta', '2026-01-01', ['x 1', 'y 1']),
      await feeds.stage('beta', '2026-01-02', ['x 1']),
    ]);

    const { history, runs } = await begun();
    const run = await feeds.stage('alpha', ...missed);
    const next = await feeds.stage('beta', '2026-01-03', ['x 2']);
    const published = await history.publish([run, next], { backfill: true });
    expect(published.accepted).toEqual([next, run]);
    expect(published.late).toEqual([]);
    expect(published.transitions).toEqual(['1 x 2026-01-03 price USD 1 2 in_stock in_stock']);
    expect(published.changes).toEqual([...expected.changes, '1 x 2026-01-03 2 - in_stock'].sort());
    expect(published.vanished).toEqual([
      '0 b 2026-01-02 2026-01-01 1 - in_stock Thing b',
      '0 c 2026-01-03 2026-01-02 1 - in_stock Thing c',
      '1 y 2026-01-02 2026-01-01 1 - in_stock Thing y',
    ]);
    expect(published.vanished).toEqual(expected.vanished);
    expect(published.parts).toEqual(['facts/changes/rebuilt/publication2.parquet']);
    expect(published.feeds[0]?.current).toMatchObject({ run_id: runs[1]?.run_id, as_of: runs[1]?.as_of });
    expect(published.feeds[0]?.gaps).toEqual([]);
  });

  test('of the moment of a known one takes its place with backfill', async () => {
    const history = new PublishedHistory(feeds, 'alpha');
    await history.publish([
      await feeds.stage('alpha', '2026-01-01', ['a 1000']),
      await feeds.stage('alpha', '2026-01-03', ['a 900']),
    ]);
    const again = await feeds.stage('alpha', '2026-01-03', ['a 1001']);
    const published = await history.publish([again], { backfill: true });
    expect(published.accepted).toEqual([again]);
    expect(published.changes).toEqual(['0 a 2026-01-01 1000 - in_stock', '0 a 2026-01-03 1001 - in_stock']);
    expect(published.feeds[0]?.current?.run_id).toBe(again.run_id);
  });

  test('cannot be taken once staged rows of its feed are collected; the message names them', async () => {
    const { history, runs } = await begun();
    await rm(feeds.folder.staged(runs[1]?.stage_id ?? ''), { recursive: true });
    const run = await feeds.stage('alpha', ...missed);
    await expect(history.publish([run], { backfill: true })).rejects.toThrow(
      `alpha/catalogue cannot be rebuilt: the staged rows of 2026-01-03T00:00:00.000Z (${runs[1]?.run_id}) have been collected; publish without backfill, the late run stays pending`,
    );
  });

  test('shortens the gap it lies in', async () => {
    const history = new PublishedHistory(feeds, 'alpha');
    const stage = (day: string) => feeds.stage('alpha', day, ['a 1']);
    await history.publish([await stage('2026-01-01'), await stage('2026-01-10')]);
    const published = await history.publish([await stage('2026-01-09')], { backfill: true });
    expect(published.feeds[0]?.gaps).toEqual([{ from: seconds('2026-01-02'), to: seconds('2026-01-09') }]);
  });

  test('of each of several feeds rebuilds them all, and no other', async () => {
    const history = new PublishedHistory(feeds, 'alpha', 'beta', 'gamma');
    const names = ['alpha', 'beta', 'gamma'];
    const stage = (day: string, ...lines: string[]) =>
      Promise.all(names.map((name) => feeds.stage(name, day, lines)));
    await history.publish([
      ...(await stage('2026-01-01', 'a 1', 'b 1')),
      ...(await stage('2026-01-03', 'a 3')),
    ]);
    const [alpha, beta] = await stage('2026-01-02', 'a 2', 'b 1');
    const published = await history.publish(
      [alpha, beta].filter((run) => run !== undefined),
      { backfill: true },
    );
    const series = (no: number, ...points: string[]) => points.map((point) => `${no} ${point} - in_stock`);
    const whole = ['a 2026-01-01 1', 'a 2026-01-02 2', 'a 2026-01-03 3', 'b 2026-01-01 1'];
    expect(published.changes.filter((line) => line.endsWith('in_stock'))).toEqual([
      ...series(0, ...whole),
      ...series(1, ...whole),
      ...series(2, 'a 2026-01-01 1', 'a 2026-01-03 3', 'b 2026-01-01 1'),
    ]);
    expect(published.vanished.map((line) => line.slice(0, 25))).toEqual([
      '0 b 2026-01-03 2026-01-02',
      '1 b 2026-01-03 2026-01-02',
      '2 b 2026-01-03 2026-01-01',
    ]);
  });

  test('does not make a run suspect that was taken before', async () => {
    const history = new PublishedHistory(feeds, 'alpha');
    const many = (price: number) => Array.from({ length: 10 }, (_, index) => `s${index} ${price}`);
    const first = await feeds.stage('alpha', '2026-01-01', many(1000));
    const jump = await feeds.stage('alpha', '2026-01-03', many(9000));
    const stopped = await history.publish([first, jump]);
    expect(reasons(stopped.suspect)).toEqual([expect.stringContaining('10 of 10 prices')]);
    await history.publish([jump], { acceptedByHand: new Set([jump.run_id]) });
    const between = await feeds.stage('alpha', '2026-01-02', many(1001));
    const published = await history.publish([between], { backfill: true });
    expect(published).toMatchObject({ accepted: [between], suspect: [] });
    expect(published.changes).toHaveLength(30);
  });
});

test('with backfill and nothing late, nothing is rebuilt', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', ['a 1000'])], { backfill: true });
  const run = await feeds.stage('alpha', '2026-01-02', ['a 1100']);
  const published = await history.publish([run], { backfill: true });
  expect(published.transitions).toHaveLength(1);
  expect(published.parts).toEqual([
    'facts/changes/2026-01/publication1.parquet',
    'facts/changes/2026-01/publication2.parquet',
  ]);
});

test('two files for the first moment are rebuilt with backfill before anything is published', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  const runs = [
    await feeds.stage('alpha', '2026-01-01', ['a 1000']),
    await feeds.stage('alpha', '2026-01-01', ['a 1100']),
  ];
  const published = await history.publish(runs, { backfill: true });
  expect(published.accepted).toEqual(runs.slice(1));
  expect(published.changes).toEqual(['0 a 2026-01-01 1100 - in_stock']);
  expect(published.parts).toEqual(['facts/changes/2026-01/publication1.parquet']);
});

test('of runs staged in one moment for one moment the first given is taken', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  const one = await feeds.stage('alpha', '2026-01-01', ['a 1000']);
  const other = { ...(await feeds.stage('alpha', '2026-01-01', ['a 1100'])), staged_at: one.staged_at };
  expect(await history.publish([one, other])).toMatchObject({
    accepted: [one],
    late: [],
    suspect: [{ run: other }],
  });
});

test('whether a run is late is a matter of its own feed', async () => {
  const history = new PublishedHistory(feeds, 'alpha/main/extra');
  await history.publish([
    await feeds.stage('alpha/main', '2026-01-05', ['a 1000']),
    await feeds.stage('alpha/extra', '2026-01-01', ['b 1000']),
  ]);
  const next = await feeds.stage('alpha/extra', '2026-01-03', ['b 1100']);
  expect(await history.publish([next])).toMatchObject({ accepted: [next], late: [] });
});

test('a run of a feed that nobody configured is left alone', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  const [run, stray] = [
    await feeds.stage('alpha', '2026-01-01', ['a 1']),
    await feeds.stage('nobody', '2026-01-01', ['b 1']),
  ];
  expect(await history.publish([run, stray])).toMatchObject({ accepted: [run], suspect: [], late: [] });
});

test('a run that shares a sku with another feed of its seller waits, and the reason comes before those of prices', async () => {
  const history = new PublishedHistory(feeds, 'alpha/main/extra');
  const main = await feeds.stage('alpha/main', '2026-01-01', ['a 1000', 'b 5']);
  const extra = await feeds.stage('alpha/extra', '2026-01-01', ['b 6', 'c 5']);
  const published = await history.publish([main, extra]);
  expect(published.suspect.map(({ run }) => run)).toEqual([extra]);
  expect(reasons(published.suspect)).toEqual([expect.stringContaining('sku b is also in another feed')]);
  expect(published.accepted).toEqual([main]);
  expect(published.changes).toEqual(['0 a 2026-01-01 1000 - in_stock', '0 b 2026-01-01 5 - in_stock']);
});

test('gaps follow from all observations and the interval of today', async () => {
  const history = new PublishedHistory(feeds, 'alpha', 'beta');
  const stage = (seller: string, day: string) => feeds.stage(seller, day, ['a 1']);
  await history.publish([await stage('alpha', '2026-01-01'), await stage('beta', '2026-01-01')]);
  const next = await history.publish([await stage('alpha', '2026-01-10'), await stage('beta', '2026-01-04')]);
  expect(next.feeds.map(({ gaps }) => gaps)).toEqual([
    [{ from: seconds('2026-01-02'), to: seconds('2026-01-10') }],
    [],
  ]);
  const [alpha] = history.sellers;
  for (const feed of alpha?.feeds ?? []) feed.schedule = '0 4 * * 1';
  const weekly = await history.publish([await stage('alpha', '2026-01-11')]);
  expect(weekly.feeds.map(({ gaps }) => gaps)).toEqual([[], []]);
  for (const feed of alpha?.feeds ?? []) feed.schedule = '0 4 * * *';
  const daily = await history.publish([await stage('beta', '2026-01-05')]);
  expect(daily.feeds[0]?.gaps).toEqual([{ from: seconds('2026-01-02'), to: seconds('2026-01-10') }]);
});

test('a feed that left the configuration is left alone', async () => {
  const history = new PublishedHistory(feeds, 'alpha', 'beta');
  await history.publish([
    await feeds.stage('alpha', '2026-01-01', ['a 1']),
    await feeds.stage('beta', '2026-01-01', ['b 1']),
  ]);
  history.sellers = history.sellers.slice(0, 1);
  const run = await feeds.stage('alpha', '2026-01-02', ['a 2']);
  const gone = await feeds.stage('beta', '2026-01-02', ['b 2']);
  const published = await history.publish([run, gone]);
  expect(published.accepted).toEqual([run]);
  expect(published.feeds.map(({ configured, current }) => [configured, current?.as_of.slice(0, 10)])).toEqual(
    [
      [true, '2026-01-02'],
      [false, '2026-01-01'],
    ],
  );
});
