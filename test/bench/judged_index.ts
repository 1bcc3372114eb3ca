import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { OPERATIONS } from '../../api/http/operations.ts';
import { createServer } from '../../api/http/server.ts';
import type { Configuration } from '../../pipelines/domain/settings/configuration.ts';
import { DataFolder } from '../../warehouse/folder.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { FollowedCatalogue } from '../../warehouse/reads/catalogue.ts';
import { OpenSnapshot } from '../../warehouse/reads/open_snapshot.ts';
import { RunReads } from '../../warehouse/run_reads.ts';
import { openState } from '../../warehouse/state/state.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { EmbeddedEngine } from '../../workflows/embedded.ts';
import { NO_DECISIONS } from '../workflows/no_decisions.ts';

/** A product as a feed states it; the names are those of Google's feed. */
export type FeedRow = Record<string, string>;

/** An index that people's judgements are held against: its answers over HTTP, and its records by another way. */
export interface JudgedIndex extends AsyncDisposable {
  get<T>(path: string, query: Record<string, string>): Promise<T>;
  post<T>(path: string, body: object): Promise<T>;
  snapshot: OpenSnapshot;
}

const MARKET = { country: 'US', currency: 'USD', locale: 'en-US' };

/** Ingests rows as one feed of one seller, unless the folder has an index already, and serves it. */
export async function indexOfRows(data: string, rows: () => FeedRow[]): Promise<JudgedIndex> {
  if (!existsSync(join(data, 'current.json'))) {
    await mkdir(data, { recursive: true });
    const url = join(data, 'catalogue.csv');
    await writeFile(url, csvOf(rows()));
    await ingest(data, {
      market: MARKET,
      sellers: [
        {
          id: 'judged',
          name: 'Judged',
          kind: 'retailer',
          access: 'merchant_feed',
          feeds: [{ name: 'catalogue', url, format: 'google' }],
        },
      ],
    });
  }
  return await served(data);
}

function csvOf(rows: readonly FeedRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cell = (text = '') => `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;
  return [names.join(','), ...rows.map((row) => names.map((name) => cell(row[name])).join(','))].join('\n');
}

async function ingest(data: string, configuration: Configuration): Promise<void> {
  await using engine = new EmbeddedEngine({
    configuration,
    folder: new DataFolder(data),
    store: new FolderStore(data),
    now: () => new Date('2026-01-01T00:00:00.000Z'),
    decisions: NO_DECISIONS,
  });
  const { feeds } = await engine.ingest(engine.feeds());
  const failures = feeds.flatMap((feed) => feed.failures);
  if (failures.length > 0) throw new Error(`the ingest failed: ${JSON.stringify(failures)}`);
}

/** Serves a data folder that was ingested. */
export async function served(data: string): Promise<JudgedIndex> {
  const scratch = await mkdtemp(join(tmpdir(), 'commerce-index-judged-'));
  const store = new FolderStore(data);
  const current = await currentManifest(store);
  if (!current) throw new Error(`nothing is published in ${data}`);
  const limits = { memoryLimit: '512MiB', timeLimitMs: 60_000 };
  const snapshot = await OpenSnapshot.open(current.manifest, store, limits);
  const state = await openState(join(scratch, 'state.sqlite'));
  const { token } = await state.keys.create({ owner: 'bench', scopes: ['read'] });
  const catalogue = await FollowedCatalogue.open(store, { ...limits, pollMs: 3_600_000 });
  const app = createServer({
    operations: OPERATIONS,
    catalogue,
    state,
    runs: new RunReads(store, new DataFolder(data)),
    market: MARKET,
    settings: { scratch: join(scratch, 'api'), rate: { units: 1e9, window_seconds: 60 } },
    log: pino({ level: 'silent' }),
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer = async (path: string, init: RequestInit) => {
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${text}`);
    return JSON.parse(text) as never;
  };
  return {
    snapshot,
    get: (path, query) => answer(`${path}?${new URLSearchParams(query).toString()}`, {}),
    post: (path, body) => answer(path, { method: 'POST', body: JSON.stringify(body) }),
    [Symbol.asyncDispose]: async () => {
      await app.close();
      snapshot.close();
      await rm(scratch, { recursive: true, force: true });
    },
  };
}
