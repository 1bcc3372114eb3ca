import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest_first.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/scratch_folder.ts',
    // They end what hangs; what is slow is told by `npm run bench`. A machine with busy neighbours takes four times as long.
    testTimeout: 300_000,
    hookTimeout: 480_000,
    pool: 'forks',
    // A worker reads modules once, not once for each file, which halves the processor time of short ones. So a test
    // leaves no module, global or variable of the environment changed behind it.
    isolate: false,
    // Modules are read by Node itself, as in production: calls through the runner's own modules cost a sixth more
    // processor time (180 instead of 149 s for the tests of matching, reading and reviews). Nothing is mocked by module.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Threads and processes that tests start find this program's modules compiled.
    env: { NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache') },
    // One more than the two cores of the smallest machine: the tests on a Temporal server mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
  },
});
