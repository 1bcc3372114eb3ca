import { Type } from 'typebox';
import { describe, expect, test } from 'vitest';
import { idempotencyKey } from '../../../api/http/idempotency.ts';
import { operation, type Running, running } from './harness.ts';

/** Counts how often it was really run; fails while it is told to. */
function counter() {
  const control = { runs: 0, fail: false };
  const store = operation({
    id: 'store',
    method: 'POST',
    path: '/v1/store',
    body: Type.Object({ text: Type.String() }),
    idempotent: true,
    async run(_deps, { body }) {
      control.runs++;
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (control.fail) throw new Error('planned');
      return { kind: 'json', status: 201, body: { id: `mem_${control.runs}`, ...(body as object) } };
    },
  });
  return { control, store };
}

const send = ({ app, auth }: Running, key: string | undefined, text = 'a', headers: object = auth) =>
  app.inject({
    method: 'POST',
    url: '/v1/store',
    payload: { text },
    headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
  });

describe('a repeated request under its Idempotency-Key', () => {
  test('gets the first answer, with a request_id of its own, and is not run again', async () => {
    const { control, store } = counter();
    const server = await running([store]);
    const first = await send(server, '"k-1"');
    const again = await send(server, 'k-1');
    expect([first.statusCode, again.statusCode, control.runs]).toEqual([201, 201, 1]);
    const [{ request_id: one, ...body }, { request_id: two, ...replayed }] = [first.json(), again.json()];
    expect(replayed).toEqual(body);
    expect(one).not.toBe(two);
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([
      undefined,
      'true',
    ]);
    expect(again.headers['idempotency-key']).toBe('"k-1"');
  });

  test('runs once however many come together', async () => {
    const { control, store } = counter();
    const server = await running([store]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(server, 'k')));
    expect(control.runs).toBe(1);
    expect(answers.some(({ statusCode }) => statusCode === 201)).toBe(true);
    for (const answer of answers.filter(({ statusCode }) => statusCode !== 201)) {
      expect(answer.json()).toMatchObject({ code: 'idempotency_in_flight', status: 409, retryable: true });
      expect(answer.headers['retry-after']).toBe('1');
    }
  });

  test('with other content is refused, also while the first runs', async () => {
    const { control, store } = counter();
    const server = await running([store]);
    const [first, other] = await Promise.all([send(server, 'k', 'a'), send(server, 'k', 'b')]);
    expect(new Set([first.statusCode, other.statusCode])).toEqual(new Set([201, 422]));
    expect((await send(server, 'k', 'c')).json()).toMatchObject({ code: 'idempotency_conflict' });
    expect(control.runs).toBe(1);
  });

  test('is a new one after 24 hours, for another owner, and after a failure', async () => {
    const { control, store } = counter();
    const server = await running([store]);
    control.fail = true;
    expect((await send(server, 'k')).statusCode).toBe(500);
    control.fail = false;
    expect((await send(server, 'k')).statusCode).toBe(201);
    const { token } = await server.state.keys.create({ owner: 'other', scopes: ['read'] });
    await send(server, 'k', 'a', { authorization: `Bearer ${token}` });
    expect(control.runs).toBe(3);
    server.clock.ms += 24 * 60 * 60 * 1000 - 1;
    await send(server, 'k');
    expect(control.runs).toBe(3);
    server.clock.ms += 1;
    await send(server, 'k');
    expect(control.runs).toBe(4);
  });

  test('is free again when the process that ran it died', async () => {
    const { store } = counter();
    const server = await running([store]);
    const fingerprints = { owner: 'tests', operation: 'store', idempotency_key: 'k', fingerprint: 'f' };
    const claim = await server.state.idempotency.claim(fingerprints, server.clock.ms, 1000);
    expect(claim.state).toBe('claimed');
    server.clock.ms += 1000;
    expect((await send(server, 'k')).statusCode).toBe(201);
    if (claim.state !== 'claimed') return;
    // The dead one coming back late overwrites nothing.
    await server.state.idempotency.complete(claim.token, { status: 200, body: '{}' }, server.clock.ms, 1000);
    expect((await send(server, 'k')).json()).toMatchObject({ id: 'mem_1' });
  });

  test('without the header runs every time', async () => {
    const { control, store } = counter();
    const server = await running([store]);
    await send(server, undefined);
    await send(server, undefined);
    expect(control.runs).toBe(2);
  });
});

test.each([
  ['abc', 'abc'],
  ['"abc"', 'abc'],
  ['"a\\"b\\\\c"', 'a"b\\c'],
  [' 8e03978e-40d5-43dd ', '8e03978e-40d5-43dd'],
  ['x'.repeat(255), 'x'.repeat(255)],
])('the key of %s is %s', (header, key) => {
  expect(idempotencyKey(header)).toBe(key);
});

test.each(['', '""', '"a', 'a"b', 'x'.repeat(256)])('%s is no key', async (header) => {
  expect(() => idempotencyKey(header)).toThrow(/Idempotency-Key/);
});
