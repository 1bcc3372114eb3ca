import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type FeedProgress, ingestFeed } from '../../workflows/ingest_feed.ts';
import type { Landed, PublishRequest, StageOutcome } from '../../workflows/messages.ts';

const landed = (name: string): Landed => ({
  as_of: '2026-01-01T00:00:00.000Z',
  files: [{ path: `landing/a/${name}`, name, sha256: '00', bytes: 1 }],
  seconds: 0,
});
const staged = (run: string): StageOutcome => ({
  runs: [run],
  rows: { read: 3, accepted: 2, rejected: 1, rejected_by: { price_zero: 1 }, notes_by: {} },
});

/** Activities over files named by hand; `2.csv` cannot be taken. */
function activities(names: string[]) {
  const requested: PublishRequest[] = [];
  return {
    requested,
    land: () => Promise.resolve(names.map(landed)),
    stage: ({ landed: { files } }: { landed: Landed }) => {
      const name = files[0]?.name ?? '';
      return name === '2.csv' ? Promise.reject(new Error('no column sku')) : Promise.resolve(staged(name));
    },
    requestPublication: (request: PublishRequest) => {
      requested.push(request);
      return Promise.resolve();
    },
  };
}

test('one bad file is told and the others are staged, in the order they landed, and published', async () => {
  const work = activities(['1.csv', '2.csv', '3.csv']);
  const seen: (number | null)[] = [];
  const steps: FeedProgress['step'][] = [];
  const outcome = await ingestFeed(work, { seller: 'a', feed: 'f' }, (progress) => {
    steps.push(progress.step);
    seen.push(progress.observations);
  });
  expect(outcome).toEqual({
    seller: 'a',
    feed: 'f',
    runs: ['1.csv', '3.csv'],
    rows: { read: 6, accepted: 4, rejected: 2, rejected_by: { price_zero: 2 }, notes_by: {} },
    failures: [{ source: '2.csv', message: 'no column sku' }],
  });
  expect(work.requested).toEqual([{}]);
  expect(steps).toEqual(['land', 'stage', 'stage', 'stage', 'publish', 'done']);
  expect(seen).toEqual([null, 3, 3, 3, 3, 3]);
});

test('a feed that cannot be had is an outcome, not an exception, and asks for no publication', async () => {
  const work = { ...activities([]), land: () => Promise.reject(new Error('HTTP 404')) };
  const outcome = await ingestFeed(work, { seller: 'a', feed: 'f' });
  expect(outcome).toMatchObject({ runs: [], failures: [{ source: null, message: 'HTTP 404' }] });
  expect(work.requested).toEqual([]);
});

test('who publishes for all feeds is not helped by each of them', async () => {
  const work = activities(['1.csv']);
  await ingestFeed(work, { seller: 'a', feed: 'f', publish_later: true });
  expect(work.requested).toEqual([]);
});

test('workflow bodies stay free of everything a replay could not repeat', () => {
  for (const body of ['ingest_feed', 'publish_snapshot', 'collect_garbage']) {
    const text = readFileSync(new URL(`../../workflows/${body}.ts`, import.meta.url), 'utf8');
    const imports = [...text.matchAll(/^import (type )?.* from '(.*)';$/gm)];
    for (const [, isType, from] of imports)
      expect(isType, `${body} imports ${from} at run time`).toBe('type ');
    expect(text).not.toMatch(/Date\.|new Date|Math\.random|process\.|performance|setTimeout|fetch\(/);
  }
});
