import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { currentManifest, manifestKey, type PointedManifest } from '../../../warehouse/manifest.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { Program } from './program.ts';

// Each command is a process of its own, and a busy machine takes its time to start them.

const MAIN = fileURLToPath(new URL('../../../api/cli/main.ts', import.meta.url));
const PAST = 1_500;
/** Fewer handles than there are records of runs. */
const HANDLES = 256;

/** An index with its published runs as an earlier program left them: a record each, and all of them in the manifest. */
async function withPast(): Promise<Program> {
  const program = new Program().write({
    'commerce-index.yaml': `market: { country: US, currency: USD }
sellers: [{ id: good, name: Good, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: good.csv, format: google }] }]
`,
    'good.csv': 'id,title,price\n1,Kettle,10.00\n',
  });
  expect((await program.run(['ingest'])).code).toBe(0);
  const store = new FolderStore(join(program.cwd, 'data'));
  const { manifest } = (await currentManifest(store)) as PointedManifest;
  const [live] = await publishedRuns(store, manifest);
  if (!live) throw new Error('nothing is published');
  const { outcome: _, ...run } = live;
  const runs = Array.from({ length: PAST }, (_one, ago) => {
    const as_of = new Date(Date.parse(run.as_of) - ago * 3_600_000).toISOString();
    const run_id = ago === 0 ? run.run_id : `run_${ago.toString(16).padStart(20, '0')}`;
    return { ...run, run_id, as_of, staged_at: as_of };
  });
  for (const one of runs)
    writeFileSync(join(program.cwd, 'data', 'runs', `${one.run_id}.json`), JSON.stringify(one));
  const { run_log: __, ...rest } = manifest;
  const listed = runs.map(({ run_id, seller, feed, as_of, stage_id, by_as_of, staging }) => ({
    run_id,
    seller,
    feed,
    as_of,
    stage_id,
    by_as_of,
    staging,
  }));
  await store.writeText(
    manifestKey(manifest.snapshot_id),
    JSON.stringify({ ...rest, runs: listed.reverse() }),
  );
  rmSync(join(program.cwd, 'data', 'facts', 'runs'), { recursive: true });
  return program;
}

test(`${PAST} past runs as an earlier program left them are taken over with ${HANDLES} file handles, and forgotten by the next ingest`, async () => {
  const program = await withPast();
  const ingest = () =>
    execFileSync('sh', ['-c', `ulimit -n ${HANDLES}; exec "$0" "$@"`, process.execPath, MAIN, 'ingest'], {
      cwd: program.cwd,
      stdio: 'pipe',
    }).toString();
  expect(ingest()).toContain('rows read 1 = accepted 1 + rejected 0');
  const store = new FolderStore(join(program.cwd, 'data'));
  const { manifest } = (await currentManifest(store)) as PointedManifest;
  expect(manifest).not.toHaveProperty('runs');
  expect(await publishedRuns(store, manifest)).toHaveLength(PAST + 1);
  expect(readdirSync(join(program.cwd, 'data', 'runs'))).toEqual([]);
  expect(ingest()).toContain('rows read 1 = accepted 1 + rejected 0');
  const after = (await currentManifest(store)) as PointedManifest;
  expect(
    readFileSync(join(program.cwd, 'data', manifestKey(after.manifest.snapshot_id))).length,
  ).toBeLessThan(10_000);
  expect(after.manifest.feeds[0]?.gaps).toEqual(manifest.feeds[0]?.gaps);
});
