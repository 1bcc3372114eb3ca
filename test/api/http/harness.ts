import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import type { Operation } from '../../../api/http/operation.ts';
import { SCOPES } from '../../../api/http/operation.ts';
import { createServer } from '../../../api/http/server.ts';
import type { ServerSettings } from '../../../api/http/settings.ts';
import { DataFolder } from '../../../warehouse/folder.ts';
import { NoSnapshotError } from '../../../warehouse/reads/catalogue.ts';
import type { Catalogue, Snapshot } from '../../../warehouse/reads/snapshot.ts';
import { RunReads } from '../../../warehouse/run_reads.ts';
import { openState, type State } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';

/** A snapshot with a name and nothing in it: the plumbing reads no more of it. */
function namedSnapshot(id: string): Snapshot {
  const facts = {
    id,
    as_of: '2026-11-20T00:00:00.000Z',
    published_at: '2026-11-20T01:00:00.000Z',
    currency: 'USD',
    locale: 'en-US',
    calibration: { gtin_exact: 0.995, brand_mpn: 0.95 },
  };
  return { ...facts, feeds: () => [] } as unknown as Snapshot;
}

/** A catalogue whose snapshots are swapped by the test, and which counts who holds what. */
export class FakeCatalogue implements Catalogue {
  current: Snapshot | null;
  readonly old = new Map<string, Snapshot>();
  acquired = 0;
  released = 0;
  /** Releases beyond the first of one lease. */
  releasedTwice = 0;

  constructor(id: string | null = 'snap_1') {
    this.current = id === null ? null : namedSnapshot(id);
  }

  get ready(): boolean {
    return this.current !== null;
  }

  get held(): number {
    return this.acquired - this.released;
  }

  swap(id: string): void {
    if (this.current) this.old.set(this.current.id, this.current);
    this.current = namedSnapshot(id);
  }

  acquire(id?: string): { snapshot: Snapshot; release(): void } {
    const snapshot = (id === undefined ? null : this.old.get(id)) ?? this.current;
    if (!snapshot) throw new NoSnapshotError();
    this.acquired++;
    let done = false;
    return {
      snapshot,
      release: () => {
        if (done) this.releasedTwice++;
        else this.released++;
        done = true;
      },
    };
  }
}

export interface Running {
  app: FastifyInstance;
  state: State;
  catalogue: FakeCatalogue;
  folder: string;
  /** A key with every scope, and the header that carries it. */
  token: string;
  keyId: string;
  auth: { authorization: string };
  /** Lines of the request log. */
  lines: Record<string, unknown>[];
  /** Moves the service's clock. */
  clock: { ms: number };
}

export interface RunningOptions {
  settings?: Partial<ServerSettings>;
  catalogue?: FakeCatalogue;
  /** Told how to close it, where a test’s end is not the moment. */
  atEnd?: (close: () => Promise<void>) => void;
  runs?: RunReads;
}

/** A server of these operations on a real state, closed when the test ends. */
export async function running(
  operations: readonly Operation[],
  options: RunningOptions = {},
): Promise<Running> {
  const folder = mkdtempSync(join(tmpdir(), 'commerce-index-http-'));
  copyFileSync(await migratedState(), join(folder, 'state.sqlite'));
  const state = await openState(join(folder, 'state.sqlite'));
  const { token, key } = await state.keys.create({ owner: 'tests', scopes: SCOPES });
  const catalogue = options.catalogue ?? new FakeCatalogue();
  const clock = { ms: Date.parse('2026-11-21T12:00:00Z') };
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    {},
    { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const app = createServer({
    operations,
    catalogue,
    state,
    runs: options.runs ?? new RunReads(new FolderStore(folder), new DataFolder(folder)),
    market: { country: 'US', currency: 'USD', region: 'US-CA' },
    settings: { scratch: join(folder, 'scratch'), now: () => new Date(clock.ms), ...options.settings },
    log,
  });
  (options.atEnd ?? onTestFinished)(async () => {
    await app.close();
    await state.close();
    rmSync(folder, { recursive: true, force: true });
  });
  await app.ready();
  return {
    app,
    state,
    catalogue,
    folder,
    token,
    keyId: key.id,
    auth: { authorization: `Bearer ${token}` },
    lines,
    clock,
  };
}

let migrated: Promise<string> | undefined;

/** An empty state, migrated once in a process: its migrations take as long as the rest of a server. */
function migratedState(): Promise<string> {
  migrated ??= (async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'commerce-index-state-')), 'state.sqlite');
    await (await openState(path)).close();
    return path;
  })();
  return migrated;
}

/** An operation for a test: what is not said is harmless. */
export function operation(parts: Partial<Operation> & Pick<Operation, 'run'>): Operation {
  return {
    group: 'search',
    id: 'test',
    method: 'GET',
    path: '/v1/test',
    summary: 'A test',
    scope: 'read',
    cost: 1,
    ...parts,
  };
}
