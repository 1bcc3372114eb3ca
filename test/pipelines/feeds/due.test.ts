import { mkdtempSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FeedSettings } from '../../../pipelines/domain/settings/feed_settings.ts';
import { isDue, newObservations } from '../../../pipelines/feeds/due.ts';
import type { FeedRuns } from '../../../warehouse/known_runs.ts';
import type { Run } from '../../../warehouse/run.ts';

const feed = (fields: Partial<FeedSettings>): FeedSettings => ({
  name: 'f',
  url: '',
  format: 'csv',
  ...fields,
});
const run = (as_of: string, bytes: number, staged_at: string): Run =>
  ({ as_of, staged_at, source: { name: '', sha256: '', bytes } }) as Run;

const known = (...runs: Run[]): FeedRuns => ({
  latest: runs,
  at: (asOf) => Promise.resolve(runs.filter((one) => one.as_of === asOf)),
});

/** Files written at noon on 2 January 2026. */
function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'due-'));
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), new Date('2026-01-02T12:00:00Z'), new Date('2026-01-02T12:00:00Z'));
  }
  return folder;
}

describe('a dated local feed', () => {
  const folder = folderOf({
    'p_2026-01-01.csv': 'abc',
    'p_2026-01-02_1.csv': 'abc',
    'p_2026-01-02_2.csv': 'de',
  });
  const dated = feed({ url: join(folder, 'p_*.csv'), as_of: 'p_{YYYY-MM-DD}' });
  const later = '2026-01-02T13:00:00.000Z';
  const [first, second] = [
    run('2026-01-01T00:00:00.000Z', 3, later),
    run('2026-01-02T00:00:00.000Z', 5, later),
  ];
  const now = new Date('2027-01-01T00:00:00Z');

  test('each time is one observation of all its files, oldest first', async () => {
    const observations = await newObservations(dated, known());
    expect(observations.map(({ as_of, paths }) => [as_of, paths.length])).toEqual([
      ['2026-01-01T00:00:00.000Z', 1],
      ['2026-01-02T00:00:00.000Z', 2],
    ]);
  });

  test('is not due once every file is staged, however long ago', async () => {
    expect(await isDue(dated, known(first, second), now)).toBe(false);
  });

  test('is due for a file that is new, has another size, or changed after it was staged', async () => {
    expect(await isDue(dated, known(first), now)).toBe(true);
    expect(await isDue(dated, known(first, run(second.as_of, 4, later)), now)).toBe(true);
    expect(await isDue(dated, known(first, run(second.as_of, 5, '2026-01-02T11:00:00.000Z')), now)).toBe(
      true,
    );
  });

  test('whose rows say the time is one observation of the whole file', async () => {
    const column = feed({ url: join(folder, 'p_2026-01-01.csv'), as_of: 'column:seen' });
    expect(await newObservations(column, known())).toEqual([{ as_of: null, paths: [column.url] }]);
    expect(await isDue(column, known(run('2025-05-05T00:00:00.000Z', 3, later)), now)).toBe(false);
  });
});

describe('any other feed follows its schedule', () => {
  const remote = feed({ url: 'https://example.com/feed.csv', schedule: '0 6 * * 1' });
  const read = (staged_at: string) => known(run(staged_at, 3, staged_at));

  test('never read, it is due', async () => {
    expect(await isDue(remote, known(), new Date('2026-01-05T00:00:00Z'))).toBe(true);
  });

  // 5 January 2026 is a Monday.
  test.each([
    ['2026-01-05T06:00:01Z', '2026-01-11T23:00:00Z', false],
    ['2026-01-05T06:00:01Z', '2026-01-12T06:00:01Z', true],
    ['2026-01-04T00:00:00Z', '2026-01-05T05:59:00Z', false],
    ['2026-01-04T00:00:00Z', '2026-01-05T06:00:00Z', true],
  ])('read %s, asked %s: %s', async (staged, now, due) => {
    expect(await isDue(remote, read(staged), new Date(now))).toBe(due);
  });
});
