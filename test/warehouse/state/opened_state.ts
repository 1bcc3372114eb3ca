import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { openState, type State } from '../../../warehouse/state/state.ts';

/** A state in a temporary folder, closed and removed when the test ends; `again` opens it as another process would. */
export async function opened(): Promise<{ state: State; path: string; again: () => Promise<State> }> {
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

const MIGRATIONS = new URL('../../../warehouse/state/sql/migrations/', import.meta.url);

/** Makes a state look as a program of this schema version left it. */
export function asOlder(database: DatabaseSync, version: number): void {
  for (const file of readdirSync(MIGRATIONS).sort().slice(version).toReversed())
    for (const [, table] of readFileSync(new URL(file, MIGRATIONS), 'utf8')
      .matchAll(/create table (\w+)/g)
      .toArray()
      .toReversed())
      database.exec(`drop table ${table}`);
  if (version < 7)
    for (const column of ['reason', 'seller', 'feed', 'as_of'])
      database.exec(`alter table run_decisions drop column ${column}`);
  if (version < 3) database.exec('alter table keys drop column adopted');
  database.exec(`pragma user_version = ${version}`);
}
