import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../../api/http/operation.ts';
import { openState } from '../../../warehouse/state/state.ts';
import { operation, running } from './harness.ts';

const OPERATIONS = SCOPES.map((scope) =>
  operation({
    id: scope,
    path: `/v1/${scope}`,
    scope,
    run: (_deps, { caller }) => ({ kind: 'json', body: { ...caller } }),
  }),
);

describe('keys', () => {
  test('open what their scopes name and nothing else', async () => {
    const { app, state } = await running(OPERATIONS);
    for (const scope of SCOPES) {
      const { token, key } = await state.keys.create({ owner: 'somebody', scopes: [scope, 'unheard-of'] });
      for (const asked of SCOPES) {
        const answer = await app.inject({
          url: `/v1/${asked}`,
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.statusCode).toBe(asked === scope ? 200 : 403);
        if (asked === scope) {
          expect(answer.json()).toMatchObject({ key_id: key.id, owner: 'somebody', scopes: [scope] });
        } else {
          expect(answer.json()).toMatchObject({ code: 'forbidden', required_scope: asked });
          expect(answer.headers['www-authenticate']).toContain(`scope="${asked}"`);
        }
      }
    }
  });

  test.each([
    [undefined],
    [''],
    ['Bearer'],
    ['Bearer '],
    ['Basic abc'],
    ['Bearer ci_wrong'],
    ['Bearer a b'],
    [`Bearer ${'x'.repeat(2000)}`],
    ['Bearer ci_é'],
  ])('%s opens nothing', async (authorization) => {
    const { app, token, catalogue } = await running(OPERATIONS);
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await app.inject({ url: '/v1/read', headers });
    expect(answer.json()).toMatchObject({ code: 'unauthorized', status: 401 });
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm=/);
    expect(answer.body).not.toContain(token);
    expect(catalogue.acquired).toBe(0);
  });

  test('end when they expire or are revoked, and overlap when rotated', async () => {
    const { app, state, clock } = await running(OPERATIONS);
    const status = async (token: string) =>
      (await app.inject({ url: '/v1/read', headers: { authorization: `bearer ${token}` } })).statusCode;
    const expires_at = new Date(clock.ms + 1000);
    const short = await state.keys.create({ owner: 'a', scopes: ['read'], expires_at });
    expect(await status(short.token)).toBe(200);
    clock.ms += 1000;
    expect(await status(short.token)).toBe(401);

    const old = await state.keys.create({ owner: 'a', scopes: ['read'] });
    const next = await state.keys.rotate(old.key.id, 60_000);
    expect(next.key).toMatchObject({ owner: 'a', scopes: ['read'], expires_at: null });
    expect([await status(old.token), await status(next.token)]).toEqual([200, 200]);

    await state.keys.revoke(next.key.id);
    // An unknown token makes the server look again, as its timer would.
    await status('ci_unknown');
    expect(await status(next.token)).toBe(401);
  });

  test('made or revoked by another process count here too', async () => {
    const { app, folder } = await running(OPERATIONS, { settings: { key_refresh_ms: 20 } });
    const other = await openState(`${folder}/state.sqlite`);
    const { token, key } = await other.keys.create({ owner: 'cli', scopes: ['read'] });
    const status = async () =>
      (await app.inject({ url: '/v1/read', headers: { authorization: `Bearer ${token}` } })).statusCode;
    expect(await status()).toBe(200);
    await other.keys.revoke(key.id);
    await other.close();
    await expect.poll(status).toBe(401);
  });
});

describe('the log', () => {
  test('has one line per request with its key’s id, and never the token', async () => {
    const { app, auth, lines, keyId, token } = await running(OPERATIONS);
    const answer = await app.inject({ url: '/v1/read', headers: auth });
    await app.inject({ url: '/v1/nowhere?token=secret', headers: auth });
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatchObject({
      request_id: answer.headers['x-request-id'],
      method: 'GET',
      route: '/v1/read',
      status: 200,
      cost: 1,
      key_id: keyId,
    });
    expect(typeof lines[0]?.['duration_ms']).toBe('number');
    expect(lines[1]).toMatchObject({ status: 404, path: '/v1/nowhere' });
    expect(JSON.stringify(lines)).not.toContain(token);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });
});

describe('what needs no key', () => {
  test('answers without one', async () => {
    const { app } = await running(OPERATIONS);
    for (const url of [
      '/healthz',
      '/readyz',
      '/openapi.json',
      '/docs',
      '/docs/errors',
      '/docs/json',
      '/metrics',
    ]) {
      const answer = await app.inject(url);
      expect([url, answer.statusCode]).toEqual([url, 200]);
      expect(answer.headers['x-request-id']).toMatch(/^req_/);
    }
  });

  test('is not /metrics from elsewhere, or through a proxy', async () => {
    const { app, auth, state } = await running(OPERATIONS);
    await app.inject({ url: '/v1/read', headers: auth });
    const local = await app.inject('/metrics');
    expect(local.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/v1\/read",status="200"\} 1/,
    );
    expect(local.body).toContain('commerce_index_snapshot_info{snapshot="snap_1"} 1');
    expect(local.body).toContain('commerce_index_snapshot_age_seconds ');
    for (const from of [{ remoteAddress: '203.0.113.9' }, { headers: { 'x-forwarded-for': '127.0.0.1' } }]) {
      expect((await app.inject({ url: '/metrics', ...from })).statusCode).toBe(401);
    }
    const { token } = await state.keys.create({ owner: 'a', scopes: ['read'] });
    const remote = { url: '/metrics', remoteAddress: '203.0.113.9' };
    expect((await app.inject({ ...remote, headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(
      403,
    );
    expect((await app.inject({ ...remote, headers: auth })).statusCode).toBe(200);
  });
});
