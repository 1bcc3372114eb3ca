import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { KeyRing, requireScope } from '../../../api/http/auth.ts';
import type { ApiError } from '../../../api/http/errors.ts';
import { SCOPES, type Scope } from '../../../api/http/operation.ts';
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

describe('the key ring', () => {
  const NOW = Date.parse('2026-11-21T12:00:00Z');
  /** A ring over a state of its own, and how often it looked. */
  async function ringOf() {
    const folder = mkdtempSync(join(tmpdir(), 'commerce-index-ring-'));
    const state = await openState(join(folder, 'state.sqlite'));
    onTestFinished(async () => {
      await state.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const looks = { version: 0, hashes: 0, fail: false };
    const { keys } = state;
    const counted = {
      version: () => {
        looks.version++;
        return looks.fail ? Promise.reject(new Error('locked')) : keys.version();
      },
      hashes: () => {
        looks.hashes++;
        return keys.hashes();
      },
    } as typeof keys;
    return { ring: new KeyRing(counted), keys, looks };
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  /** What is thrown: detail and challenge. */
  const refused = (work: () => unknown): unknown => {
    try {
      return work();
    } catch (error) {
      const { code, message, headers, extras } = error as ApiError;
      return { code, message, challenge: headers['www-authenticate'], ...extras };
    }
  };
  const invalid = 'Bearer realm="commerce-index", error="invalid_token"';

  test('finds a key from the next look on, until the moment it ends', async () => {
    const { ring, keys } = await ringOf();
    const { token, key } = await keys.create({ owner: 'ops', scopes: ['read'], expires_at: new Date(NOW) });
    expect(ring.find(bearer(token), NOW - 1)).toBeNull();
    await ring.refresh();
    expect(ring.find(bearer(token), NOW - 1)).toEqual({ key_id: key.id, owner: 'ops', scopes: ['read'] });
    expect(refused(() => ring.find(bearer(token), NOW))).toEqual({
      code: 'unauthorized',
      message: 'the API key has expired',
      challenge: invalid,
    });
    expect(ring.find(bearer('ci_unknown'), NOW)).toBeNull();
  });

  test('finds a key without an end at any time, and says of a dead one that it is', async () => {
    const { ring, keys } = await ringOf();
    const { token, key } = await keys.create({ owner: 'ops', scopes: ['read'] });
    await ring.refresh();
    expect(ring.find(bearer(token), NOW * 100)?.key_id).toBe(key.id);
    await keys.revoke(key.id);
    expect(ring.find(bearer(token), NOW)?.key_id).toBe(key.id);
    await ring.refresh();
    expect(refused(() => ring.find(bearer(token), NOW))).toEqual({
      code: 'unauthorized',
      message: 'the API key has been revoked',
      challenge: invalid,
    });
  });

  test('looks once for all who ask at the same time, and reads nothing where nothing changed', async () => {
    const { ring, keys, looks } = await ringOf();
    await Promise.all([ring.refresh(), ring.refresh(), ring.refresh()]);
    expect(looks).toMatchObject({ version: 1, hashes: 1 });
    await ring.refresh();
    expect(looks).toMatchObject({ version: 2, hashes: 1 });
    await keys.create({ owner: 'ops', scopes: [] });
    await ring.refresh();
    expect(looks).toMatchObject({ version: 3, hashes: 2 });
    looks.fail = true;
    await expect(ring.refresh()).rejects.toThrow('locked');
    looks.fail = false;
    await ring.refresh();
    expect(looks).toMatchObject({ version: 5, hashes: 2 });
  });

  test.each([
    [undefined, 'the Authorization header is missing', 'Bearer realm="commerce-index"'],
    ['', 'the Authorization header is not of the form `Bearer <API_KEY>`', invalid],
    ['Bearer', 'the Authorization header is not of the form `Bearer <API_KEY>`', invalid],
    ['Bearer a b', 'the Authorization header is not of the form `Bearer <API_KEY>`', invalid],
    ['x Bearer a', 'the Authorization header is not of the form `Bearer <API_KEY>`', invalid],
    [`Bearer ${'x'.repeat(513)}`, 'the Authorization header is not of the form `Bearer <API_KEY>`', invalid],
  ])('refuses %s: %s', async (authorization, message, challenge) => {
    const { ring } = await ringOf();
    const headers = authorization === undefined ? {} : { authorization };
    expect(refused(() => ring.find(headers, NOW))).toEqual({ code: 'unauthorized', message, challenge });
  });

  test.each(['Bearer abc', 'bearer abc', 'BEARER   abc', `Bearer ${'x'.repeat(512)}`, 'Bearer A-Z.a_z~0+/='])(
    'takes %s as a token',
    async (authorization) => {
      const { ring, keys } = await ringOf();
      const key = await keys.adopt(authorization.replace(/^bearer +/i, ''), {
        owner: 'ops',
        scopes: ['read'],
      });
      await ring.refresh();
      expect(ring.find({ authorization }, NOW)?.key_id).toBe(key.id);
    },
  );

  test('a scope that is missing is named, with those there are', () => {
    const caller = (...scopes: Scope[]) => ({ key_id: 'key_1', owner: 'ops', scopes });
    expect(refused(() => requireScope(caller('read', 'admin'), 'admin'))).toBeUndefined();
    const challenge = 'Bearer realm="commerce-index", error="insufficient_scope", scope="admin"';
    const common = { code: 'forbidden', challenge, required_scope: 'admin' };
    expect(refused(() => requireScope(caller('read', 'match'), 'admin'))).toEqual({
      ...common,
      message: 'this needs the scope `admin`; the key key_1 has `read`, `match`',
    });
    expect(refused(() => requireScope(caller(), 'admin'))).toEqual({
      ...common,
      message: 'this needs the scope `admin`; the key key_1 has none',
    });
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
      '/docs/records',
      '/docs/try',
      '/docs/try/json',
      '/',
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
