import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { readEquivalents, withoutEquivalents } from './equivalents.ts';
import type { Score } from './score.ts';
import { describeMutant, mutated, sqlMutants } from './sql_mutants.ts';
import { testsOf } from './tests_of.ts';

/** Left out of the copy that mutants run in. */
const LEFT_OUT = new Set(['node_modules', 'data', '.cache', '.git', '.ci']);
/** DuckDB's and SQLite's words for SQL that is none. */
const BROKEN = /\b(Parser|Binder|Catalog) Error\b|syntax error|no such (column|table)/;

/**
 * Runs every mutant of some SQL files in a copy of the tree, so that no file of the tree itself is ever touched.
 * `tell` is told the score of each. Throws when its tests fail without a mutant.
 */
export async function mutateSql(
  root: string,
  files: readonly string[],
  tell: (score: Score) => void,
): Promise<void> {
  const copy = join(root, '.cache', 'mutation', `sql-${process.pid}`);
  const remove = (): void => rmSync(copy, { recursive: true, force: true });
  process.once('exit', remove);
  for (const entry of readdirSync(root).filter((name) => !LEFT_OUT.has(name)))
    cpSync(join(root, entry), join(copy, entry), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    bail: 1,
    testTimeout: 30_000,
    reporters: [{}],
    onConsoleLog: () => false,
  });
  try {
    for (const file of files) tell(await mutateFile(vitest, { copy, file, tests: testsOf(root, file) }));
  } finally {
    await vitest.close();
    process.off('exit', remove);
    remove();
  }
}

interface FileRun {
  copy: string;
  file: string;
  tests: readonly string[];
}

async function mutateFile(vitest: Vitest, { copy, file, tests }: FileRun): Promise<Score> {
  const path = join(copy, file);
  const sql = readFileSync(path, 'utf8');
  const wanted = new Set(tests.map((test) => join(copy, test)));
  const specifications = (await vitest.globTestSpecifications()).filter(({ moduleId }) =>
    wanted.has(moduleId),
  );
  const failed = await failures(vitest, specifications);
  if (specifications.length !== wanted.size || failed.length > 0)
    throw new Error(`${file}: ${tests.join(', ')} fail without any mutant: ${failed[0] ?? 'not found'}`);
  const survivors: string[] = [];
  let killed = 0;
  const mutants = sqlMutants(sql);
  for (const [index, mutant] of mutants.entries()) {
    writeFileSync(path, mutated(sql, mutant));
    const messages = await failures(vitest, specifications);
    if (messages.length === 0) survivors.push(describeMutant(sql, mutant));
    else if (!messages.every((message) => BROKEN.test(message))) killed++;
    if (process.stderr.isTTY) process.stderr.write(`\r${file} ${index + 1}/${mutants.length}  `);
  }
  writeFileSync(path, sql);
  return { file, killed, ...withoutEquivalents(survivors, readEquivalents().get(file)) };
}

/** Messages of what failed; none where all tests passed. What failed outside of a test, on a busy machine, is tried again. */
async function failures(
  vitest: Vitest,
  specifications: TestSpecification[],
  again = true,
): Promise<string[]> {
  // else the answer also has what other tests came to before
  vitest.state.filesMap.clear();
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const failed = testModules.flatMap(messagesOf);
  if (failed.length > 0 || unhandledErrors.length === 0) return failed;
  if (again) return failures(vitest, specifications, false);
  return unhandledErrors.map((error) => (error instanceof Error ? error.message : String(error)));
}

function messagesOf(module: TestModule): string[] {
  const tests = [...module.children.allTests()].flatMap((test) => test.result().errors ?? []);
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [...module.errors(), ...suites, ...tests].map(({ message }) => message);
}
