import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readEquivalents, withoutEquivalents } from './equivalents.ts';
import { describeMutant, mutated, sqlMutants } from './sql_mutants.ts';
import { testsOf } from './tests_of.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What becomes of a statement, one text for each mutant. */
const becomes = (sql: string) => sqlMutants(sql).map((mutant) => mutated(sql, mutant));

test.each<[sql: string, mutants: string[]]>([
  ['select a -- where b = 1', []],
  [
    'select a from t where b < c',
    ['select a from t where true', 'select a from t where b <= c', 'select a from t where b >= c'],
  ],
  [
    'where a and (b or c) group by d',
    [
      'where true and (b or c) group by d',
      'where true group by d',
      'where a or (b or c) group by d',
      'where a and true group by d',
      'where a and (false or c) group by d',
      'where a and (b and c) group by d',
      'where a and (b or false) group by d',
    ],
  ],
  ['a between b and c', []],
  ['a is distinct from b', ['a <> b', 'a = b']],
  [
    'a is not distinct from b',
    ['a is distinct from b', 'a = b'].map((text) => text.replace('is distinct', 'is  distinct')),
  ],
  ['a is null', ['a is not null']],
  ['a is not null', ['a is null']],
  ['not a', [' a']],
  ['create or replace table if not exists t', []],
  ['limit 10', ['limit 11', 'limit 9']],
  ["x = 'gone'", ["x <> 'gone'", "x = ''"]],
  ['coalesce(a, b(c, d))', ['a', 'b(c, d)']],
  ['min(a)', ['max(a)']],
  ['lower(a)', ['a']],
  ['select *, count(*), a * b', ['select *, count(*), a / b']],
  ['select -a', ['select  a']],
  ['order by a, b desc', ['order by a desc, b desc', 'order by a, b ']],
  ['a join b using (c, d)', ['a left join b using (c, d)', 'a join b using (d)', 'a join b using (c)']],
  ['a full join b', ['a join b', 'a left join b']],
  ['a semi join b', ['a anti join b']],
  ['a union all b', ['a union b']],
  ['select distinct a', ['select  a']],
  [
    'case when a then b else c end',
    [
      'case when true then b else c end',
      'case when false then b else c end',
      'case when a then b else null end',
    ],
  ],
  ['over (partition by a order by b)', ['over ( order by b)', 'over (partition by a order by b desc)']],
])('%s', (sql, mutants) => {
  expect(becomes(sql)).toEqual(expect.arrayContaining(mutants));
  expect(becomes(sql)).toHaveLength(mutants.length);
});

test('a mutant is told by its line and what became of it', () => {
  const sql = 'select a\nfrom t\nwhere a = 1';
  expect(sqlMutants(sql).map((mutant) => describeMutant(sql, mutant))).toEqual([
    '3: where [a = 1 → true]',
    '3: where a [= → <>]',
    '3: where a = [1 → 2]',
    '3: where a = [1 → 0]',
  ]);
});

test('every mutant of every SQL file differs from it, and none twice', () => {
  const files = globSync('{api,exports,pipelines,warehouse}/**/*.sql', { cwd: root });
  expect(files.length).toBeGreaterThan(60);
  for (const file of files) {
    const sql = readFileSync(`${root}${file}`, 'utf8');
    const texts = becomes(sql);
    expect([file, new Set([sql, ...texts]).size]).toEqual([file, texts.length + 1]);
  }
});

test.each([
  [
    'pipelines/domain/money.ts',
    ['test/pipelines/domain/money.test.ts', 'test/pipelines/domain/number_grammar.test.ts'],
  ],
  [
    'pipelines/history/sql/wave_guard.sql',
    ['test/pipelines/history/guard.test.ts', 'test/pipelines/history/fold.test.ts'],
  ],
  ['pipelines/history/sql/overlap.sql', ['test/pipelines/history/overlap.test.ts']],
  ['pipelines/match/sql/gtin_conflicts.sql', ['test/pipelines/match/gtin_conflicts.test.ts']],
])('%s is held by %j', (file, tests) => {
  expect(testsOf(root, file)).toEqual(tests);
});

test('every mutant that the README lists as equivalent is still one of its file', () => {
  const listed = readEquivalents();
  expect(listed.size).toBeGreaterThan(15);
  for (const [file, mutants] of listed) {
    const source = readFileSync(`${root}${file}`, 'utf8');
    const own = new Set(
      sqlMutants(source).map((mutant) => describeMutant(source, mutant).replace(/^\d+: /, '')),
    );
    // of TypeScript, which Stryker mutates, only the place can be looked up: one of the brackets is not of the source
    const isPlace = (mutant: string): boolean => {
      const place = mutant.slice(0, mutant.lastIndexOf(' → '));
      return [...place.matchAll(/\[/g)].some(({ index }) =>
        source.includes(place.slice(0, index) + place.slice(index + 1)),
      );
    };
    const isMutant = (mutant: string) => (file.endsWith('.sql') ? own.has(mutant) : isPlace(mutant));
    expect([file, [...mutants].filter((mutant) => !isMutant(mutant))]).toEqual([file, []]);
  }
  const [file, mutants] = [...listed][0] ?? ['', new Set<string>()];
  const survivors = [...mutants].map((mutant) => `7: ${mutant}`);
  expect(withoutEquivalents([...survivors, '8: a [b → c] (no test runs it)'], listed.get(file))).toEqual({
    survivors: ['8: a [b → c] (no test runs it)'],
    equivalent: mutants.size,
  });
});

test('a file that no test holds says what to do', () => {
  expect(() => testsOf(root, 'test/mutation/main.ts')).toThrow('name the tests that hold it');
});
