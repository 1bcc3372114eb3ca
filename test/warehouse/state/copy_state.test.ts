import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { copyState, STATE_TABLES } from '../../../warehouse/state/copy_state.ts';
import { SqliteStateDatabase } from '../../../warehouse/state/sqlite_database.ts';
import { stateIn } from '../../../warehouse/state/state.ts';
import type { StateDatabase } from '../../../warehouse/state/state_database.ts';
import { describeStates } from './both_states.ts';

const NOW = '2026-11-22T12:00:00.000Z';
const embedder = staticEmbedder();

/** Every row of every table, so that two states can be compared. */
async function everything(database: StateDatabase): Promise<Record<string, unknown[]>> {
  const tables = Object.entries(STATE_TABLES).map(async ([table, { key }]) => {
    const rows = await database.all<Record<string, unknown>>(
      `select * from ${table} order by ${key.join(', ')}`,
    );
    const plain = rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
        ]),
      ),
    );
    return [table, plain] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

async function fill(database: StateDatabase): Promise<void> {
  const state = stateIn(database);
  const { key } = await state.keys.create({ owner: 'ada', scopes: ['read'] });
  await state.secrets.secret('cursor');
  await state.usage.add([{ key_id: key.id, day: '2026-11-22', calls: 3, units: 4.5 }]);
  await state.decideRun({
    run_id: 'run_1',
    decision: 'accepted',
    decided_by: 'ada',
    decided_at: NOW,
    reason: 'a sale',
    seller: 'shop',
    feed: 'all',
    as_of: NOW,
  });
  await state.setPriceFactor({
    seller: 'shop',
    feed: 'all',
    from_at: NOW,
    factor: '0.01',
    decided_by: 'ada',
    decided_at: NOW,
    reason: null,
  });
  const call = { owner: 'ada', operation: 'x', idempotency_key: 'k', fingerprint: 'f' };
  await state.idempotency.claim(call, Date.parse(NOW), 1_000);
  for (let pair = 0n; pair < 3n; pair++)
    await state.decideMatch({
      left: pair,
      right: 2n ** 64n - 1n,
      verdict: 'same',
      left_content: 1n,
      right_content: 2n,
      note: pair === 0n ? 'naïve ☂' : null,
      decided_by: 'ada',
      decided_at: NOW,
    });
  const fact = { owner: 'ada', namespace: 'n', constraints: null, metadata: { a: [1] }, created_at: NOW };
  for (let number = 0; number < 40; number++) {
    const text = `fact ${number}`;
    await state.memory.add({ ...fact, text, expires_at: null }, embedder.embedText(text));
  }
}

const empty = () => {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-copy-'));
  const database = SqliteStateDatabase.open(join(folder, 'state.sqlite'));
  onTestFinished(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return database;
};

describeStates('a state', (open) => {
  test('copied from SQLite and back again is the same, row by row, and goes on counting', async () => {
    const [first, { database: middle }, last] = [empty(), await open(), empty()];
    await fill(first);
    expect(await copyState(first, middle)).toMatchObject({ match_decisions: 3, memory_items: 40 });
    await copyState(middle, last);
    expect(await everything(last)).toEqual(await everything(first));
    const state = stateIn(middle);
    await state.memory.add(
      {
        owner: 'bob',
        namespace: 'n',
        text: 'later',
        constraints: null,
        metadata: null,
        created_at: NOW,
        expires_at: null,
      },
      null,
    );
    const now = new Date(NOW);
    const recalled = await state.memory.recall({
      owner: 'ada',
      namespace: 'n',
      text: 'fact 17',
      vector: embedder.embedText('fact 17'),
      limit: 1,
      minScore: 0,
      now,
    });
    expect(recalled?.[0]?.item.text).toBe('fact 17');
  });

  test('is not copied into one that has something in it', async () => {
    const { database } = await open();
    await fill(database);
    const other = empty();
    await stateIn(other).keys.create({ owner: 'bob', scopes: [] });
    await expect(copyState(database, other)).rejects.toThrow(/table keys has 1 rows/);
    expect((await everything(other))['memory_items']).toEqual([]);
  });

  test('has the tables that are copied, and no others', async () => {
    const { database } = await open();
    const rows = await database.all<{ name: string }>({
      sqlite: "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
      postgres:
        "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_version'",
    });
    expect(new Set(rows.map(({ name }) => name))).toEqual(new Set(Object.keys(STATE_TABLES)));
  });
});
