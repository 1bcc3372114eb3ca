import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { Cursors } from '../../../api/http/cursor.ts';
import { tableContents } from '../../../warehouse/contents.ts';
import { currentManifest, type PointedManifest, WAREHOUSE_FORMAT } from '../../../warehouse/manifest.ts';
import { openState } from '../../../warehouse/state/state.ts';
import { FolderStore } from '../../../warehouse/store.ts';
import { copyFixture, FIXTURE_KEY } from '../../pipelines/snapshot/old_warehouse.ts';
import { publishedRuns } from '../../warehouse/logged_runs.ts';
import { Program } from './program.ts';

// Each command is a process of its own, and a busy machine takes its time to start a dozen of them.

const SNAPSHOT = 'snp_daa810756873b3f3';
const ADVICE = `snapshot ${SNAPSHOT} has format 1, this program reads format ${WAREHOUSE_FORMAT}; run \`commerce-index rebuild\``;

async function upgradable(): Promise<Program> {
  const program = new Program().write({ 'rows.csv': 'gtin\n4006381333931\n' });
  await copyFixture(program.cwd);
  return program;
}

const pointerOf = (program: Program) => new FolderStore(`${program.cwd}/data`).pointer();

describe('a warehouse of an older format', () => {
  test.each([
    [['ingest']],
    [['start']],
    [['api']],
    [['export', 'offers']],
    [['match', 'rows.csv']],
    [['runs']],
    [['runs', 'accept', 'run_d0d9a0fbfe2d9efb9f33']],
    [['review']],
  ])('makes %j end with what to do', async (command) => {
    const program = await upgradable();
    const { code, out, err } = await program.run(command, { PORT: '0' });
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: `error: ${ADVICE}\n` });
    expect(await pointerOf(program)).toContain(SNAPSHOT);
  });

  test('is what doctor finds wrong, and gc works on it', async () => {
    const program = await upgradable();
    const { code, out } = await program.run(['doctor']);
    expect(code).toBe(3);
    expect(out.match(/FAIL.*/g)).toEqual([`FAIL  snapshot: ${ADVICE}`]);
    expect((await program.run(['gc', '--keep', '1', '--hours', '0'])).code).toBe(0);
    // A run of it waits for a person.
    expect((await program.run(['rebuild'])).code).toBe(4);
  });
});

describe('once rebuilt', () => {
  let program: Program;
  test('it is served as before, to who had a key, to the cursors of before', async () => {
    program = await upgradable();
    const { code, out } = await program.run(['rebuild']);
    expect(code).toBe(4);
    expect(out).toMatch(/suspect, not published: nordlicht\/catalogue of 2026-02-04/);
    expect((await program.run(['doctor'])).code).toBe(4);
    const api = program.begin(['api'], { PORT: '0' });
    await api.says('readyz');
    const url = /(http:\S+)\/v1/.exec(api.out)?.[1] ?? '';
    const get = async (path: string) => {
      const answer = await fetch(`${url}/v1/${path}`, {
        headers: { authorization: `Bearer ${FIXTURE_KEY}` },
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    const first = await get('search?q=weiss&limit=1');
    expect(first.body).toMatchObject({ results: [{ brand: 'Weiß' }] });
    const state = await openState(`${program.cwd}/data/state.sqlite`);
    const cursors = new Cursors(await state.secrets.secret('cursor'));
    await state.close();
    const said = cursors.read(String(first.body['next_cursor']));
    if (!said) throw new Error('no next page');
    const older = cursors.write({ ...said, snapshot_id: SNAPSHOT });
    const [next, plain] = [
      await get(`search?q=weiss&limit=1&cursor=${older}`),
      await get(`search?q=weiss&limit=1&cursor=${String(first.body['next_cursor'])}`),
    ];
    expect(next.status).toBe(200);
    expect(next.body['results']).toEqual(plain.body['results']);
    await api.stop();
  });

  test('what a person said of two listings still holds', async () => {
    const { out } = await program.run(['review', 'show', 'nordlicht:n6=mp_basar:b1']);
    expect(out).toContain('a bowl is no nutcracker');
    expect(out).not.toContain('void');
  });

  test('the run that waited can be accepted, and ingest goes on', async () => {
    const accepted = await program.run(['runs', 'accept', 'run_d0d9a0fbfe2d9efb9f33']);
    expect(accepted).toMatchObject({ code: 0 });
    expect(accepted.out).toMatch(/vanished 9/);
    const again = await program.run(['ingest']);
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toMatch(/listings: unchanged \d+, changed 0, new 0, vanished 0/);
    expect(again.out).not.toMatch(/late|suspect/);
    expect((await program.run(['runs'])).out).not.toMatch(/ (?:held: \w+|waiting) /);
  });
});

describe('killed in the middle', () => {
  /** Runs `rebuild` and kills it when it tells of a step; true when it was hit. */
  async function killed(program: Program, step: string): Promise<boolean> {
    const { child } = program.begin(['rebuild']);
    const watch = (chunk: unknown) => {
      if (String(chunk).includes(`publish: ${step}`)) child.kill('SIGKILL');
    };
    child.stdout?.on('data', watch);
    child.stderr?.on('data', watch);
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    return signal === 'SIGKILL';
  }

  test('a rebuild is done again to the same end', async () => {
    const contents = async ({ cwd }: Program) => {
      const store = new FolderStore(`${cwd}/data`);
      const { manifest } = (await currentManifest(store)) as PointedManifest;
      const runs = (await publishedRuns(store, manifest)).map((run) => run.run_id);
      return [runs, await tableContents(manifest, store, `${cwd}/spill`)];
    };
    const undisturbed = await upgradable();
    expect((await undisturbed.run(['rebuild'])).code).toBe(4);
    const program = await upgradable();
    let hits = 0;
    for (const step of ['identify', 'match', 'snapshot', 'identify']) if (await killed(program, step)) hits++;
    expect(hits).toBeGreaterThan(0);
    expect((await program.run(['rebuild'])).code).toBe(4);
    expect(await contents(program)).toEqual(await contents(undisturbed));
  });
});
