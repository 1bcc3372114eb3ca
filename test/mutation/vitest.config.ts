import { defineConfig, mergeConfig } from 'vitest/config';
import whole from '../../vitest.config.ts';

/** The project's own settings with only the tests that hold the file being mutated; see typescript_run.ts. */
export default mergeConfig(
  { ...whole, test: { ...whole.test, include: [] } },
  defineConfig({ test: { include: process.env['MUTATION_TESTS']?.split(' ') ?? [] } }),
);
