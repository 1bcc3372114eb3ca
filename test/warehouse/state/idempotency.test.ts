import { expect, test } from 'vitest';
import type { IdempotentCall } from '../../../warehouse/state/idempotency.ts';
import type { State } from '../../../warehouse/state/state.ts';
import { stateIn } from '../../../warehouse/state/state.ts';
import { describeStates } from './both_states.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const call = (parts: Partial<IdempotentCall> = {}): IdempotentCall => ({
  owner: 'ada',
  operation: 'storeMemory',
  idempotency_key: 'k1',
  fingerprint: 'f1',
  ...parts,
});
const claim = (state: State, parts: Partial<IdempotentCall> = {}, nowMs = 0) =>
  state.idempotency.claim(call(parts), nowMs, MINUTE);
async function claimed(state: State, parts: Partial<IdempotentCall> = {}, nowMs = 0): Promise<string> {
  const found = await claim(state, parts, nowMs);
  if (found.state !== 'claimed') throw new Error(`it is ${found.state}`);
  return found.token;
}

// What happens at once is tried in `state.test.ts` over both databases at every run.
describeStates(
  'idempotency keys',
  (open) => {
    test('are one owner’s and one operation’s', async () => {
      const { state } = await open();
      await claimed(state);
      expect(await claim(state)).toEqual({ state: 'in_flight' });
      for (const other of [{ owner: 'bob' }, { operation: 'createWatch' }, { idempotency_key: 'k2' }])
        expect(await claim(state, other)).toMatchObject({ state: 'claimed' });
    });

    test('give the first answer again, in every process, until it has expired; another question is a conflict', async () => {
      const { state, again } = await open();
      const answer = { status: 201, body: '{"id":"mem_1","text":"naïve “ü”"}' };
      await state.idempotency.complete(await claimed(state), answer, 1, DAY);
      const other = await again();
      expect(await claim(other, {}, DAY)).toEqual({ state: 'done', answer });
      expect(await claim(other, { fingerprint: 'f2' }, DAY)).toEqual({ state: 'conflict' });
      expect(await claim(other, { fingerprint: 'f2' }, DAY + 1)).toMatchObject({ state: 'claimed' });
    });

    test('given up are free at once, answered ones are not', async () => {
      const { state } = await open();
      const first = await claimed(state);
      await state.idempotency.abandon(first);
      const second = await claimed(state, { fingerprint: 'f2' });
      await state.idempotency.complete(second, { status: 200, body: '{}' }, 0, DAY);
      await state.idempotency.abandon(second);
      expect(await claim(state, { fingerprint: 'f2' })).toMatchObject({ state: 'done' });
    });

    test('never completed are free after their time, and who comes late changes nothing', async () => {
      const { state } = await open();
      const late = await claimed(state);
      expect(await claim(state, {}, MINUTE - 1)).toEqual({ state: 'in_flight' });
      const next = await claimed(state, {}, MINUTE);
      await state.idempotency.complete(late, { status: 500, body: '"late"' }, MINUTE, DAY);
      expect(await claim(state, {}, MINUTE)).toEqual({ state: 'in_flight' });
      await state.idempotency.complete(next, { status: 200, body: '"next"' }, MINUTE, DAY);
      expect(await claim(state, {}, MINUTE)).toMatchObject({ answer: { status: 200, body: '"next"' } });
    });

    test('keep answers unreadable where there is a key to seal them with', async () => {
      const { database } = await open();
      const state = stateIn(database, Buffer.alloc(32, 7));
      await state.idempotency.complete(await claimed(state), { status: 201, body: '"whsec_x"' }, 0, DAY);
      const kept = await database.get<{ body: string }>('select body from idempotency');
      expect(kept?.body).not.toContain('whsec');
      expect(await claim(state)).toMatchObject({ answer: { body: '"whsec_x"' } });
    });
  },
  { alike: true },
);
