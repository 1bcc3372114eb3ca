import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ingestFeed } from '../../workflows/ingest_feed.ts';
import type { Landed, Run } from '../../workflows/messages.ts';

const landed = (name: string): Landed => ({
  as_of: '2026-01-01T00:00:00.000Z',
  files: [{ path: `landing/a/${name}`, name, sha256: '00', bytes: 1 }],
  seconds: 0,
});

test('one bad file is told and the others are staged, in the order they landed', async () => {
  const outcome = await ingestFeed(
    {
      land: () => Promise.resolve(['1.csv', '2.csv', '3.csv'].map(landed)),
      stage: ({ landed: { files } }) =>
        files[0]?.name === '2.csv'
          ? Promise.reject(new Error('no column sku'))
          : Promise.resolve([{ run_id: files[0]?.name } as Run]),
    },
    { seller: 'a', feed: 'f' },
  );
  expect(outcome.runs.map((run) => run.run_id)).toEqual(['1.csv', '3.csv']);
  expect(outcome.failures).toEqual([{ source: '2.csv', message: 'no column sku' }]);
});

test('a feed that cannot be had is an outcome, not an exception', async () => {
  const outcome = await ingestFeed(
    {
      land: () => Promise.reject(new Error('HTTP 404')),
      stage: () => Promise.reject(new Error('not reached')),
    },
    { seller: 'a', feed: 'f' },
  );
  expect(outcome).toEqual({
    seller: 'a',
    feed: 'f',
    runs: [],
    failures: [{ source: null, message: 'HTTP 404' }],
  });
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
