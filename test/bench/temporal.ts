import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stringify } from 'yaml';
import { type TableContent, tableContents } from '../../warehouse/contents.ts';
import { currentManifest } from '../../warehouse/manifest.ts';
import { FolderStore } from '../../warehouse/store.ts';
import { selectFeeds } from '../../workflows/embedded.ts';
import { TemporalClient } from '../../workflows/temporal/client.ts';
import { type DevServer, startDevServer } from '../../workflows/temporal/dev_server.ts';
import { Program } from '../api/cli/program.ts';
import { freePort, temporalProgram } from '../workflows/temporal/server.ts';
import { type BenchCatalogue, benchConfiguration, writeCatalogue } from './catalogue.ts';
import { type IngestFigures, ingestOnce } from './ingest.ts';

const AS_OF = '2026-01-01T00:00:00.000Z';
/** What durable steps may cost: times the embedded ingest. */
const BAR = 1.3;

/**
 * A first ingest of the same files by one worker of a Temporal server, between two by the embedded engine: how much
 * longer it takes, and whether the tables hold the same. Servers and workers run for months, so starting them is
 * told apart. Skipped where there is no `temporal` program.
 */
export async function benchTemporal(size: Omit<BenchCatalogue, 'folder'>): Promise<void> {
  const found = await temporalProgram();
  if ('missing' in found) return;
  const folder = await mkdtemp(join(tmpdir(), 'commerce-index-temporal-bench-'));
  try {
    const catalogue = { ...size, folder: join(folder, 'catalogue') };
    await writeCatalogue(catalogue);
    const data = (name: string) => join(folder, name);
    const before = await ingestOnce(catalogue, data('before'), AS_OF);
    const temporal = await ingestOnTemporal(found.program, catalogue, folder);
    const after = await ingestOnce(catalogue, data('after'), AS_OF);
    report(size.listings, before, temporal, after);
    await compare([data('before'), temporal.data, data('after')], join(folder, 'spill'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface TemporalFigures extends Pick<IngestFigures, 'seconds' | 'steps'> {
  data: string;
  server_start_seconds: number;
  worker_start_seconds: number;
  worker_cpu_seconds: number;
  server_cpu_seconds: number;
}

async function ingestOnTemporal(
  program: string,
  catalogue: BenchCatalogue,
  folder: string,
): Promise<TemporalFigures> {
  const configuration = benchConfiguration(catalogue);
  const data = join(folder, 'temporal');
  const started = performance.now();
  await using server = await serverIn(program, folder);
  const server_start_seconds = secondsSince(started);
  const env = { TEMPORAL_ADDRESS: server.address, TEMPORAL_NAMESPACE: 'bench' };
  const cli = new Program().write({ 'commerce-index.yaml': stringify({ ...configuration, data }) });
  const asked = performance.now();
  const worker = cli.begin(['worker'], env);
  try {
    await worker.says('is ready');
    const worker_start_seconds = secondsSince(asked);
    const busy = () => Promise.all([worker.child.pid, server.process.pid].map(processorSeconds));
    const [worker0 = 0, server0 = 0] = await busy();
    await using client = await TemporalClient.open(env);
    const requests = selectFeeds(configuration).map((request) => ({ ...request, as_of: AS_OF }));
    const { feeds, publication, publicationFailure, seconds } = await client.ingest(requests, {});
    const [worker1 = 0, server1 = 0] = await busy();
    const failures = feeds.flatMap((feed) => feed.failures);
    if (!publication || failures.length > 0)
      throw new Error(`the ingest failed: ${publicationFailure ?? JSON.stringify(failures)}`);
    return {
      data,
      seconds,
      steps: publication.seconds,
      server_start_seconds,
      worker_start_seconds,
      worker_cpu_seconds: worker1 - worker0,
      server_cpu_seconds: server1 - server0,
    };
  } finally {
    await worker.stop();
    await rm(cli.cwd, { recursive: true, force: true });
  }
}

async function serverIn(program: string, folder: string): Promise<DevServer> {
  return startDevServer({
    program,
    file: join(folder, 'temporal.sqlite'),
    host: '127.0.0.1',
    port: await freePort(),
    uiPort: await freePort(),
    namespace: 'bench',
  });
}

/** Processor time of a process so far, as `ps` tells it: whole seconds on Linux. */
async function processorSeconds(pid: number | undefined): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'time=', '-p', String(pid)]);
  const [seconds = 0, minutes = 0, hours = 0, days = 0] = stdout
    .trim()
    .split(/[:-]/)
    .map(Number)
    .toReversed();
  return seconds + 60 * (minutes + 60 * (hours + 24 * days));
}

function report(listings: number, before: IngestFigures, temporal: TemporalFigures, after: IngestFigures) {
  // Whatever else the machine does can only slow one down, so the quicker one counts.
  const wall = Math.min(before.seconds, after.seconds);
  const cpu = Math.min(before.cpu_seconds, after.cpu_seconds);
  const { seconds, worker_cpu_seconds, server_cpu_seconds } = temporal;
  const ours = worker_cpu_seconds + server_cpu_seconds;
  const steps = (figures: Pick<IngestFigures, 'steps'>) =>
    Object.entries(figures.steps)
      .map(([step, spent]) => `${step} ${spent.toFixed(2)}`)
      .join(', ');
  console.log(
    `\nTemporal: first ingest of ${listings} listings ${seconds.toFixed(2)} s, embedded ${before.seconds.toFixed(2)} and ${after.seconds.toFixed(2)} s, ratio ${(seconds / wall).toFixed(2)} (at most ${BAR}); ` +
      `processor time ${ours.toFixed(0)} s (server ${server_cpu_seconds.toFixed(0)}), embedded ${cpu.toFixed(0)} s, ratio ${(ours / cpu).toFixed(2)}`,
  );
  console.log(
    `  before that: server ${temporal.server_start_seconds.toFixed(2)} s, worker ${temporal.worker_start_seconds.toFixed(2)} s to start`,
  );
  console.log(`  steps of Temporal: ${steps(temporal)}`);
  for (const embedded of [before, after]) console.log(`  steps of embedded: ${steps(embedded)}`);
}

/** Says which tables of these data folders differ from the first one's. */
async function compare(folders: readonly string[], spill: string): Promise<void> {
  const contents: Record<string, TableContent>[] = [];
  for (const data of folders) contents.push(await contentsOf(data, spill));
  const [first = {}, ...others] = contents;
  const differing = Object.entries(first).flatMap(([table, content]) =>
    others.some((other) => other[table]?.hash !== content.hash || other[table].rows !== content.rows)
      ? [`${table} (${[content, ...others.map((other) => other[table])].map(told).join(', ')})`]
      : [],
  );
  console.log(
    `  contents of ${Object.keys(first).length} tables: ${differing.length === 0 ? 'equal' : `DIFFERENT in ${differing.join('; ')}`}`,
  );
  if (differing.length > 0) process.exitCode = 1;
}

const told = (content: TableContent | undefined) =>
  content ? `${content.rows} rows ${content.hash}` : 'none';

async function contentsOf(data: string, spill: string): Promise<Record<string, TableContent>> {
  const store = new FolderStore(data);
  const current = await currentManifest(store);
  if (!current) throw new Error(`nothing is published in ${data}`);
  return tableContents(current.manifest, store, spill);
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}
