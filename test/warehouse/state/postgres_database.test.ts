import { describe, expect, test } from 'vitest';
import { PostgresStateDatabase } from '../../../warehouse/state/postgres_database.ts';
import { Program } from '../../api/cli/program.ts';
import { postgresPrograms, postgresServer } from './postgres_server.ts';

const programs = postgresPrograms();

describe.skipIf(programs === null)('the state in PostgreSQL', () => {
  const anEmptyOne = async () => (await postgresServer(programs as string)).database();

  test('is looked at without being changed; doctor says where it lies and how far its schema is', async () => {
    const url = await anEmptyOne();
    const before = await PostgresStateDatabase.look(url);
    expect(before).toEqual({
      place: expect.stringMatching(/\/state_\d+$/),
      version: 0,
      newest: before.newest,
    });
    expect(await PostgresStateDatabase.look(url)).toEqual(before);
    const program = new Program();
    const doctor = () => program.run(['doctor'], { DATABASE_URL: url });
    expect((await doctor()).out).toContain(
      `ok    state: PostgreSQL at ${before.place}, schema version 0; the next start brings it to ${before.newest}\n`,
    );
    const database = await PostgresStateDatabase.open(url);
    await database.close();
    expect((await PostgresStateDatabase.look(url)).version).toBe(before.newest);
    const known = await doctor();
    expect(known.out).toContain(
      `ok    state: PostgreSQL at ${before.place}, schema version ${before.newest}\n`,
    );
    expect(known.out).not.toContain('state files');
  });
});

test('an address where nobody answers is told with what to do, and without the password', async () => {
  const url = 'postgres://ada:s3cret@127.0.0.1:1/index';
  const said =
    'cannot open the state in PostgreSQL at 127.0.0.1:1/index: connect ECONNREFUSED 127.0.0.1:1; set DATABASE_URL right, or leave it out to keep the state in SQLite';
  await expect(PostgresStateDatabase.open(url)).rejects.toThrow(said);
  const doctor = await new Program().run(['doctor'], { DATABASE_URL: url });
  expect([doctor.code, doctor.out]).toEqual([3, expect.stringContaining(`FAIL  state: ${said}\n`)]);
  expect(doctor.out).not.toContain('s3cret');
});
