import { afterAll, beforeAll, expect, test } from 'vitest';
import { PublishedHistory } from './published_history.ts';
import { StagedFeeds } from './staged_feeds.ts';

let feeds: StagedFeeds;
beforeAll(async () => {
  feeds = await StagedFeeds.open();
});
afterAll(() => feeds[Symbol.asyncDispose]());

const KETTLE = 'a 1000 | Kettle 1.7 l steel | Ardentis | 04006381333931';
const LAMP = 'a 300 | Desk lamp, oak | Nordlicht | 05410013101703';
const LAMP_CHEAPER = 'a 250 | Desk lamp, oak | Nordlicht | 05410013101703';
const BALL = 'a 90 | Football size 5 | Torwand | 08711319001234';
const K = 'k 5';

test('a sku given to another article begins a new series, and the old one ends', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, KETTLE])]);
  const published = await history.publish([await feeds.stage('alpha', '2026-01-02', [K, LAMP])]);
  expect(published.reused_skus).toBe(1);
  expect(published.changes).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-02 1000 - gone',
    '0 a#1 2026-01-02 300 - in_stock',
    '0 k 2026-01-01 5 - in_stock',
  ]);
  expect(published.transitions).toEqual([
    '0 a 2026-01-02 removed USD 1000 - in_stock -',
    '0 a#1 2026-01-02 added USD - 300 - in_stock',
  ]);
  expect(published.vanished).toEqual(['0 a 2026-01-02 2026-01-01 1000 - in_stock Kettle 1.7 l steel']);
  expect(published.moves).toEqual({ new: 1, changed: 0, vanished: 1, unchanged: 1 });
});

const STEEL = 'a 2900 | Water kettle steel | Ardentis | 04006381333931';
const OAK = 'b 8900 | Desk lamp oak | Ardentis | 05410013101703';
const atSku = (sku: string, row: string) => row.replace(/^\S+/, sku);

test('two skus of one brand that change places begin new series, so neither article gets the price of the other', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, STEEL, OAK])]);
  const swapped = [K, atSku('b', STEEL), atSku('a', OAK)];
  const published = await history.publish([await feeds.stage('alpha', '2026-01-02', swapped)]);
  expect(published.reused_skus).toBe(2);
  expect(published.changes.filter((line) => !line.includes(' k '))).toEqual([
    '0 a 2026-01-01 2900 - in_stock',
    '0 a 2026-01-02 2900 - gone',
    '0 a#1 2026-01-02 8900 - in_stock',
    '0 b 2026-01-01 8900 - in_stock',
    '0 b 2026-01-02 8900 - gone',
    '0 b#1 2026-01-02 2900 - in_stock',
  ]);
});

test('an article that moves on to a new sku leaves its own to what comes there, of whatever brand', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, STEEL])]);
  const moved = [K, atSku('c', STEEL), atSku('a', OAK)];
  expect((await history.publish([await feeds.stage('alpha', '2026-01-02', moved)])).reused_skus).toBe(1);
});

test.each([
  [
    'codes that slipped by a row, titles at their place',
    [
      'a 2900 | Water kettle steel | Ardentis | 05410013101703',
      'b 8900 | Desk lamp oak | Ardentis | 04006381333931',
    ],
  ],
  [
    'a code and a title that were corrected',
    ['a 2900 | Kettle of steel, 1 l | Ardentis | 08711319001234', OAK],
  ],
  [
    'a title that was written anew, and a second sku of the same article all along',
    [
      'a 2900 | Boiler | Ardentis | 08711319001234',
      OAK,
      'd 2800 | Water kettle steel | Ardentis | 04006381333931',
    ],
  ],
])('no article moved: %s', async (_, rows) => {
  const history = new PublishedHistory(feeds, 'alpha');
  const second = 'd 2800 | Water kettle steel | Ardentis | 04006381333931';
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, STEEL, OAK, second])]);
  const next = rows.some((row) => row.startsWith('d ')) ? rows : [...rows, second];
  expect((await history.publish([await feeds.stage('alpha', '2026-01-02', [K, ...next])])).reused_skus).toBe(
    0,
  );
});

test('even where price and stock stay as they were', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, KETTLE])]);
  const same = LAMP.replace('300', '1000');
  const published = await history.publish([await feeds.stage('alpha', '2026-01-02', [K, same])]);
  expect(published.changes).toContain('0 a#1 2026-01-02 1000 - in_stock');
});

