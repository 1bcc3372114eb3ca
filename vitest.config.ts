import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // One more than the two cores of the smallest machine: the tests on a Temporal server mostly wait.
    maxWorkers: 3,
  },
});
