import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../warehouse/manifest.ts';
import { REBUILT_TABLES } from '../../../warehouse/tables.ts';
import { Program } from './program.ts';

// Each command is a process of its own, and a busy machine takes its time to start a dozen of them.

const YAML = `market: { country: US, currency: USD }
sellers:
  - { id: good, name: Good, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: good.csv, format: google }] }
  - { id: other, name: Other, kind: retailer, access: merchant_feed, feeds: [{ name: all, url: other.csv, format: google }] }
`;
const ROWS = 'id,title,price\n1,Kettle,10.00\n2,Pan,20.00\n';

async function shop(): Promise<Program> {
  const program = new Program().write({ 'commerce-index.yaml': YAML, 'good.csv': ROWS, 'other.csv': ROWS });
  expect((await program.run(['ingest'])).code).toBe(0);
  return program;
}

const path = (program: Program, ...parts: string[]) => join(program.cwd, 'data', ...parts);
const snapshots = (program: Program) => readdirSync(path(program, 'snapshots'));

describe('one damaged file', () => {
  test.each([
    ['held.json', ''],
    ['held.json', '[{"run_id": "run_'],
    ['runs/run_0123456789abcdef0123.json', ''],
  ])('%s holding %j stops no feed, is set aside, and doctor tells it', async (key, text) => {
    const program = await shop();
    writeFileSync(path(program, key), text);
    const { code, out } = await program.run(['ingest']);
    expect([code, out]).toEqual([0, expect.stringContaining('rows read 4 = accepted 4 + rejected 0')]);
    expect(readFileSync(path(program, 'damaged', key), 'utf8')).toBe(text);
    const told = await program.run(['doctor']);
    expect([told.code, told.out]).toEqual([
      3,
      expect.stringContaining(`FAIL  damaged files: ${key}: set aside in`),
    ]);
    rmSync(path(program, 'damaged'), { recursive: true });
    expect(await program.run(['doctor'])).toMatchObject({ code: 0 });
  });

  test('a stage whose record is cut off is staged again', async () => {
    const program = await shop();
    for (const stage of readdirSync(path(program, 'staged')))
      truncateSync(path(program, 'staged', stage, 'stage.json'), 20);
    const { code, out } = await program.run(['ingest', '--as-of', '2030-01-01']);
    expect([code, out]).toEqual([3, expect.stringContaining('lies in the future')]);
    expect((await program.run(['ingest'])).code).toBe(0);
    for (const stage of readdirSync(path(program, 'staged')))
      expect(JSON.parse(readFileSync(path(program, 'staged', stage, 'stage.json'), 'utf8'))).toHaveProperty(
        'outcomes',
      );
  });

  test('of what a rebuild writes anew is mended by it, as doctor says; of what it reads is not', async () => {
    const program = await shop();
    const manifest = JSON.parse(
      readFileSync(path(program, 'snapshots', newest(program), 'manifest.json'), 'utf8'),
    ) as Manifest;
    const files = [...REBUILT_TABLES].flatMap((table) => manifest.tables[table] ?? []);
    expect(files.length).toBeGreaterThan(8);
    for (const [at, { key }] of files.entries())
      if (at % 2 === 0) rmSync(path(program, key));
      else truncateSync(path(program, key), 10);
    const told = (await program.run(['doctor'])).out;
    for (const { key } of files) expect(told).toContain(key);
    expect(told).toContain('; run `commerce-index rebuild`, which writes that anew');
    expect(await program.run(['rebuild'])).toMatchObject({ code: 0 });
    expect(await program.run(['doctor'])).toMatchObject({ code: 0 });
    for (const change of readdirSync(path(program, 'facts/changes')))
      rmSync(path(program, 'facts/changes', change), { recursive: true });
    expect((await program.run(['doctor'])).out).toContain('is missing; restore the data folder');
  });

  test.each([
    ['the pointer', () => 'current.json'],
    ['the manifest it names', (program: Program) => `snapshots/${newest(program)}/manifest.json`],
  ])('%s is named by every command, and doctor --repair makes it again', async (_, keyOf) => {
    const program = await shop();
    const first = newest(program);
    program.write({ 'good.csv': ROWS.replace('10.00', '11.00') });
    await program.run(['ingest']);
    const key = keyOf(program);
    truncateSync(path(program, key), 20);
    for (const command of ['ingest', 'runs', 'gc', 'rebuild', 'api']) {
      const { code, out, err } = await program.run([command], { PORT: '0' });
      expect([command, code]).toEqual([command, command === 'rebuild' ? 3 : 1]);
      expect(out + err).toContain(`${key} is damaged`);
      expect(out + err).toContain('run `commerce-index doctor --repair`');
      expect(err).not.toMatch(/ at .*\.ts:\d+/);
    }
    expect((await program.run(['doctor'])).out).toMatch(/FAIL {2}snapshot: \S+ is damaged/);
    const repaired = await program.run(['doctor', '--repair']);
    expect(repaired.out).toMatch(/ok {4}repair: set aside .*; the pointer leads to snp_\w+ now/);
    expect(newest(program)).toBe(
      key === 'current.json' ? snapshots(program).find((id) => id !== first) : first,
    );
    rmSync(path(program, 'damaged'), { recursive: true });
    expect((await program.run(['ingest'])).code).toBe(0);
    expect(await program.run(['doctor', '--repair'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('ok    repair: nothing to do'),
    });
  });
});

function newest(program: Program): string {
  return (JSON.parse(readFileSync(path(program, 'current.json'), 'utf8')) as { snapshot_id: string })
    .snapshot_id;
}

test('runs lists what failed beside what succeeded, with the reason, who decided and when', async () => {
  const program = await shop();
  program.write({ 'other.csv': '<!doctype html><html></html>\n' });
  for (let day = 0; day < 2; day++) expect((await program.run(['ingest', 'other'])).code).toBe(3);
  const failed = /run_\w+ +other\/all +\S+ +failed \(2 tries\) .* the program +\S+ +.*other\.csv/;
  expect((await program.run(['runs'])).out).toMatch(failed);
  await program.run(['ingest', 'good']);
  const { out } = await program.run(['runs', '--seller', 'other']);
  expect(out).toMatch(failed);
  expect(out).toMatch(/other\/all +\S+ +accepted +2 +2 +0 /);
  expect(out).not.toContain('good/all');
});

test('a suspect run can be turned down for good, with a reason', async () => {
  const many = (price: string) =>
    `id,title,price\n${Array.from({ length: 20 }, (_, item) => `${item},Thing ${item},${price}`).join('\n')}\n`;
  const program = await shop();
  program.write({ 'good.csv': many('10.00') });
  await program.run(['ingest', 'good']);
  program.write({ 'good.csv': many('99.00') });
  const held = await program.run(['ingest', 'good']);
  const run = /runs accept (run_\w+)/.exec(held.out)?.[1] ?? '';
  const rejected = await program.run(['runs', 'reject', run, '--reason', 'cents as dollars']);
  expect(rejected).toMatchObject({ code: 0, out: `rejected ${run}\n` });
  const { out } = await program.run(['runs']);
  expect(out).toMatch(new RegExp(`${run} .* rejected .* cents as dollars`));
  expect(out).not.toContain('held');
  expect((await program.run(['runs', 'accept', run])).err).toMatch(
    new RegExp(`error: the run ${run} was rejected \\(.*\\); it is not taken any more\n`),
  );
});
