import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PublishedHistory } from './published_history.ts';
import { StagedFeeds } from './staged_feeds.ts';

let feeds: StagedFeeds;
beforeAll(async () => {
  feeds = await StagedFeeds.open();
});
afterAll(() => feeds[Symbol.asyncDispose]());

const seconds = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;
/** Without the number of the feed that said so. */
const told = (lines: readonly string[]) => lines.map((line) => line.slice(line.indexOf(' ') + 1));

describe('a feed that was renamed', () => {
  async function renamed(from = 'old', to = 'new') {
    const history = new PublishedHistory(feeds, `alpha/${from}`);
    await history.publish([
      await feeds.stage(`alpha/${from}`, '2026-01-01', ['a 1000', 'b 500', 'c 9']),
      await feeds.stage(`alpha/${from}`, '2026-01-02', ['a 900', 'b 500', 'c 9']),
    ]);
    history.configure(`alpha/${to}`);
    return history;
  }

  test('goes on where it ended: nothing is said twice, and what changed since is an event', async () => {
    const history = await renamed();
    const published = await history.publish([
      await feeds.stage('alpha/new', '2026-01-03', ['a 900', 'b 450', 'd 7']),
    ]);
    expect(told(published.changes)).toEqual([
      'a 2026-01-01 1000 - in_stock',
      'a 2026-01-02 900 - in_stock',
      'b 2026-01-01 500 - in_stock',
      'c 2026-01-01 9 - in_stock',
      'b 2026-01-03 450 - in_stock',
      'd 2026-01-03 7 - in_stock',
    ]);
    expect(told(published.transitions)).toEqual(['b 2026-01-03 price USD 500 450 in_stock in_stock']);
    expect(published.moves).toEqual({ new: 1, changed: 1, vanished: 0, unchanged: 1 });
  });

  test('and reads the same files again says nothing at all', async () => {
    const history = await renamed();
    const before = await history.publish([]);
    const published = await history.publish([
      await feeds.stage('alpha/new', '2026-01-01', ['a 1000', 'b 500', 'c 9']),
      await feeds.stage('alpha/new', '2026-01-02', ['a 900', 'b 500', 'c 9']),
    ]);
    expect(told(published.changes)).toEqual(told(before.changes));
    expect(published.transitions).toEqual([]);
  });

  test('and reads them otherwise than before has the new reading for its own', async () => {
    const history = await renamed();
    const published = await history.publish([
      await feeds.stage('alpha/new', '2026-01-01', ['a 1000 - in_stock EUR', 'b 500 - in_stock EUR']),
    ]);
    expect(told(published.changes).filter((line) => !line.startsWith('c'))).toEqual([
      'a 2026-01-01 1000 - in_stock EUR',
      'b 2026-01-01 500 - in_stock EUR',
    ]);
  });

  test('keeps the silences of the old one, and that between them', async () => {
    const history = new PublishedHistory(feeds, 'alpha/old');
    await history.publish([
      await feeds.stage('alpha/old', '2026-01-01', ['a 1000']),
      await feeds.stage('alpha/old', '2026-01-09', ['a 1000']),
    ]);
    history.configure('alpha/new');
    const first = await history.publish([await feeds.stage('alpha/new', '2026-01-20', ['a 1000'])]);
    const gaps = [
      { from: seconds('2026-01-02'), to: seconds('2026-01-09') },
      { from: seconds('2026-01-10'), to: seconds('2026-01-20') },
    ];
    expect(first.feeds.find(({ feed }) => feed === 'new')?.gaps).toEqual(gaps);
    const next = await history.publish([await feeds.stage('alpha/new', '2026-01-21', ['a 1000'])]);
    expect(next.feeds.find(({ feed }) => feed === 'new')?.gaps).toEqual(gaps);
  });

  test('and renamed back still has one series', async () => {
    const history = await renamed();
    await history.publish([await feeds.stage('alpha/new', '2026-01-03', ['a 800', 'b 500', 'c 9'])]);
    history.configure('alpha/newest');
    const published = await history.publish([
      await feeds.stage('alpha/newest', '2026-01-04', ['a 800', 'b 499', 'c 9']),
    ]);
    expect(told(published.changes).sort()).toEqual([
      'a 2026-01-01 1000 - in_stock',
      'a 2026-01-02 900 - in_stock',
      'a 2026-01-03 800 - in_stock',
      'b 2026-01-01 500 - in_stock',
      'b 2026-01-04 499 - in_stock',
      'c 2026-01-01 9 - in_stock',
    ]);
    expect(told(published.transitions)).toEqual(['b 2026-01-04 price USD 500 499 in_stock in_stock']);
  });
});

