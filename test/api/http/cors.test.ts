import { expect, test } from 'vitest';
import { operation, running } from './harness.ts';

const ORIGIN = 'https://shop.example';
const greet = operation({ run: () => ({ kind: 'json', body: { hello: 'world' } }) });

test('without named origins nothing tells a browser that it may', async () => {
  const { app, auth } = await running([greet]);
  const answer = await app.inject({ url: '/v1/test', headers: { ...auth, origin: ORIGIN } });
  expect(answer.statusCode).toBe(200);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a page of a named origin may ask and call, one of another may not', async () => {
  const { app, auth } = await running([greet], { settings: { cors_origins: [ORIGIN] } });
  const preflight = await app.inject({
    method: 'OPTIONS',
    url: '/v1/test',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': ORIGIN,
    'access-control-allow-headers': 'authorization',
  });
  const call = await app.inject({ url: '/v1/test', headers: { ...auth, origin: ORIGIN } });
  expect(call.json()).toMatchObject({ hello: 'world' });
  expect(call.headers['access-control-allow-origin']).toBe(ORIGIN);
  expect(call.headers['access-control-expose-headers']).toContain('x-request-id');
  const stranger = await app.inject({
    url: '/v1/test',
    headers: { ...auth, origin: 'https://other.example' },
  });
  expect(stranger.headers['access-control-allow-origin']).toBeUndefined();
});
