import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openState, type State } from '../../../warehouse/state/state.ts';
import type { Usage } from '../../../warehouse/state/usage.ts';

async function opened(): Promise<{ state: State; path: string; again: () => Promise<State> }> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-state-'));
  const path = join(folder, 'state.sqlite');
  const states: State[] = [];
  const again = async (): Promise<State> => {
    const state = await openState(path);
    states.push(state);
    return state;
  };
  onTestFinished(async () => {
    for (const state of states) await state.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { state: await again(), path, again };
}

describe('the state', () => {
  test('is brought up to date once, and refused when a newer program changed it', async () => {
    const { path, again } = await opened();
    await again();
    const database = new DatabaseSync(path);
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    database.exec('pragma user_version = 99');
    database.close();
    await expect(again()).rejects.toThrow(/schema version 99/);
  });

  test('that cannot be opened says which file', async () => {
    await expect(openState('/nowhere/state.sqlite')).rejects.toThrow('/nowhere/state.sqlite');
  });

  test('opened by several processes at once is made once', async () => {
    const { path, state } = await opened();
    const module = new URL('../../../warehouse/state/state.ts', import.meta.url).href;
    const script = `const s = await (await import(${JSON.stringify(module)})).openState(process.argv[1]);
      for (let i = 0; i < 50; i++) await s.usage.add([{ key_id: 'k', day: '2026-11-21', calls: 1, units: 2 }]);
      console.log((await s.secrets.secret('cursor')).toString('hex')); await s.close();`;
    const run = () =>
      new Promise<string>((resolve, reject) => {
        const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        let text = '';
        child.stdout.on('data', (chunk) => {
          text += String(chunk);
        });
        child.once('close', (code) =>
          code === 0 ? resolve(text.trim()) : reject(new Error(`exit ${code}`)),
        );
      });
    const secrets = await Promise.all([run(), run(), run()]);
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toBe((await state.secrets.secret('cursor')).toString('hex'));
    expect(await state.usage.since('2026-11-21')).toEqual([
      { key_id: 'k', day: '2026-11-21', calls: 150, units: 300 },
    ]);
  });
});

describe('keys', () => {
  test('are random, shown once and stored as a hash alone', async () => {
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

  test('chosen by the operator are taken once', async () => {
    const { state } = await opened();
    const key = await state.keys.adopt('a-token-from-outside', { owner: 'ops', scopes: ['read'] });
    expect(await state.keys.adopt('a-token-from-outside', { owner: 'ops', scopes: ['read'] })).toEqual(key);
    expect(await state.keys.list()).toEqual([key]);
  });

  test('are revoked once, and only those there are', async () => {
    const { state } = await opened();
    const { key } = await state.keys.create({ owner: 'ops', scopes: [] });
    expect(await state.keys.revoke('key_nowhere')).toBe(false);
    expect(await state.keys.revoke(key.id)).toBe(true);
    const first = (await state.keys.list())[0]?.revoked_at;
    expect(await state.keys.revoke(key.id)).toBe(true);
    expect((await state.keys.list())[0]?.revoked_at).toBe(first);
  });

  test('rotated go on for the overlap, never beyond their own end; dead ones cannot be', async () => {
    const { state } = await opened();
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
    const { state, again } = await opened();
    const other = await again();
    const before = await state.keys.version();
    await state.acceptRun('run_1', 'ada');
    expect(await state.keys.version()).toBe(before);
    const { key } = await other.keys.create({ owner: 'ops', scopes: [] });
    const after = await state.keys.version();
    expect(after).not.toBe(before);
    await state.keys.revoke(key.id);
    expect(await state.keys.version()).not.toBe(after);
  });
});

const row = (key_id: string, day: string, calls: number, units: number): Usage => ({
  key_id,
  day,
  calls,
  units,
});

describe('usage', () => {
  test('adds up by key and day', async () => {
    const { state } = await opened();
    await state.usage.add([
      row('a', '2026-11-20', 1, 1),
      row('a', '2026-11-21', 2, 20.5),
      row('b', '2026-11-21', 1, 1),
    ]);
    await state.usage.add([row('a', '2026-11-21', 1, 0.5)]);
    expect(await state.usage.since('2026-11-21')).toEqual([
      row('a', '2026-11-21', 3, 21),
      row('b', '2026-11-21', 1, 1),
    ]);
    expect(await state.usage.since('2026-11-20')).toHaveLength(3);
  });
});

describe('run decisions', () => {
  test('are kept, the first one for each run', async () => {
    const { state, again } = await opened();
    await state.acceptRun('run_1', 'ada');
    await state.acceptRun('run_2', 'ben');
    await state.acceptRun('run_1', 'eve');
    const decisions = await (await again()).runDecisions();
    expect(
      decisions.map(({ run_id, decision, decided_by }) => `${run_id} ${decision} ${decided_by}`).sort(),
    ).toEqual(['run_1 accepted ada', 'run_2 accepted ben']);
  });
});
