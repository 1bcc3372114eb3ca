import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { PublishBusyError, withPublishLock } from '../../../warehouse/lock.ts';
import { type DevServer, startDevServer } from '../../../workflows/temporal/dev_server.ts';
import { findTemporalProgram } from '../../../workflows/temporal/program.ts';

/** Building the program takes minutes; test files that want it at once wait for the first. */
const PROGRAM_PATIENCE_MS = 30 * 60_000;

/**
 * The `temporal` program, or why there is none. Where REQUIRE_TEMPORAL is set that is a failure, else a reason to
 * skip what needs a server.
 */
export async function temporalProgram(): Promise<{ program: string } | { missing: string }> {
  const lock = join(tmpdir(), 'commerce-index-temporal-program.lock');
  try {
    const find = () => findTemporalProgram({ env: process.env, onProgress: (line) => console.log(line) });
    return { program: await oneAtATime(lock, find) };
  } catch (error) {
    const missing = error instanceof Error ? error.message : String(error);
    if (process.env['REQUIRE_TEMPORAL'])
      throw new Error(`REQUIRE_TEMPORAL is set and there is no server to test with: ${missing}`, {
        cause: error,
      });
    console.warn(`SKIPPED: everything that needs a Temporal server: ${missing}`);
    return { missing };
  }
}

/** Waits for the lock without holding up the process, whose test runner must hear from it. */
async function oneAtATime<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PROGRAM_PATIENCE_MS;
  for (;;) {
    try {
      return await withPublishLock(lock, 0, work);
    } catch (error) {
      if (!(error instanceof PublishBusyError) || performance.now() > deadline) throw error;
      await delay(1_000);
    }
  }
}

/** A real Temporal server for tests, with a namespace for each. It can be killed and started again. */
export class TestServer implements AsyncDisposable {
  readonly #program: string;
  readonly #folder: string;
  readonly #ports: [number, number];
  #server: DevServer | undefined;

  private constructor(program: string, folder: string, ports: [number, number]) {
    this.#program = program;
    this.#folder = folder;
    this.#ports = ports;
  }

  static async start(program: string): Promise<TestServer> {
    const folder = await mkdtemp(join(tmpdir(), 'commerce-index-temporal-'));
    const server = new TestServer(program, folder, [await freePort(), await freePort()]);
    await server.restart();
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#ports[0]}`;
  }

  /** Kills the server as a power cut would. */
  async kill(): Promise<void> {
    this.#server?.process.kill('SIGKILL');
    await this.#server?.ended;
    this.#server = undefined;
  }

  /** Starts it on the same address and file. */
  async restart(): Promise<void> {
    this.#server = await startDevServer({
      program: this.#program,
      file: join(this.#folder, 'temporal.sqlite'),
      host: '127.0.0.1',
      port: this.#ports[0],
      uiPort: this.#ports[1],
      namespace: 'default',
    });
  }

  /** A namespace of its own, ready for workflows. */
  async namespace(): Promise<string> {
    const name = `test-${randomUUID().slice(0, 8)}`;
    await using opened = await this.client('default');
    await opened.connection.workflowService.registerNamespace({
      namespace: name,
      workflowExecutionRetentionPeriod: msToTs('1 day'),
    });
    // The server's caches learn of a namespace only after a while.
    for (;;) {
      await using client = await this.client(name);
      const known = await client.client.workflow.count().catch(() => null);
      if (known !== null) return name;
      await delay(200);
    }
  }

  async client(namespace: string) {
    const connection = await Connection.connect({ address: this.address });
    return {
      connection,
      client: new Client({ connection, namespace }),
      [Symbol.asyncDispose]: () => connection.close(),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Below the ports that systems give to whoever asks for any, so that none is taken while the server is down. */
const PORTS = [20_000, 30_000] as const;
const MOST_TRIES = 50;

/** A port that nobody listens on now. */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const port = randomInt(...PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`no free port was found from ${PORTS.join(' to ')} in ${MOST_TRIES} tries`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