describe('a listing that moves from one feed to another', () => {
  const ALL = ['k 5', 'l 6', 'a 1000', 'b 700'];
  const open = async () => {
    const history = new PublishedHistory(feeds, 'alpha/one/two');
    await history.publish([
      await feeds.stage('alpha/one', '2026-01-01', ALL),
      await feeds.stage('alpha/two', '2026-01-01', ['z 1']),
    ]);
    return history;
  };

  test.each([
    ['at the same moment', '2026-01-02', '2026-01-02'],
    ['first gone here, then new there', '2026-01-02', '2026-01-02T06:00:00.000Z'],
    ['first new there, then gone here', '2026-01-02T06:00:00.000Z', '2026-01-02'],
  ])('%s: neither goes nor comes', async (_, leaves, arrives) => {
    const history = await open();
    const published = await history.publish([
      await feeds.stage('alpha/one', leaves, ['k 5', 'l 6']),
      await feeds.stage('alpha/two', arrives, ['z 1', 'a 1000', 'b 650']),
    ]);
    expect(published.suspect).toEqual([]);
    expect(told(published.changes).filter((line) => /^[ab]/.test(line))).toEqual([
      'a 2026-01-01 1000 - in_stock',
      'b 2026-01-01 700 - in_stock',
      'b 2026-01-02 650 - in_stock',
    ]);
    expect(told(published.transitions)).toEqual(['b 2026-01-02 price USD 700 650 in_stock in_stock']);
    expect(published.vanished).toEqual([]);
    expect(published.moves).toMatchObject({ new: 0, changed: 1, vanished: 0 });
  });

  test('goes and comes where days lie between', async () => {
    const history = await open();
    await history.publish([
      await feeds.stage('alpha/one', '2026-01-02', ['k 5', 'l 6', 'b 700']),
      await feeds.stage('alpha/two', '2026-01-02', ['z 1']),
    ]);
    const published = await history.publish([
      await feeds.stage('alpha/two', '2026-01-05', ['z 1', 'a 1000']),
    ]);
    expect(told(published.changes).filter((line) => line.startsWith('a'))).toEqual([
      'a 2026-01-01 1000 - in_stock',
      'a 2026-01-02 1000 - gone',
      'a 2026-01-05 1000 - in_stock',
    ]);
    expect(told(published.transitions)).toEqual(['a 2026-01-05 added USD 1000 1000 gone in_stock']);
    expect(published.vanished).toEqual([]);
  });

  test('is gone once the feed that has it now loses it', async () => {
    const history = await open();
    await history.publish([
      await feeds.stage('alpha/one', '2026-01-02', ['k 5', 'l 6', 'b 700']),
      await feeds.stage('alpha/two', '2026-01-02', ['z 1', 'a 1000']),
    ]);
    const published = await history.publish([
      await feeds.stage('alpha/one', '2026-01-03', ['k 5', 'l 6', 'b 700']),
      await feeds.stage('alpha/two', '2026-01-03', ['z 1']),
    ]);
    expect(told(published.changes).filter((line) => line.startsWith('a'))).toEqual([
      'a 2026-01-01 1000 - in_stock',
      'a 2026-01-03 1000 - gone',
    ]);
    expect(told(published.transitions)).toEqual(['a 2026-01-03 removed USD 1000 - in_stock -']);
    expect(told(published.vanished)).toEqual(['a 2026-01-03 2026-01-02 1000 - in_stock Thing a']);
  });

  test('keeps its series when a late run of either feed is taken', async () => {
    const history = await open();
    await history.publish([
      await feeds.stage('alpha/one', '2026-01-03', ['k 5', 'l 6', 'b 700']),
      await feeds.stage('alpha/two', '2026-01-03', ['z 1', 'a 1000']),
    ]);
    const late = await feeds.stage('alpha/one', '2026-01-02', ['k 5', 'l 6', 'a 990', 'b 700']);
    const published = await history.publish([late], { backfill: true });
    expect(told(published.changes).filter((line) => line.startsWith('a'))).toEqual([
      'a 2026-01-01 1000 - in_stock',
      'a 2026-01-02 990 - in_stock',
      'a 2026-01-03 1000 - in_stock',
    ]);
  });
});

test('a feed that is split goes on in both of its parts', async () => {
  const history = new PublishedHistory(feeds, 'alpha/all');
  await history.publish([await feeds.stage('alpha/all', '2026-01-01', ['a 1', 'b 2', 'c 3', 'd 4'])]);
  history.configure('alpha/left/right');
  const published = await history.publish([
    await feeds.stage('alpha/left', '2026-01-02', ['a 1', 'b 5']),
    await feeds.stage('alpha/right', '2026-01-02', ['c 3', 'd 6']),
  ]);
  expect(told(published.changes).sort()).toEqual([
    'a 2026-01-01 1 - in_stock',
    'b 2026-01-01 2 - in_stock',
    'b 2026-01-02 5 - in_stock',
    'c 2026-01-01 3 - in_stock',
    'd 2026-01-01 4 - in_stock',
    'd 2026-01-02 6 - in_stock',
  ]);
  expect(told(published.transitions)).toEqual([
    'b 2026-01-02 price USD 2 5 in_stock in_stock',
    'd 2026-01-02 price USD 4 6 in_stock in_stock',
  ]);
});

test('sellers never share a series', async () => {
  const history = new PublishedHistory(feeds, 'alpha', 'beta');
  const published = await history.publish([
    await feeds.stage('alpha', '2026-01-01', ['a 1']),
    await feeds.stage('beta', '2026-01-01', ['a 1']),
  ]);
  expect(published.changes).toHaveLength(2);
});
