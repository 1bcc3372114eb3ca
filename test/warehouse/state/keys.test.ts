import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type IssuedKey, tokenHash } from '../../../warehouse/state/keys.ts';
import { openState, type State } from '../../../warehouse/state/state.ts';
import { describeStates } from './both_states.ts';
import { asOlder, opened } from './opened_state.ts';

describeStates('keys', (open) => {
  test('chosen by the operator are taken once', async () => {
    const { state } = await open();
    const key = await state.keys.adopt('a-token-from-outside', { owner: 'ops', scopes: ['read'] });
    expect(await state.keys.adopt('a-token-from-outside', { owner: 'ops', scopes: ['read'] })).toEqual(key);
    expect(await state.keys.list()).toEqual([key]);
  });

  test('are revoked once, and only those there are', async () => {
    const { state } = await open();
    const { key } = await state.keys.create({ owner: 'ops', scopes: [] });
    expect(await state.keys.revoke('key_nowhere')).toBe(false);
    expect(await state.keys.revoke(key.id)).toBe(true);
    const first = (await state.keys.list())[0]?.revoked_at;
    expect(await state.keys.revoke(key.id)).toBe(true);
    expect((await state.keys.list())[0]?.revoked_at).toBe(first);
  });

  test('rotated go on for the overlap, never beyond their own end; dead ones cannot be', async () => {
    const { state } = await open();
    const soon = new Date(Date.now() + 1000);
    const short = await state.keys.create({ owner: 'ops', scopes: ['read'], expires_at: soon });
    await state.keys.rotate(short.key.id, 3_600_000);
    const long = await state.keys.create({ owner: 'ops', scopes: ['read'] });
    await state.keys.rotate(long.key.id, 3_600_000);
    const expiry = new Map((await state.keys.list()).map(({ id, expires_at }) => [id, expires_at]));
    expect(expiry.get(short.key.id)).toBe(soon.toISOString());
    const until = Date.parse(expiry.get(long.key.id) ?? '') - Date.now();
    expect(until).toBeGreaterThan(3_500_000);
    expect(until).toBeLessThanOrEqual(3_600_000);
    await state.keys.revoke(long.key.id);
    await expect(state.keys.rotate(long.key.id, 0)).rejects.toThrow(/revoked/);
    await expect(state.keys.rotate('key_nowhere', 0)).rejects.toThrow(/key_nowhere/);
  });

  test('have a version that moves with changes here and elsewhere, and not with other writes here', async () => {
    const { state, again } = await open();
    const other = await again();
    const before = await state.keys.version();
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
    expect(await state.keys.version()).toBe(before);
    const { key } = await other.keys.create({ owner: 'ops', scopes: [] });
    const after = await state.keys.version();
    expect(after).not.toBe(before);
    await state.keys.revoke(key.id);
    expect(await state.keys.version()).not.toBe(after);
  });

  test('are listed oldest first, the dead ones too, with what they were made of', async () => {
    const { state } = await open();
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const made: IssuedKey[] = [];
    for (const [index, owner] of ['zoe', 'adam', 'mia'].entries()) {
      vi.setSystemTime(Date.parse('2026-01-01T00:00:00Z') + index);
      const expires_at = owner === 'adam' ? new Date('2027-01-01T00:00:00Z') : null;
      made.push(await state.keys.create({ owner, scopes: ['read'], expires_at }));
    }
    vi.setSystemTime(Date.parse('2026-02-01T00:00:00Z'));
    await state.keys.revoke(made[0]?.key.id ?? '');
    const common = { label: '', scopes: ['read'], id: expect.stringMatching(/^key_[0-9a-f]{20}$/) as string };
    expect(await state.keys.list()).toEqual([
      {
        ...common,
        owner: 'zoe',
        created_at: '2026-01-01T00:00:00.000Z',
        expires_at: null,
        revoked_at: '2026-02-01T00:00:00.000Z',
      },
      {
        ...common,
        owner: 'adam',
        created_at: '2026-01-01T00:00:00.001Z',
        expires_at: '2027-01-01T00:00:00.000Z',
        revoked_at: null,
      },
      { ...common, owner: 'mia', created_at: '2026-01-01T00:00:00.002Z', expires_at: null, revoked_at: null },
    ]);
    const list = await state.keys.list();
    expect(await state.keys.hashes()).toEqual(
      list.map((key, index) => ({
        ...key,
        hash: createHash('sha256')
          .update(made[index]?.token ?? '')
          .digest(),
      })),
    );
  });

  test('are rotated until the very moment they end', async () => {
    const { state } = await open();
    const now = Date.parse('2026-01-01T00:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());
    const expiring = (ms: number) =>
      state.keys.create({ owner: 'ops', label: 'ci', scopes: ['read'], expires_at: new Date(now + ms) });
    const [ending, living] = [await expiring(5000), await expiring(5001)];
    vi.setSystemTime(now + 5000);
    await expect(state.keys.rotate(ending.key.id, 1000)).rejects.toThrow(
      `the key ${ending.key.id} is already expired; create a new one`,
    );
    const before = (await state.keys.list()).length;
    const next = await state.keys.rotate(living.key.id, 1000);
    expect(next.key).toMatchObject({ owner: 'ops', label: 'ci', scopes: ['read'], expires_at: null });
    const list = await state.keys.list();
    expect(list).toHaveLength(before + 1);
    expect(list.find(({ id }) => id === living.key.id)?.expires_at).toBe(new Date(now + 5001).toISOString());
    const again = await state.keys.rotate(next.key.id, 1000);
    expect((await state.keys.list()).find(({ id }) => id === next.key.id)?.expires_at).toBe(
      new Date(now + 6000).toISOString(),
    );
    await state.keys.revoke(again.key.id);
    await expect(state.keys.rotate(again.key.id, 0)).rejects.toThrow(
      `the key ${again.key.id} is already revoked; create a new one`,
    );
    await expect(state.keys.rotate('key_x', 0)).rejects.toThrow(
      'there is no key key_x; `keys list` shows them',
    );
  });

  test('chosen by the operator keep what they were first stored with', async () => {
    const { state } = await open();
    const expires_at = new Date('2030-01-01T00:00:00Z');
    const key = await state.keys.adopt('token', {
      owner: 'ops',
      scopes: ['read'],
      label: 'first',
      expires_at,
    });
    expect(key).toMatchObject({
      owner: 'ops',
      scopes: ['read'],
      label: 'first',
      expires_at: expires_at.toISOString(),
    });
    expect(await state.keys.adopt('token', { owner: 'eve', scopes: ['admin'] })).toEqual(key);
    expect((await state.keys.hashes())[0]?.hash).toEqual(tokenHash('token'));
  });

  test('have a version that moves with every change of their own', async () => {
    const { state } = await open();
    const versions = [await state.keys.version()];
    const changed = async () => versions.push(await state.keys.version());
    const { key } = await state.keys.create({ owner: 'ops', scopes: [] });
    await changed();
    await state.keys.adopt('token', { owner: 'ops', scopes: [] });
    await changed();
    await state.keys.rotate(key.id, 0);
    await changed();
    await state.keys.revoke(key.id);
    await changed();
    expect(new Set(versions).size).toBe(5);
    expect(await state.keys.version()).toBe(versions.at(-1));
  });

  test('rotated may be given an end of its own', async () => {
    const { state } = await open();
    const { key } = await state.keys.create({ owner: 'ops', scopes: ['read'] });
    const end = new Date(Date.now() + 90_000);
    expect((await state.keys.rotate(key.id, 0, end)).key.expires_at).toBe(end.toISOString());
  });
});

const SETTINGS = { owner: 'operator', label: 'API_KEY', scopes: ['read'] };

/** A state, and which of some tokens are good in it. */
async function adopting(open: () => Promise<{ state: State }>) {
  const { state } = await open();
  const adopt = (token: string) => state.keys.adopt(token, SETTINGS);
  const good = async (...tokens: string[]) => {
    const keys = await state.keys.hashes();
    return tokens.filter((token) => {
      const key = keys.find(({ hash }) => hash.equals(tokenHash(token)));
      return key !== undefined && key.revoked_at === null;
    });
  };
  return { state, adopt, good };
}

describeStates(
  'the key that the environment gives',
  (open) => {
    test('takes the place of the one it gave before, and of no other', async () => {
      const { state, adopt, good } = await adopting(open);
      const other = await state.keys.create({ owner: 'operator', scopes: ['read'] });
      await adopt('first-token');
      await adopt('second-token');
      expect(await good('first-token', 'second-token', other.token)).toEqual(['second-token', other.token]);
    });

    test('may be one that was made here; it ends all the same when another takes its place', async () => {
      const { state, adopt, good } = await adopting(open);
      const expires_at = new Date(Date.now() + 60_000);
      const [lasting, ending] = [
        await state.keys.create({ owner: 'operator', scopes: ['read'] }),
        await state.keys.create({ owner: 'operator', scopes: ['read'], expires_at }),
      ];
      await adopt(lasting.token);
      await adopt(ending.token);
      expect(await good(lasting.token, ending.token)).toEqual([ending.token]);
      await adopt('third-token');
      expect(await good(lasting.token, ending.token, 'third-token')).toEqual(['third-token']);
    });

    test('is good again when it comes back', async () => {
      const { adopt, good } = await adopting(open);
      const first = await adopt('first-token');
      await adopt('second-token');
      expect(await adopt('first-token')).toEqual(first);
      expect(await good('first-token', 'second-token')).toEqual(['first-token']);
    });

    test('stays revoked when a person revoked it, before or after it was replaced', async () => {
      const { state, adopt, good } = await adopting(open);
      const first = await adopt('first-token');
      await state.keys.revoke(first.id);
      expect((await adopt('first-token')).revoked_at).not.toBeNull();
      const second = await adopt('second-token');
      await adopt('third-token');
      await state.keys.revoke(second.id);
      await adopt('second-token');
      expect(await good('first-token', 'second-token', 'third-token')).toEqual([]);
    });

    test('keeps its overlap when it was rotated, and ends its successor as little as that ends it', async () => {
      const { state, adopt, good } = await adopting(open);
      const old = await adopt('first-token');
      const next = await state.keys.rotate(old.id, 60_000);
      await adopt(next.token);
      expect(await good('first-token', next.token)).toEqual(['first-token', next.token]);
      await adopt('first-token');
      expect(await good('first-token', next.token)).toEqual(['first-token', next.token]);
      await adopt('third-token');
      expect(await good(next.token, 'third-token')).toEqual(['third-token']);
      const ends = (await state.keys.list()).find(({ id }) => id === old.id)?.expires_at;
      expect(Date.parse(ends ?? '')).toBeLessThanOrEqual(Date.now() + 60_000);
    });
  },
  { alike: true },
);

test('keys are random, shown once and stored as a hash alone', async () => {
  const { state, path } = await opened();
  const issued = await state.keys.create({ owner: 'ops', scopes: ['read', 'admin'], label: 'laptop' });
  expect(issued.token).toMatch(/^ci_[\w-]{43}$/);
  expect(issued.key).toMatchObject({
    owner: 'ops',
    scopes: ['read', 'admin'],
    label: 'laptop',
    revoked_at: null,
  });
  expect(await state.keys.list()).toEqual([issued.key]);
  const files = [path, `${path}-wal`].map((file) => readFileSync(file).toString('latin1')).join('');
  expect(files).toContain('laptop');
  expect(files).not.toContain(issued.token);
  expect(files).not.toContain(issued.token.slice(3));
});

test('the key that the environment gave to a state from before is known by its label', async () => {
  const { path, ...made } = await opened();
  const { state, adopt, good } = await adopting(async () => made);
  await adopt('first-token');
  await state.keys.create({ owner: 'ada', label: 'API_KEY', scopes: [] });
  const database = new DatabaseSync(path);
  asOlder(database, 2);
  database.close();
  const later = await openState(path);
  onTestFinished(() => later.close());
  await later.keys.adopt('second-token', SETTINGS);
  expect(await good('first-token', 'second-token')).toEqual(['second-token']);
  expect((await later.keys.list()).filter(({ revoked_at }) => revoked_at !== null)).toHaveLength(1);
});
