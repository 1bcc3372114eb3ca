import { readFileSync } from 'node:fs';

/**
 * The mutants of each file that no test can notice, as the table of this folder's README lists them: without their
 * line, which is there for people and moves.
 */
export function readEquivalents(): ReadonlyMap<string, ReadonlySet<string>> {
  const table = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
  const rows = [...table.matchAll(/^\| `([^`]+)` \| \d+ \| `` (.+?) `` \| .+ \|$/gm)];
  return new Map(
    [...Map.groupBy(rows, ([, file = '']) => file)].map(([file, own]) => [
      file,
      new Set(own.map(([, , mutant = '']) => mutant.replaceAll('\\|', '|'))),
    ]),
  );
}

/** Survivors without those listed for their file, and how many these were. */
export function withoutEquivalents(
  survivors: readonly string[],
  listed: ReadonlySet<string> = new Set(),
): { survivors: string[]; equivalent: number } {
  const left = survivors.filter(
    (survivor) => !listed.has(survivor.replace(/^\d+: | \(no test runs it\)$/g, '')),
  );
  return { survivors: left, equivalent: survivors.length - left.length };
}
