import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { noteFailure } from '../../../warehouse/failed_runs.ts';
import { type ClosedRun, THE_PROGRAM } from '../../../warehouse/run.ts';
import { loggedRuns, publishedRuns } from '../../warehouse/logged_runs.ts';
import { TestMarket } from './market.ts';

const rows = [{ sku: 'x' }];
const twenty = (price: string) => Array.from({ length: 20 }, (_, item) => ({ sku: `s${item}`, price }));
const runFiles = (market: TestMarket) => readdirSync(market.folder.runs());

test('a published run has its outcome, who decided and how long it took, and no file of its own any more', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', rows);
  await market.publish();
  const [run] = await publishedRuns(market.store, await market.manifest());
  expect(run?.outcome).toEqual({
    state: 'accepted',
    reason: null,
    by: THE_PROGRAM,
    at: '2026-06-01T00:00:00.000Z',
  });
  expect(run?.seconds.publish).toBeGreaterThan(0);
  expect(runFiles(market)).toEqual([]);
});

test('a person who let a suspect run pass is named; one who turned it down too, with the reason', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', twenty('10.00'));
  await market.publish();
  for (const [day, price] of [
    ['2026-01-02', '99.00'],
    ['2026-01-03', '999.00'],
  ] as const)
    await market.observe('alpha', day, twenty(price));
  const { suspect } = await market.publish();
  const [first, second] = suspect.map(({ run }) => run.run_id) as [string, string];
  const reject = [{ run_id: second, by: 'bob', reason: 'cents as dollars' }];
  const settings = { acceptedByHand: new Set([first]), acceptedBy: new Map([[first, 'ada']]), reject };
  expect((await market.publish(settings)).accepted.map((run) => run.run_id)).toEqual([first]);
  const logged = await loggedRuns(market.store, await market.manifest());
  expect(logged.map(({ outcome }) => [outcome.state, outcome.by, outcome.reason])).toEqual([
    ['accepted', THE_PROGRAM, null],
    ['accepted', 'ada', null],
    ['rejected', 'bob', 'cents as dollars'],
  ]);
  // Read again it is what it was: nobody is asked twice.
  await market.observe('alpha', '2026-01-03', twenty('999.00'));
  expect(await market.publish()).toMatchObject({ snapshot_id: null, suspect: [] });
});

test('a held run in whose place a corrected file of the same moment is taken waits no more', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', twenty('10.00'));
  await market.publish();
  await market.observe('alpha', '2026-01-02', twenty('999.00'));
  expect((await market.publish()).suspect).toHaveLength(1);
  await market.observe('alpha', '2026-01-02', twenty('10.50'));
  const corrected = await market.publish();
  expect(corrected).toMatchObject({
    suspect: [],
    late: [],
    accepted: [{ as_of: '2026-01-02T00:00:00.000Z' }],
  });
  const told = corrected.passed.map(({ reason }) => reason);
  expect(told).toEqual([expect.stringContaining('another file of the same moment')]);
  expect(runFiles(market)).toEqual([]);
  expect(await market.publish()).toMatchObject({ snapshot_id: null, late: [], suspect: [] });
  const logged = await loggedRuns(market.store, await market.manifest());
  expect(logged.map(({ outcome }) => outcome.state).toSorted()).toEqual(['accepted', 'accepted', 'passed']);
});

test('what failed goes into the log with the next publication, once', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  for (const day of ['01', '02'])
    await noteFailure(market.store, {
      seller: 'beta',
      feed: 'catalogue',
      reason: 'http 503',
      source: null,
      at: `2026-01-${day}T04:00:00.000Z`,
      seconds: { land: 2 },
    });
  await market.observe('alpha', '2026-01-03', rows);
  await market.publish();
  await market.observe('alpha', '2026-01-04', rows);
  await market.publish();
  const logged = await loggedRuns(market.store, await market.manifest());
  expect(logged.map(({ seller, outcome }) => [seller, outcome.state])).toEqual([
    ['beta', 'failed'],
    ['beta', 'failed'],
    ['alpha', 'accepted'],
    ['alpha', 'accepted'],
  ]);
  expect(await market.store.list('failed')).toEqual([]);
});

test('what was killed after the pointer moved is tidied by the next publication, and nothing is taken in twice', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', rows);
  const [name = ''] = runFiles(market);
  const left = (await market.store.readText(`runs/${name}`)) ?? '';
  await market.publish();
  const before = await market.manifest();
  await market.store.writeText(`runs/${name}`, left);
  expect((await market.publish()).snapshot_id).toBeNull();
  expect(runFiles(market)).toEqual([]);
  expect(await market.manifest()).toEqual(before);
});

test('a published observation that is staged again is the same run, staged then', async () => {
  await using market = await TestMarket.open('alpha');
  await market.observe('alpha', '2026-01-01', rows);
  await market.publish();
  const [first] = await publishedRuns(market.store, await market.manifest());
  await market.observe('alpha', '2026-01-01', rows);
  expect((await market.publish()).snapshot_id).toBeNull();
  expect(runFiles(market)).toEqual([`${first?.run_id}.json`]);
  await market.observe('alpha', '2026-01-02', rows);
  await market.publish();
  const runs = await publishedRuns(market.store, await market.manifest());
  expect(runs.map((run) => run.as_of.slice(0, 10))).toEqual(['2026-01-01', '2026-01-02']);
  expect((runs[0] as ClosedRun).staged_at > (first as ClosedRun).staged_at).toBe(true);
  expect(runFiles(market)).toEqual([]);
});

test('a damaged record of a run that waits is set aside, stops nobody, and the observation can be read again', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', rows);
  const [name = ''] = runFiles(market);
  await writeFile(market.folder.path('runs', name), '');
  await market.observe('beta', '2026-01-01', [{ sku: 'y' }]);
  expect((await market.publish()).accepted.map((run) => run.seller)).toEqual(['beta']);
  expect(existsSync(market.folder.path('damaged', 'runs', name))).toBe(true);
  await market.observe('alpha', '2026-01-01', rows);
  expect((await market.publish()).accepted.map((run) => run.seller)).toEqual(['alpha']);
});
