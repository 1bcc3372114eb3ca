import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Database } from '../../warehouse/database.ts';

const spill = mkdtempSync(join(tmpdir(), 'csv-cell-'));
let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '256MiB', spill });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(spill, { recursive: true });
});

async function cells(texts: readonly (string | null)[]): Promise<(string | null)[]> {
  const rows = await database.rows<{ cell: string | null }>(
    'make cells',
    `select csv_cell(unnest(from_json($texts, '["VARCHAR"]'))) as cell`,
    { texts: JSON.stringify(texts) },
  );
  return rows.map(({ cell }) => cell);
}

it('puts an apostrophe before what a spreadsheet would run, and changes nothing else', async () => {
  const run = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x', '=', '-'];
  expect(await cells(run)).toEqual(run.map((text) => `'${text}`));
  const plain = ['', 'a=1', '1-1', ' =1', "'=1", '"=1', 'x\n=1', '𝄞', 'Ünit', '(1)', null];
  expect(await cells(plain)).toEqual(plain);
});

it('leaves no cell that begins a formula, and can be taken back', async () => {
  const texts = fc.sample(
    fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', '1', 'a', '＝', ' ') }),
    { numRuns: 2000, seed: 7 },
  );
  const made = await cells(texts);
  for (const [at, text] of texts.entries()) {
    const cell = made[at] ?? '';
    expect('=+-@\t\r\n＝＋－＠'.includes(cell.charAt(0)) && cell !== '').toBe(false);
    expect(cell === text ? text : cell.slice(1)).toBe(text);
  }
});
