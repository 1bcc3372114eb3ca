import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OpenSnapshot } from '../../../warehouse/reads/open_snapshot.ts';
import { RunReads } from '../../../warehouse/run_reads.ts';
import { writeHeldRuns } from '../../../warehouse/runs.ts';
import type { Row } from '../../pipelines/snapshot/market.ts';
import { TestMarket } from '../../pipelines/snapshot/market.ts';
import { indexServer } from '../index_server.ts';

interface Shown {
  run_id: string;
  as_of: string;
  state: string;
  symptoms: { measure: string; grade: string; examples: string[] }[];
}
interface Page {
  runs: Shown[];
  next_cursor: string | null;
}

const twenty = (price: string): Row[] =>
  Array.from({ length: 20 }, (_, index) => ({ sku: `s${index}`, price }));

let market: TestMarket;
let snapshot: OpenSnapshot;
beforeAll(async () => {
  market = await TestMarket.open('shop');
  await market.observe('shop', '2026-01-01', [...twenty('10.00'), { sku: 'bad', price: 'call us' }]);
  await market.publish();
  for (const day of ['2026-01-02', '2026-01-03']) await market.observe('shop', day, twenty('990.00'));
  const { suspect } = await market.publish();
  await writeHeldRuns(
    market.store,
    suspect.map(({ run, reason, symptoms }) => ({ run_id: run.run_id, why: 'suspect', reason, symptoms })),
  );
  snapshot = await OpenSnapshot.open(await market.manifest(), market.store, {
    memoryLimit: '256MiB',
    timeLimitMs: 10_000,
  });
});
afterAll(async () => {
  snapshot.close();
  await market[Symbol.asyncDispose]();
});

const served = () => indexServer(snapshot, {}, { runs: new RunReads(market.store, market.folder) });

describe('runs', () => {
  test('come page by page: what waits first, with what is wrong with it', async () => {
    const { get } = await served();
    const all: Shown[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body }: { body: Page } = await get<Page>(`/v1/runs?limit=1${cursor && `&cursor=${cursor}`}`);
      expect(body.runs).toHaveLength(1);
      all.push(...body.runs);
      cursor = body.next_cursor;
    }
    expect(all.map(({ as_of, state }) => `${as_of.slice(0, 10)} ${state}`)).toEqual([
      '2026-01-03 held',
      '2026-01-02 held',
      '2026-01-01 accepted',
    ]);
    expect(all[0]?.symptoms[0]).toMatchObject({ measure: 'far', grade: 'hold' });
    expect(all[0]?.symptoms[0]?.examples[0]).toBe('s0: 10.00 USD → 990.00 USD');
    expect((await get<Page>('/v1/runs?state=accepted&seller=shop')).body.runs).toEqual([all[2]]);
    expect((await get<Shown>(`/v1/runs/${all[2]?.run_id}`)).body).toMatchObject(all[2] as Shown);
    expect((await get('/v1/runs/run_0')).status).toBe(404);
  });

  test('tell their rejects with file and line', async () => {
    const { get } = await served();
    const { body } = await get<Page>('/v1/runs?state=accepted');
    const rejects = await get(`/v1/runs/${body.runs[0]?.run_id}/rejects`);
    expect(rejects.body).toMatchObject({
      total: 1,
      rejects: [{ severity: 'reject', file: 'shop.csv', line: 22, field: 'price', value: 'call us' }],
      next_cursor: null,
    });
  });

  test('are decided on, and say how many wait behind', async () => {
    const { get, post, state } = await served();
    const { body } = await get<Page>('/v1/runs?state=held');
    const [second, first] = body.runs.map(({ run_id }) => run_id);
    const accepted = await post(`/v1/runs/${first}/decision`, { decision: 'accepted', reason: 'they moved' });
    expect(accepted.body).toMatchObject({ decision: 'accepted', behind: 1, decided_by: 'tests' });
    await post(`/v1/runs/${first}/decision`, { decision: 'accepted', all: true });
    const decisions = await state.runDecisions();
    expect(decisions.map(({ run_id, decision }) => `${run_id} ${decision}`).sort()).toEqual(
      [first, second].map((run) => `${run} accepted`).sort(),
    );
    const published = (await get<Page>('/v1/runs?state=accepted')).body.runs[0];
    const refused = await post(`/v1/runs/${published?.run_id}/decision`, { decision: 'rejected' });
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'run_conflict' }]);
    expect((await post(`/v1/runs/${published?.run_id}/decision`, { decision: 'retracted' })).status).toBe(
      200,
    );
  });

  test('and feeds are counted in /metrics', async () => {
    const { app } = await served();
    const { body } = await app.inject({ url: '/metrics' });
    expect(body).toContain('commerce_index_runs_waiting{seller="shop",feed="catalogue"} 2');
    expect(body).toContain('commerce_index_feed_failing{seller="shop",feed="catalogue"} 0');
    expect(body).toMatch(/commerce_index_feed_data_age_seconds\{seller="shop",feed="catalogue"\} \d+/);
  });
});
