import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync } from 'node:fs';
import type { Socket } from 'node:net';
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

/** A PostgreSQL server of tests, on a socket in a temporary folder. */
export interface PostgresServer {
  /** An empty database of its own, for `DATABASE_URL`. */
  database(): Promise<string>;
}

/** It refuses to run as root; then it runs as the user that its package made. */
function userOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Ends the server and removes its folder as soon as nobody holds this shell's input any more, however that came. */
const WATCH = '"$@" & server=$!; read -r _; kill -QUIT "$server"; wait "$server"; rm -rf "$PWD"';

let shared: Promise<PostgresServer> | undefined;

/** The server of this process: started when first asked for, gone with the process. */
export const postgresServer = (programs: string): Promise<PostgresServer> =>
  (shared ??= startPostgres(programs));

async function startPostgres(programs: string): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-pg-'));
  const user = userOf();
  if (user) chownSync(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const as = { ...user, cwd: folder };
  execFileSync(join(programs, 'initdb'), ['-D', data, '-U', 'tests', '-A', 'trust', '-N'], {
    ...as,
    stdio: 'ignore',
  });
  const postgres = [join(programs, 'postgres'), '-D', data, '-k', folder];
  const settings = ['listen_addresses=', 'fsync=off', 'shared_buffers=16MB'].flatMap((one) => ['-c', one]);
  const child = spawn('sh', ['-c', WATCH, 'sh', ...postgres, ...settings], {
    ...as,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.unref();
  (child.stdin as Socket).unref();
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
  await answering(ask);
  let made = 0;
  return {
    database: async () => {
      const name = `state_${++made}`;
      await ask(`create database ${name}`);
      return urlOf(name);
    },
  };
}

async function answering(ask: (sql: string) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await ask('select 1');
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await delay(50);
    }
  }
}
