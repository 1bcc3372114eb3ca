import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  currentManifest,
  type Manifest,
  manifestKey,
  type PointedManifest,
  pointerText,
} from '../../warehouse/manifest.ts';
import { type ClosedRun, isStaged } from '../../warehouse/run.ts';
import { FULL_ROWS, RunLog } from '../../warehouse/run_log.ts';
import { FolderStore } from '../../warehouse/store.ts';

const MAIN = fileURLToPath(new URL('../../api/cli/main.ts', import.meta.url));
const SELLERS = 15;
/** Old runs of every feed lie so far apart. */
const APART_MS = 15 * 60_000;
/** Handles that the measured ingest may open. */
const HANDLES = 1024;
const TRIES = 3;

/**
 * What past runs cost the next ingest: the same small index with none, and with many (PAST_RUNS, default 1,000,000) in
 * its log, each read by a process that may open 1,024 files. The bar is the index without any.
 */
export async function benchPastRuns(): Promise<void> {
  const past = Number(process.env['PAST_RUNS'] ?? 1_000_000);
  console.log(`past runs: seconds of an ingest of one unchanged feed of ${SELLERS}, best of ${TRIES}`);
  const bar = await measured(0);
  const many = await measured(past);
  console.log(`  times the bar: ${(many / bar).toFixed(2)}`);
}

async function measured(past: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), 'commerce-index-past-runs-'));
  try {
    writeShop(root);
    ingest(root);
    if (past > 0) await givePast(new FolderStore(join(root, 'data')), join(root, 'draft'), past);
    const seconds = Math.min(...Array.from({ length: TRIES }, () => ingest(root, 's0')));
    const { pointer } = (await currentManifest(new FolderStore(join(root, 'data')))) as PointedManifest;
    const { snapshot_id } = JSON.parse(pointer) as { snapshot_id: string };
    const { size } = statSync(join(root, 'data', manifestKey(snapshot_id)));
    const log = readdirSync(join(root, 'data', 'facts', 'runs'));
    const bytes = log.reduce(
      (sum, name) => sum + statSync(join(root, 'data', 'facts', 'runs', name)).size,
      0,
    );
    console.log(
      `  ${past} past runs: ${seconds.toFixed(2)} s, manifest ${size} bytes, log ${(bytes / 1e6).toFixed(1)} MB in ${log.length} files`,
    );
    return seconds;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function writeShop(root: string): void {
  mkdirSync(join(root, 'data'), { recursive: true });
  const sellers = Array.from({ length: SELLERS }, (_, number) => {
    const rows = Array.from(
      { length: 100 },
      (_item, item) => `${item},Thing ${item} of ${number},${10 + item}.50`,
    );
    writeFileSync(join(root, `s${number}.csv`), `id,title,price\n${rows.join('\n')}\n`);
    return `  - { id: s${number}, name: s${number}, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: ./s${number}.csv, format: google }] }`;
  });
  writeFileSync(
    join(root, 'commerce-index.yaml'),
    `market: { country: US, currency: USD }\nsellers:\n${sellers.join('\n')}\n`,
  );
}

/** Seconds of one `ingest`, as a process of its own. Throws when it fails. */
function ingest(root: string, ...feeds: string[]): number {
  const started = performance.now();
  const command = `ulimit -n ${HANDLES}; exec "$0" "$@"`;
  execFileSync('sh', ['-c', command, process.execPath, MAIN, 'ingest', ...feeds], {
    cwd: root,
    stdio: 'pipe',
  });
  return (performance.now() - started) / 1000;
}

/** Gives every feed of a published index its share of past runs, as its log would hold them. */
async function givePast(store: FolderStore, draft: string, past: number): Promise<void> {
  const { pointer, manifest } = (await currentManifest(store)) as PointedManifest;
  const live: ClosedRun[] = [];
  for await (const run of new RunLog(store, manifest).newestFirst()) if (isStaged(run)) live.push(run);
  let given: Manifest = manifest;
  for (let start = 0; start < past; start += FULL_ROWS) {
    const runs = Array.from({ length: Math.min(FULL_ROWS, past - start) }, (_, at) =>
      pastRun(live, past - start - at),
    );
    const log = new RunLog(store, { run_log: given.run_log ?? [] });
    given = { ...given, run_log: await log.append(runs, { key: `facts/runs/past${start}`, draft }) };
  }
  const parts = given.run_log ?? [];
  const settled = { ...given, run_log: parts.toSorted((a, b) => (a.to < b.to ? -1 : 1)) };
  await store.writeText(manifestKey(manifest.snapshot_id), JSON.stringify(settled));
  if (!(await store.swapPointer(pointer, pointerText(settled))))
    throw new Error('somebody else publishes here');
}

function pastRun(live: readonly ClosedRun[], ago: number): ClosedRun {
  const run = live[ago % live.length] as ClosedRun;
  const as_of = new Date(Date.parse(run.as_of) - Math.ceil(ago / live.length) * APART_MS).toISOString();
  return { ...run, run_id: `run_${ago.toString(16).padStart(20, '0')}`, as_of, staged_at: as_of };
}
