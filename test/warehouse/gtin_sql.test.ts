import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gtin as cdigit } from 'cdigit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readGtin } from '../../pipelines/domain/gtin.ts';
import { seededRandom } from '../../pipelines/domain/seeded_random.ts';
import { Database } from '../../warehouse/database.ts';

const spill = mkdtempSync(join(tmpdir(), 'gtin-sql-'));
let database: Database;
beforeAll(async () => {
  database = await Database.open({ memoryLimit: '512MiB', threads: 2, spill });
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  rmSync(spill, { recursive: true });
});

const PREFIXES = (
  ' 0 00 000 0000 00000 000000 0000000 02 04 05 2 200 299 300 952 951 953 959 960 969 970 977 978 9790 980 981 984 ' +
  '985 99 1 9 019 020 029 030 039 040 049 050 059 060 139 199 0952 02000 095200 1020 9952'
).split(' ');
/** What a column reads in SQL: all else goes to the rule itself. */
const PLAIN = /^(?:[1-9][0-9]{7}|[0-9]{12,14})$/;

function codes(count: number): string[] {
  const next = seededRandom(20240229);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const digits = (length: number) => Array.from({ length }, () => Math.floor(next() * 10)).join('');
  return Array.from({ length: count }, () => {
    const payload = (pick(PREFIXES) + digits(16)).slice(0, pick([8, 8, 12, 13, 13, 14]) - 1);
    return payload + (next() < 0.75 ? cdigit.compute(payload) : digits(1));
  });
}

function wanted(code: string): [status: string, gtin14: string | null, restricted: string | null] {
  const reading = readGtin(code);
  return [
    reading.status,
    reading.status === 'valid' ? reading.gtin14 : null,
    reading.status === 'restricted' ? reading.code : null,
  ];
}

/** By position. */
async function inSql(list: string[]): Promise<unknown[][]> {
  const rows = await database.rows<Record<string, string>>(
    'read codes',
    `select gtin_status_of(scan) as status, gtin14_of(scan) as gtin14, restricted_code_of(scan) as restricted
     from (
       select gtin_number_scan(unnest(from_json($codes, '["BIGINT"]'))) as scan, generate_subscripts(from_json($codes, '["VARCHAR"]'), 1) as place
     )
     order by place`,
    { codes: JSON.stringify(list) },
  );
  return rows.map((row) => [row['status'], row['gtin14'], row['restricted']]);
}

async function differences(list: string[]): Promise<unknown[]> {
  const found = await inSql(list);
  expect(found.length).toBe(list.length);
  return list
    .map((code, index) => ({ code, found: found[index], wanted: wanted(code) }))
    .filter((row) => JSON.stringify(row.found) !== JSON.stringify(row.wanted))
    .slice(0, 20);
}

it('reads 100,000 random and edge codes like readGtin', async () => {
  const list = [...new Set(codes(150_000))].filter((code) => PLAIN.test(code)).slice(0, 100_000);
  expect(list.length).toBe(100_000);
  expect(await differences(list)).toEqual([]);
  const statuses = Map.groupBy(list, (code) => readGtin(code).status);
  for (const status of ['valid', 'restricted', 'checksum'] as const)
    expect(statuses.get(status)?.length, status).toBeGreaterThan(1000);
});

it('reads the case file like readGtin, and null as missing', async () => {
  const text = readFileSync(new URL('../../fixtures/gtin/cases.csv', import.meta.url), 'utf8');
  const list = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0] ?? '')
    .filter((code) => PLAIN.test(code));
  expect(list.length).toBeGreaterThan(20);
  expect(await differences(list)).toEqual([]);
  const rows = await database.rows(
    'null',
    'select gtin_status_of(null::bigint) as status, gtin14_of(null::bigint) as gtin14',
  );
  expect(rows).toEqual([{ status: 'missing', gtin14: null }]);
});
