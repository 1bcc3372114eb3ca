import { Command, Option } from 'commander';
import { DataFolder } from '../../warehouse/folder.ts';
import { copyState } from '../../warehouse/state/copy_state.ts';
import { PostgresStateDatabase } from '../../warehouse/state/postgres_database.ts';
import { SqliteStateDatabase } from '../../warehouse/state/sqlite_database.ts';
import type { StateDatabase } from '../../warehouse/state/state_database.ts';
import { configOf, makeFolder } from './opened_index.ts';
import { count, type Terminal, table } from './terminal.ts';

/** Moves the state between SQLite in the data folder and the PostgreSQL of DATABASE_URL. */
export function stateCommand(terminal: Terminal): Command {
  const state = new Command('state').description('what is kept beside the data: keys, memory, watches');
  state
    .command('copy')
    .description(
      'copy SQLite in the data folder and the PostgreSQL of DATABASE_URL into one another; stop all other processes first',
    )
    .addOption(
      new Option('--to <database>', 'where to; it must be empty')
        .choices(['postgres', 'sqlite'])
        .makeOptionMandatory(),
    )
    .action(async ({ to }: { to: 'postgres' | 'sqlite' }, command: Command) => {
      const { data, databaseUrl } = configOf(terminal, command);
      if (databaseUrl === null)
        throw new Error('DATABASE_URL is not set; set it to the PostgreSQL database to copy to or from');
      await makeFolder(data);
      const postgres = await PostgresStateDatabase.open(databaseUrl);
      try {
        const copied = await copyOnce(to, postgres, new DataFolder(data).stateFile());
        terminal.out(
          table(
            ['table', 'rows'],
            Object.entries(copied).map(([name, rows]) => [name, count(rows)]),
          ),
        );
      } finally {
        await postgres.close();
      }
    });
  return state;
}

async function copyOnce(
  to: 'postgres' | 'sqlite',
  postgres: StateDatabase,
  path: string,
): Promise<Record<string, number>> {
  const sqlite = SqliteStateDatabase.open(path);
  try {
    return await (to === 'postgres' ? copyState(sqlite, postgres) : copyState(postgres, sqlite));
  } finally {
    await sqlite.close();
  }
}
