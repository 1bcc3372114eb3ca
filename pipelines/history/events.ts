import { type Database, loadSql } from '../../warehouse/database.ts';

/** Makes the table `new_events`: what the transitions of this publication tell, told of the new identities. */
export async function tellTransitions(database: Database): Promise<void> {
  const events = loadSql(import.meta.url, './sql/events.sql');
  await database.run('make events', `create or replace temp table new_events as ${events}`);
}