test('the new series goes on, in this publication and in the next, and may end in a third', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, KETTLE])]);
  await history.publish([
    await feeds.stage('alpha', '2026-01-02', [K, LAMP]),
    await feeds.stage('alpha', '2026-01-03', [K, LAMP_CHEAPER]),
  ]);
  const still = await history.publish([await feeds.stage('alpha', '2026-01-04', [K, LAMP_CHEAPER])]);
  expect(still).toMatchObject({ reused_skus: 0, new_changes: 0, live_changed: false });
  const published = await history.publish([await feeds.stage('alpha', '2026-01-05', [K, BALL])]);
  expect(published.changes.filter((line) => line.includes(' a'))).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-02 1000 - gone',
    '0 a#1 2026-01-02 300 - in_stock',
    '0 a#1 2026-01-03 250 - in_stock',
    '0 a#1 2026-01-05 250 - gone',
    '0 a#2 2026-01-05 90 - in_stock',
  ]);
});

test('a row that was only described anew keeps its series', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, KETTLE])]);
  const published = await history.publish([
    await feeds.stage('alpha', '2026-01-02', [K, 'a 900 | Wasserkocher | Ardentis | 04006381333931']),
  ]);
  expect(published.reused_skus).toBe(0);
  expect(published.changes).toContain('0 a 2026-01-02 900 - in_stock');
});

test('a sku that comes back as another article does not take up the old series', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, KETTLE])]);
  await history.publish([await feeds.stage('alpha', '2026-01-02', [K])]);
  const published = await history.publish([await feeds.stage('alpha', '2026-03-02', [K, LAMP])]);
  expect(published.changes.filter((line) => line.includes(' a'))).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-02 1000 - gone',
    '0 a#1 2026-03-02 300 - in_stock',
  ]);
  expect(published.transitions).toEqual(['0 a#1 2026-03-02 added USD - 300 - in_stock']);
  expect(published.vanished).toHaveLength(1);
});

test('a sku that comes back as what it was goes on', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([await feeds.stage('alpha', '2026-01-01', [K, KETTLE])]);
  await history.publish([await feeds.stage('alpha', '2026-01-02', [K])]);
  const published = await history.publish([await feeds.stage('alpha', '2026-03-02', [K, KETTLE])]);
  expect(published).toMatchObject({ reused_skus: 0, vanished: [] });
});

test('a run that is not taken begins nothing', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  const still = Array.from({ length: 10 }, (_, at) => `s${at} 5`);
  await history.publish([await feeds.stage('alpha', '2026-01-01', [...still, KETTLE])]);
  const suspect = await history.publish([await feeds.stage('alpha', '2026-01-02', [LAMP])]);
  expect(suspect.suspect).toHaveLength(1);
  const published = await history.publish([
    await feeds.stage('alpha', '2026-01-03', [...still, KETTLE.replace('1000', '950')]),
  ]);
  expect(published.changes.filter((line) => line.includes(' a'))).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-03 950 - in_stock',
  ]);
});

test('a late run that shows the change earlier moves it there', async () => {
  const history = new PublishedHistory(feeds, 'alpha');
  await history.publish([
    await feeds.stage('alpha', '2026-01-01', [K, KETTLE]),
    await feeds.stage('alpha', '2026-01-05', [K, LAMP]),
  ]);
  const late = await feeds.stage('alpha', '2026-01-03', [K, LAMP]);
  const published = await history.publish([late], { backfill: true });
  expect(published.changes.filter((line) => line.includes(' a'))).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-03 1000 - gone',
    '0 a#1 2026-01-03 300 - in_stock',
  ]);
});

test('a renamed feed keeps the generations of its skus', async () => {
  const history = new PublishedHistory(feeds, 'alpha/old');
  await history.publish([await feeds.stage('alpha/old', '2026-01-01', [K, KETTLE])]);
  await history.publish([await feeds.stage('alpha/old', '2026-01-02', [K, LAMP])]);
  history.configure('alpha/new');
  const published = await history.publish([await feeds.stage('alpha/new', '2026-01-03', [K, LAMP_CHEAPER])]);
  expect(published.changes.filter((line) => line.includes(' a'))).toEqual([
    '0 a 2026-01-01 1000 - in_stock',
    '0 a 2026-01-02 1000 - gone',
    '0 a#1 2026-01-02 300 - in_stock',
    '1 a#1 2026-01-03 250 - in_stock',
  ]);
});
