import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Folder of PostgreSQL's programs on this machine, or null where it is not installed. */
export function postgresPrograms(): string | null {
  const places = (process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'initdb'));
  const found = [...places, ...globSync('/usr/lib/postgresql/*/bin/initdb')].find((path) => existsSync(path));
  return found === undefined ? null : dirname(found);
}

/** A PostgreSQL server of a test's own, on a socket in a temporary folder. */
export interface PostgresServer extends AsyncDisposable {
  /** An empty database of its own, for `DATABASE_URL`. */
  database(): Promise<string>;
}

/** It refuses to run as root; then it runs as the user that its package made. */
function userOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Makes and starts a server; it is gone, with its folder, when disposed. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-pg-'));
  const user = userOf();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder, stdio: 'ignore' as const };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'tests', '-A', 'trust', '-N'], as);
  const child = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'shared_buffers=16MB'],
    as,
  );
  const urlOf = (name: string) => `postgres://tests@/${name}?host=${encodeURIComponent(folder)}`;
  const ask = async (sql: string) => {
    const client = new pg.Client({ connectionString: urlOf('postgres') });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGQUIT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await answering(child, ask);
  } catch (error) {
    await stop();
    throw error;
  }
  let made = 0;
  return {
    database: async () => {
      const name = `state_${++made}`;
      await ask(`create database ${name}`);
      return urlOf(name);
    },
    [Symbol.asyncDispose]: stop,
  };
}

async function answering(child: ChildProcess, ask: (sql: string) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
    try {
      await ask('select 1');
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await delay(50);
    }
  }
}
