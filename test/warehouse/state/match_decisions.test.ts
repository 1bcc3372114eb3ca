import { spawn } from 'node:child_process';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NotedMatchDecision } from '../../../warehouse/state/match_decisions.ts';
import { describeStates } from './both_states.ts';
import { asOlder, opened } from './opened_state.ts';

const TOP = 2n ** 64n - 1n;
const BIG = 2n ** 63n + 5n;

const decision = (parts: Partial<NotedMatchDecision> = {}): NotedMatchDecision => ({
  left: 7n,
  right: BIG,
  verdict: 'same',
  left_content: TOP,
  right_content: 0n,
  note: null,
  decided_by: 'ada',
  decided_at: '2026-06-01T10:00:00.000Z',
  ...parts,
});

describeStates(
  'decisions about matches',
  (open) => {
    test('of a pair all are kept, and the last one holds, whoever made it and whatever the clocks said', async () => {
      const { state, again } = await open();
      const first = decision({ note: 'the same photo' });
      const second = decision({
        verdict: 'different',
        decided_by: 'ben',
        decided_at: '2026-05-31T23:59:59.000Z',
      });
      const other = decision({ left: BIG, right: TOP });
      for (const each of [first, other, second]) await state.decideMatch(each);
      const later = await again();
      expect(await later.matchDecisions()).toEqual([second, other]);
      expect(await later.matchDecisionLog([BIG, 7n])).toEqual([first, second]);
      expect(await later.matchDecisionLog([7n, TOP])).toEqual([]);
      const reversed = decision({ decided_by: 'ada', decided_at: '2026-06-02T00:00:00.000Z' });
      await later.decideMatch(reversed);
      expect((await state.matchDecisions())[0]).toEqual(reversed);
      expect(await state.matchDecisionLog([7n, BIG])).toEqual([first, second, reversed]);
    });

    test('of any two keys come back as they went in, in the order of the numbers', async () => {
      const { state } = await open();
      const key = fc.bigInt({ min: 0n, max: TOP });
      const last = new Map<string, NotedMatchDecision>();
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(key, { minLength: 2, maxLength: 2 }),
          key,
          key,
          fc.constantFrom('same' as const, 'different' as const),
          fc.option(fc.string({ unit: 'grapheme' }), { nil: null }),
          async (pair, left_content, right_content, verdict, note) => {
            const [left, right] = pair.sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
            const noted = decision({ left, right, left_content, right_content, verdict, note });
            await state.decideMatch(noted);
            last.set(`${left} ${right}`, noted);
            expect((await state.matchDecisionLog([right, left])).at(-1)).toEqual(noted);
          },
        ),
      );
      const expected = [...last.values()].sort((a, b) =>
        a.left === b.left ? (a.right < b.right ? -1 : 1) : a.left < b.left ? -1 : 1,
      );
      expect(await state.matchDecisions()).toEqual(expected);
    });

    test('need two listings, the smaller key left', async () => {
      const { state } = await open();
      await expect(state.decideMatch(decision({ left: BIG }))).rejects.toThrow(RangeError);
      await expect(state.decideMatch(decision({ left: TOP }))).rejects.toThrow(String(TOP));
      expect(await state.matchDecisions()).toEqual([]);
    });
  },
  { alike: true },
);

describe('decisions about matches in a file', () => {
  test('of two processes at once are all kept', async () => {
    const { state, path } = await opened();
    const module = new URL('../../../warehouse/state/state.ts', import.meta.url).href;
    const script = `const s = await (await import(${JSON.stringify(module)})).openState(process.argv[1]);
      for (let i = 0; i < 40; i++) await s.decideMatch({ left: 1n, right: ${BIG}n, verdict: i % 2 ? 'same' : 'different',
        left_content: 1n, right_content: 2n, note: null, decided_by: process.argv[2], decided_at: new Date().toISOString() });
      await s.close();`;
    const run = (who: string) =>
      new Promise<void>((resolve, reject) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script, path, who], {
          stdio: ['ignore', 'ignore', 'inherit'],
        });
        child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`exit ${code}`))));
      });
    await Promise.all([run('ada'), run('ben')]);
    const log = await state.matchDecisionLog([1n, BIG]);
    expect(log).toHaveLength(80);
    for (const who of ['ada', 'ben'])
      expect(log.filter(({ decided_by }) => decided_by === who)).toHaveLength(40);
    expect(await state.matchDecisions()).toEqual([log.at(-1)]);
  });

  test('are added to a state from before they were kept', async () => {
    const { state, path, again } = await opened();
    await state.decideRun({
      run_id: 'run_1',
      decision: 'accepted',
      decided_by: 'ada',
      decided_at: '2026-06-01T00:00:00.000Z',
      reason: null,
      seller: 'shop',
      feed: 'all',
      as_of: '2026-05-31T00:00:00.000Z',
    });
    const database = new DatabaseSync(path);
    asOlder(database, 1);
    database.close();
    const later = await again();
    await later.decideMatch(decision());
    expect(await later.matchDecisions()).toEqual([decision()]);
    expect((await later.runDecisions()).map(({ run_id }) => run_id)).toEqual(['run_1']);
  });
});
