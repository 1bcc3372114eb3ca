import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Circuit } from '../../../workflows/deliver/circuit.ts';
import { RETRY_LADDER_MS, retryAfterMs, settlementOf } from '../../../workflows/deliver/ladder.ts';

const MINUTE = 60_000;
const answered = (status: number | null, retry_after_ms: number | null = null) => ({
  attempt: { at: '2026-01-01T00:00:00.000Z', duration_ms: 1, status, error: null, answer: null },
  retry_after_ms,
});

test('failed attempts wait 1 min, 5 min, 30 min and 2 h; the fifth is the last', () => {
  const waits = [0, 1, 2, 3, 4].map((attempts) => {
    const settled = settlementOf(attempts, answered(500), 1_000);
    return settled.state === 'pending' ? (settled.next_attempt_ms - 1_000) / MINUTE : settled.state;
  });
  expect(waits).toEqual([1, 5, 30, 120, 'dead']);
});

test.each([
  [200, 'delivered'],
  [299, 'delivered'],
  [301, 'pending'],
  [302, 'pending'],
  [400, 'pending'],
  [404, 'pending'],
  [410, 'dead'],
  [429, 'pending'],
  [500, 'pending'],
  [null, 'pending'],
])('an answer of %s: %s', (status, state) => {
  expect(settlementOf(0, answered(status), 0).state).toBe(state);
});

test('the wait is the later of the ladder and Retry-After, and that counts for two hours at most', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1e9 }), (attempts, asked) => {
      const settled = settlementOf(attempts, answered(503, asked), 0);
      const ladder = RETRY_LADDER_MS[attempts] as number;
      expect(settled).toEqual({
        state: 'pending',
        next_attempt_ms: Math.max(ladder, Math.min(asked, 120 * MINUTE)),
      });
    }),
  );
});

test.each([
  ['120', 120_000],
  ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
  ['-5', null],
  ['soon', null],
  [undefined, null],
])('Retry-After %s', (header, expected) => {
  expect(retryAfterMs(header, Date.parse('2026-01-01T00:00:00Z'))).toBe(expected);
});

test('after ten failures in a row an endpoint gets one probe at a time, until it answers', () => {
  const circuit = new Circuit(1_000);
  for (let failure = 0; failure < 9; failure++) circuit.note(500, 0);
  expect(circuit.room(8, 2, 0)).toBe(6);
  circuit.note(null, 0);
  expect([circuit.room(8, 0, 999), circuit.room(8, 1, 1_000), circuit.room(8, 0, 1_000)]).toEqual([0, 0, 1]);
  circuit.note(429, 1_000);
  expect(circuit.room(8, 0, 1_999)).toBe(0);
  circuit.note(404, 2_000);
  expect(circuit.room(8, 0, 2_000)).toBe(8);
});
