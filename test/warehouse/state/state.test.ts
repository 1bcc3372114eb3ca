import { spawn } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { RunVerdict } from '../../../warehouse/state/run_decisions.ts';
import { openState } from '../../../warehouse/state/state.ts';
import type { Usage } from '../../../warehouse/state/usage.ts';
import { describeStates } from './both_states.ts';
import { opened } from './opened_state.ts';

describe('the state', () => {
  test('is brought up to date once, and refused when a newer program changed it', async () => {
    const { path, again } = await opened();
    await again();
    const database = new DatabaseSync(path);
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.exec('pragma user_version = 99');
    database.close();
    await expect(again()).rejects.toThrow(/schema version 99/);
  });

  test('that cannot be opened says which file', async () => {
    await expect(openState('/nowhere/state.sqlite')).rejects.toThrow('/nowhere/state.sqlite');
  });

  test('opened by several processes at once is made once', async () => {
    const { path, state } = await opened();
    const module = new URL('../../../warehouse/state/state.ts', import.meta.url).href;
    const script = `const s = await (await import(${JSON.stringify(module)})).openState(process.argv[1]);
      for (let i = 0; i < 50; i++) await s.usage.add([{ key_id: 'k', day: '2026-11-21', calls: 1, units: 2 }]);
      console.log((await s.secrets.secret('cursor')).toString('hex')); await s.close();`;
    const run = () =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let text = '';
        child.stdout.on('data', (chunk) => {
          text += String(chunk);
        });
        child.once('close', (code) =>
          code === 0 ? resolve(text.trim()) : reject(new Error(`exit ${code}`)),
        );
      });
    const secrets = await Promise.all([run(), run(), run()]);
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toBe((await state.secrets.secret('cursor')).toString('hex'));
    expect(await state.usage.since('2026-11-21')).toEqual([
      { key_id: 'k', day: '2026-11-21', calls: 150, units: 300 },
    ]);
  });
});

const row = (key_id: string, day: string, calls: number, units: number): Usage => ({
  key_id,
  day,
  calls,
  units,
});

describeStates('usage', (open) => {
  test('adds up by key and day', async () => {
    const { state } = await open();
    await state.usage.add([
      row('a', '2026-11-20', 1, 1),
      row('a', '2026-11-21', 2, 20.5),
      row('b', '2026-11-21', 1, 1),
    ]);
    await state.usage.add([row('a', '2026-11-21', 1, 0.5)]);
    expect(await state.usage.since('2026-11-21')).toEqual([
      row('a', '2026-11-21', 3, 21),
      row('b', '2026-11-21', 1, 1),
    ]);
    expect(await state.usage.since('2026-11-20')).toHaveLength(3);
  });
});

const runDecision = (run_id: string, decided_by: string, decision: RunVerdict = 'accepted') => ({
  run_id,
  decision,
  decided_by,
  decided_at: '2026-06-01T00:00:00.000Z',
  reason: null,
  seller: 'shop',
  feed: 'all',
  as_of: '2026-05-31T00:00:00.000Z',
});

describeStates(
  'what people said of runs and prices',
  (open) => {
    test('are kept: what is said twice as it was said first, another word in the place of the one before', async () => {
      const { state, again } = await open();
      await state.decideRun(runDecision('run_1', 'ada'));
      await state.decideRun(runDecision('run_2', 'ben'));
      await state.decideRun(runDecision('run_1', 'eve'));
      const decisions = await (await again()).runDecisions();
      expect(
        decisions.map(({ run_id, decision, decided_by }) => `${run_id} ${decision} ${decided_by}`).sort(),
      ).toEqual(['run_1 accepted ada', 'run_2 accepted ben']);
      await state.decideRun(runDecision('run_1', 'eve', 'retracted'));
      expect(await state.runDecisions()).toContainEqual(runDecision('run_1', 'eve', 'retracted'));
    });

    test('of a feed’s prices the last word about a moment holds', async () => {
      const { state, again } = await open();
      const said = {
        seller: 'shop',
        feed: 'all',
        from_at: '2026-06-01T00:00:00.000Z',
        factor: '10',
        decided_by: 'ada',
        decided_at: '2026-06-02T00:00:00.000Z',
        reason: null,
      };
      const last = { ...said, factor: '0.01', decided_by: 'ben', reason: 'prices in cents' };
      const later = { ...said, from_at: '2026-06-05T00:00:00.000Z', factor: '1' };
      for (const one of [later, said, last]) await state.setPriceFactor(one);
      expect(await (await again()).priceFactors()).toEqual([last, later]);
    });
  },
  { alike: true },
);

describeStates('an idempotency key', (open) => {
  test('that many ask with at once is taken by one, and its answer is everybody’s', async () => {
    const { database, state, again } = await open();
    // Two connections to a SQLite file in one thread would wait for each other.
    const others = database.dialect === 'sqlite' ? [state, state] : [await again(), await again()];
    const processes = [state, ...others];
    const call = { owner: 'ada', operation: 'storeMemory', idempotency_key: 'k', fingerprint: 'f' };
    const atOnce = () =>
      Promise.all([...processes, ...processes].map((one) => one.idempotency.claim(call, 0, 1000)));
    const claims = await atOnce();
    const taken = claims.flatMap((claim) => (claim.state === 'claimed' ? [claim.token] : []));
    expect(taken).toHaveLength(1);
    expect(claims.filter((claim) => claim.state === 'in_flight')).toHaveLength(5);
    await state.idempotency.complete(taken[0] as string, { status: 201, body: '{"id":1}' }, 0, 1000);
    const done = { state: 'done', answer: { status: 201, body: '{"id":1}' } };
    expect(await atOnce()).toEqual(Array.from({ length: 6 }, () => done));
  });
});
