import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The files that take longest, in the order in which they begin: what begins last is waited for alone. Those on a
 * Temporal server mostly wait, so no two of them that take long stand side by side: while one waits the others fill both cores.
 */
export const LONGEST = [
  'test/workflows/temporal/schedules.test.ts',
  'test/api/cli/start.test.ts',
  'test/pipelines/snapshot/kill.test.ts',
  'test/workflows/temporal/ingest.test.ts',
  'test/pipelines/snapshot/publish.test.ts',
  'test/workflows/temporal/tracing.test.ts',
  'test/api/explorer/explorer.test.ts',
  'test/api/cli/kills.test.ts',
  'test/pipelines/equivalence/relation_weights.test.ts',
  'test/workflows/temporal/deliveries.test.ts',
];

/** Begins with the files of `LONGEST`; all others follow as ever, on a fresh clone the largest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(LONGEST.map((path, place) => [path, place]));
    const placeOf = ({ project, moduleId }: TestSpecification) =>
      places.get(relative(project.config.root, moduleId).replaceAll('\\', '/')) ?? LONGEST.length;
    return (await super.sort(files)).toSorted((left, right) => placeOf(left) - placeOf(right));
  }
}
