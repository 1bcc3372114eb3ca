import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';
import { readEquivalents, withoutEquivalents } from './equivalents.ts';
import type { Score } from './score.ts';
import { testsOf } from './tests_of.ts';

type Options = ConstructorParameters<typeof Stryker>[0];
type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number];

/** Runs Stryker over a TypeScript file, in a copy of the tree, with the tests that hold it. */
export async function mutateTypeScript(root: string, file: string): Promise<Score> {
  const tests = testsOf(root, file);
  // Not by `testFiles`: Stryker then turns a mutant on only after the modules are loaded, too late for constants.
  process.env['MUTATION_TESTS'] = tests.join(' ');
  const stryker = new Stryker({
    mutate: [file],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'test/mutation/vitest.config.ts', related: false, pool: 'forks' },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // a name that does not exist: Stryker reads the file with an older TypeScript's functions
    tsconfigFile: 'absent.json',
    tempDirName: '.cache/mutation/stryker',
    ignorePatterns: ['.cache', '.ci', 'data'],
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only'],
    logLevel: 'warn' as NonNullable<Options['logLevel']>,
  });
  const results = await stryker.runMutationTest();
  const source = readFileSync(join(root, file), 'utf8').split('\n');
  const counted = results.filter((result) => !isStepName(source, result));
  const survived = counted.filter(({ status }) => status === 'Survived' || status === 'NoCoverage');
  return {
    file,
    killed: counted.length - survived.length,
    ...withoutEquivalents(
      survived.map((result) => describeResult(source, result)),
      readEquivalents().get(file),
    ),
  };
}

/** Whether a mutant is of the name that a statement has in errors and profiles: no rule is in it. */
function isStepName(source: readonly string[], { location: { start } }: MutantResult): boolean {
  const before = [
    ...source.slice(0, start.line - 1),
    (source[start.line - 1] ?? '').slice(0, start.column - 1),
  ];
  return /\bdatabase\.(run|rows|count|script)(<[^()]*>)?\(\s*$/.test(before.slice(-4).join('\n'));
}

/** `12: total [+ → -]`. Lines and columns of a result count from 1. */
function describeResult(source: readonly string[], { location, replacement, status }: MutantResult): string {
  const { start, end } = location;
  const lines = source.slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const was = lines
    .map((line, index) =>
      line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
    )
    .join(' ');
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 160);
  const place = (lines[0] ?? '')
    .slice(0, start.column - 1)
    .trimStart()
    .slice(-40);
  const uncovered = status === 'NoCoverage' ? ' (no test runs it)' : '';
  return `${start.line}: ${place}[${short(was)} → ${short(replacement) || 'nothing'}]${uncovered}`;
}
