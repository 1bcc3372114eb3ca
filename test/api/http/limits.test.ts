import * as fc from 'fast-check';
import { type Item, parseItem, parseList } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { RateLimiter } from '../../../api/http/limits.ts';
import { operation, running } from './harness.ts';

const OPERATIONS = [
  operation({ run: () => ({ kind: 'json', body: {} }) }),
  operation({ id: 'four', path: '/v1/four', cost: 4, run: () => ({ kind: 'json', body: {}, cost: 7 }) }),
  operation({ id: 'vast', path: '/v1/vast', cost: 100, run: () => ({ kind: 'json', body: {} }) }),
];
const rate = { units: 10, window_seconds: 60 };

/** The one member of a RateLimit or RateLimit-Policy header, read by an independent parser. */
function member(header: unknown): { name: unknown } & Record<string, unknown> {
  const list = parseList(String(header));
  expect(list).toHaveLength(1);
  const [name, parameters] = list[0] as Item;
  return { name, ...Object.fromEntries(parameters) };
}

describe('rate limit headers', () => {
  test('count down by what calls cost, and come back with time', async () => {
    const { app, auth, clock } = await running(OPERATIONS, { settings: { rate } });
    const call = async (url: string) => (await app.inject({ url, headers: auth })).headers;
    const first = await call('/v1/test');
    expect(member(first['ratelimit-policy'])).toEqual({ name: 'default', q: 10, w: 60 });
    expect(member(first['ratelimit'])).toEqual({ name: 'default', r: 9, t: 6 });
    expect(first['x-cost']).toBe('1');
    // Announced 4, turned out 7.
    const second = await call('/v1/four');
    expect(second['x-cost']).toBe('7');
    expect(member(second['ratelimit'])).toEqual({ name: 'default', r: 2, t: 48 });
    clock.ms += 6_000;
    expect(member((await call('/v1/test'))['ratelimit'])).toMatchObject({ r: 2 });
  });

  test('a refusal costs nothing, and Retry-After is the moment it would be let in', async () => {
    const { app, auth, clock, state, keyId } = await running(OPERATIONS, { settings: { rate } });
    const call = (url: string) => app.inject({ url, headers: auth });
    await call('/v1/four');
    const refused = await call('/v1/four');
    expect(refused.json()).toMatchObject({ code: 'rate_limited', retryable: true });
    const seconds = parseItem(String(refused.headers['retry-after']))[0] as number;
    expect(member(refused.headers['ratelimit'])).toMatchObject({ r: 3, t: seconds });
    expect(refused.headers['x-cost']).toBe('0');
    clock.ms += (seconds - 1) * 1000;
    expect((await call('/v1/four')).statusCode).toBe(429);
    clock.ms += 1000;
    expect((await call('/v1/four')).statusCode).toBe(200);
    await app.close();
    expect(await state.usage.since('2026-11-21')).toEqual([
      { key_id: keyId, day: '2026-11-21', calls: 4, units: 14 },
    ]);
  });

  test('keys do not share, and a call dearer than the whole allowance waits for a full one', async () => {
    const { app, auth, state } = await running(OPERATIONS, { settings: { rate } });
    expect((await app.inject({ url: '/v1/vast', headers: auth })).statusCode).toBe(200);
    expect((await app.inject({ url: '/v1/test', headers: auth })).statusCode).toBe(429);
    const { token } = await state.keys.create({ owner: 'other', scopes: ['read'] });
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.inject({ url: '/v1/test', headers })).statusCode).toBe(200);
    expect((await app.inject({ url: '/v1/vast', headers })).statusCode).toBe(429);
  });
});

describe('the bucket', () => {
  test('never lets more through than a full one and what came back', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 0, max: 20 })));
    fc.assert(
      fc.property(steps, (calls) => {
        const limiter = new RateLimiter({ units: 20, window_seconds: 10 });
        let nowMs = 0;
        let used = 0;
        for (const [waitMs, cost] of calls) {
          nowMs += waitMs;
          const { allowed, remaining, seconds } = limiter.take('key', cost, nowMs);
          if (allowed) used += cost;
          else expect(limiter.take('key', 0, nowMs).remaining).toBe(remaining);
          expect(remaining).toBeGreaterThanOrEqual(0);
          expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= 20).toBe(true);
        }
        expect(used).toBeLessThanOrEqual(20 + (nowMs / 1000) * 2 + 1e-6);
      }),
    );
  });

  test('survives a clock that steps back', () => {
    const limiter = new RateLimiter({ units: 10, window_seconds: 10 });
    limiter.take('key', 10, 5_000);
    expect(limiter.take('key', 1, 1_000).allowed).toBe(false);
    limiter.sweep(20_000);
    expect(limiter.take('key', 10, 20_000).allowed).toBe(true);
  });
});
