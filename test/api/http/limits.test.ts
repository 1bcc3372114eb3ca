import * as fc from 'fast-check';
import { type Item, parseItem, parseList } from 'structured-headers';
import { describe, expect, test } from 'vitest';
import { RateLimiter, rateLimitHeader } from '../../../api/http/limits.ts';
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
  /** A call at a moment, `allowed or not, remaining, seconds` beside it. */
  type Step = [call: 'take' | 'settle', cost: number, at_ms: number, expected: [boolean, number, number]];

  // 10 units come back in 20 seconds: one in two
  test.each<[what: string, steps: Step[]]>([
    [
      'counts down to nothing, and lets in again when there is enough',
      [
        ['take', 3, 0, [true, 7, 6]],
        ['take', 7, 0, [true, 0, 20]],
        ['take', 1, 0, [false, 0, 2]],
        ['take', 1, 1999, [false, 0, 1]],
        ['take', 1, 2000, [true, 0, 20]],
        ['take', 2, 2001, [false, 0, 4]],
        ['take', 2, 6000, [true, 0, 20]],
      ],
    ],
    [
      'never holds more than a full one',
      [
        ['take', 1, 0, [true, 9, 2]],
        ['take', 10, 1_000_000, [true, 0, 20]],
        ['settle', -50, 1_000_000, [true, 10, 0]],
      ],
    ],
    [
      'tells whole units and whole seconds',
      [
        ['take', 1, 0, [true, 9, 2]],
        ['take', 0, 1, [true, 9, 2]],
        ['take', 0, 1000, [true, 9, 1]],
        ['take', 0, 1999, [true, 9, 1]],
        ['take', 0, 2000, [true, 10, 0]],
      ],
    ],
    [
      'goes into debt by what turned out dearer, and at most by one bucket',
      [
        ['take', 4, 0, [true, 6, 8]],
        ['settle', 8, 0, [true, 0, 24]],
        ['take', 0, 0, [true, 0, 24]],
        ['take', 1, 0, [false, 0, 6]],
        ['settle', 900, 0, [true, 0, 40]],
        ['take', 1, 20_000, [false, 0, 2]],
        ['take', 1, 22_000, [true, 0, 20]],
      ],
    ],
    [
      'gives back what turned out cheaper',
      [
        ['take', 10, 0, [true, 0, 20]],
        ['settle', -4, 0, [true, 4, 12]],
      ],
    ],
    [
      'lets a call that is dearer than all of it in when it is full',
      [
        ['take', 11, 0, [true, 0, 22]],
        ['take', 11, 21_999, [false, 9, 1]],
        ['take', 11, 22_000, [true, 0, 22]],
      ],
    ],
    [
      'stands still when the clock steps back',
      [
        ['take', 10, 50_000, [true, 0, 20]],
        ['take', 1, 0, [false, 0, 2]],
        ['take', 1, 52_000, [true, 0, 20]],
      ],
    ],
  ])('%s', (_, steps) => {
    const limiter = new RateLimiter({ units: 10, window_seconds: 20 });
    expect(limiter.policy).toBe('"default";q=10;w=20');
    for (const [call, cost, at, expected] of steps) {
      const { allowed, remaining, seconds } = limiter[call]('key', cost, at);
      expect([call, cost, at, [allowed, remaining, seconds]]).toEqual([call, cost, at, expected]);
    }
    expect(limiter.take('another', 1, 0)).toEqual({ allowed: true, remaining: 9, seconds: 2 });
  });

  test('is forgotten once it is full again, and only then', () => {
    const limiter = new RateLimiter({ units: 10, window_seconds: 20 });
    limiter.take('one', 1, 0);
    limiter.take('two', 5, 0);
    expect(limiter.size).toBe(2);
    limiter.sweep(1999);
    expect(limiter.size).toBe(2);
    limiter.sweep(2000);
    expect(limiter.size).toBe(1);
    expect(limiter.take('two', 5, 2000)).toEqual({ allowed: true, remaining: 1, seconds: 18 });
  });

  test('is told in a header', () => {
    expect(rateLimitHeader({ allowed: true, remaining: 7, seconds: 12 })).toBe('"default";r=7;t=12');
  });

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
