import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FakeCatalogue, operation, type Running, running } from './harness.ts';

/** A door that the test opens. */
function gate(): { wait: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: promise, open: resolve };
}

const port = ({ app }: Running): number => (app.server.address() as AddressInfo).port;

/** A GET over a real connection, which can be broken off. */
function get(server: Running, path: string): { status: Promise<number | undefined>; abandon: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const request = httpRequest({ port: port(server), path, headers: { ...server.auth } }, (response) => {
    response.resume();
    response.once('end', () => resolve(response.statusCode));
    response.once('error', reject);
  });
  request.once('error', reject);
  request.end();
  return { status: promise, abandon: () => request.destroy() };
}

describe('the snapshot of a request', () => {
  test('is one for its whole length, across swaps, and released exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ swap: fc.boolean(), kind: fc.constantFrom('ok', 'fails', 'invalid', 'kept') }), {
          minLength: 1,
          maxLength: 25,
        }),
        async (steps) => {
          const catalogue = new FakeCatalogue('snap_0');
          const doors: (() => void)[] = [];
          const slow = operation({
            id: 'slow',
            path: '/v1/slow/:kind',
            async run({ snapshot }, { params }) {
              const { wait, open } = gate();
              doors.push(open);
              const before = snapshot.id;
              await wait;
              if (params['kind'] === 'fails') throw new Error('planned');
              return { kind: 'json', body: { before, after: snapshot.id } };
            },
          });
          const kept = operation({
            id: 'kept',
            path: '/v1/kept',
            cacheable: true,
            run: ({ snapshot }) => ({ kind: 'json', body: { before: snapshot.id, after: snapshot.id } }),
          });
          const { app, auth } = await running([slow, kept], { catalogue });
          const answers = steps.map(({ swap, kind }, step) => {
            if (swap) catalogue.swap(`snap_${step + 1}`);
            const expected = catalogue.current?.id;
            const url =
              kind === 'kept' ? '/v1/kept' : `/v1/slow/${kind}${kind === 'invalid' ? '?nope=1' : ''}`;
            return app.inject({ url, headers: auth }).then((answer) => ({ answer, kind, expected }));
          });
          const waiting = steps.filter(({ kind }) => kind === 'ok' || kind === 'fails').length;
          await expect.poll(() => doors.length).toBe(waiting);
          expect(catalogue.held).toBe(waiting);
          catalogue.swap('snap_last');
          for (const open of doors) open();
          for (const { answer, kind } of await Promise.all(answers)) {
            expect(answer.statusCode).toBe({ ok: 200, kept: 200, fails: 500, invalid: 400 }[kind]);
            const { before, after } = answer.json<{ before?: string; after?: string }>();
            expect(after).toBe(before);
          }
          expect([catalogue.held, catalogue.releasedTwice]).toEqual([0, 0]);
          await app.close();
        },
      ),
      { numRuns: 12 },
    );
  });
});

describe('the time limit', () => {
  test('stops the work, answers 504, and keeps the snapshot until the work has really ended', async () => {
    const { wait, open } = gate();
    let stopped = false;
    const stubborn = operation({
      timeLimitMs: 20,
      async run(_deps, { signal }) {
        signal.addEventListener('abort', () => {
          stopped = true;
        });
        await wait;
        return { kind: 'json', body: {} };
      },
    });
    const { app, auth, catalogue } = await running([stubborn]);
    const answer = await app.inject({ url: '/v1/test', headers: auth });
    expect(answer.json()).toMatchObject({ code: 'timeout', status: 504, retryable: true });
    expect([stopped, catalogue.held]).toEqual([true, 1]);
    open();
    await expect.poll(() => catalogue.held).toBe(0);
    expect(catalogue.releasedTwice).toBe(0);
  });

  test('is the server’s where the operation has none', async () => {
    const endless = operation({ run: () => new Promise(() => undefined) });
    const { app, auth } = await running([endless], { settings: { time_limit_ms: 20 } });
    expect((await app.inject({ url: '/v1/test', headers: auth })).statusCode).toBe(504);
  });
});

describe('over a real connection', () => {
  test('work for a client that has gone is told to stop', async () => {
    const started = gate();
    const stopped = gate();
    const patient = operation({
      run: (_deps, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.open();
            reject(new Error('stopped'));
          });
          started.open();
        }),
    });
    const server = await running([patient]);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const call = get(server, '/v1/test');
    await started.wait;
    call.abandon();
    await expect(call.status).rejects.toThrow();
    await stopped.wait;
    await expect.poll(() => server.catalogue.held).toBe(0);
    expect(server.lines).toMatchObject([{ level: 30, status: 499, key_id: server.keyId, cost: 1 }]);
  });

  test('closing lets what runs end, and writes what was metered', async () => {
    const started = gate();
    const { wait, open } = gate();
    const slow = operation({
      async run() {
        started.open();
        await wait;
        return { kind: 'json', body: {} };
      },
    });
    const server = await running([slow]);
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const call = get(server, '/v1/test');
    await started.wait;
    const closed = server.app.close();
    await pause(20);
    expect(server.app.server.listening).toBe(false);
    open();
    expect(await call.status).toBe(200);
    await closed;
    expect(await server.state.usage.since('2000-01-01')).toMatchObject([
      { key_id: server.keyId, calls: 1, units: 1 },
    ]);
  });

  test('closing does not wait for ever', async () => {
    const started = gate();
    const endless = operation({
      run: () => {
        started.open();
        return new Promise(() => undefined);
      },
    });
    const server = await running([endless], { settings: { shutdown_ms: 50 } });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const call = get(server, '/v1/test');
    const broken = expect(call.status).rejects.toThrow();
    await started.wait;
    await server.app.close();
    await broken;
  });
});
