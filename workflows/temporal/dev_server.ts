import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from '@temporalio/client';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;

export interface DevServerOptions {
  /** The `temporal` program. */
  program: string;
  /** The file that keeps workflows and schedules over restarts. */
  file: string;
  port: number;
  uiPort: number;
  /** Address to listen on. */
  host: string;
  namespace: string;
}

/** A Temporal development server of our own. */
export interface DevServer extends AsyncDisposable {
  /** `127.0.0.1:7233` */
  address: string;
  uiUrl: string;
  process: ChildProcess;
  /** Ends with the exit code when the server stops, for whatever reason. */
  ended: Promise<number | null>;
}

/** Starts a server and waits until it answers. Throws with the server's own words when it does not. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { program, file, port, uiPort, host, namespace } = options;
  await mkdir(dirname(file), { recursive: true });
  const child = spawn(
    program,
    [
      'server',
      'start-dev',
      `--db-filename=${file}`,
      `--namespace=${namespace}`,
      '--log-level=warn',
      `--ip=${host}`,
      `--port=${port}`,
      `--ui-ip=${host}`,
      `--ui-port=${uiPort}`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let words = '';
  const listen = (chunk: Buffer) => {
    words = `${words}${chunk.toString()}`.slice(-4_000);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
    child.once('error', (error) => {
      words += error.message;
      resolve(null);
    });
  });
  const address = `${host}:${port}`;
  try {
    await Promise.race([untilAnswers(address), ended.then((code) => stopped(code))]);
  } catch (error) {
    child.kill('SIGKILL');
    const said = words.trim().split('\n').slice(-3).join(' ');
    throw new Error(
      `the Temporal server did not start at ${address}: ${said || (error instanceof Error ? error.message : String(error))}`,
      { cause: error },
    );
  }
  return {
    address,
    uiUrl: `http://${host}:${uiPort}`,
    process: child,
    ended,
    [Symbol.asyncDispose]: () => stop(child, ended),
  };
}

function stopped(code: number | null): never {
  throw new Error(`it ended at once with exit code ${code ?? 'none'}`);
}

async function untilAnswers(address: string): Promise<void> {
  const deadline = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: '2 seconds' });
      await connection.close();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(200);
    }
  }
}

async function stop(child: ChildProcess, ended: Promise<number | null>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  const patience = new AbortController();
  const late = delay(STOP_TIMEOUT_MS, 'late' as const, { signal: patience.signal }).catch(
    () => 'ended' as const,
  );
  if ((await Promise.race([ended.then(() => 'ended' as const), late])) === 'late') child.kill('SIGKILL');
  patience.abort();
  await ended;
}
