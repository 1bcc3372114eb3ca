#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { dirname } from 'node:path';
import type { Terminal } from './terminal.ts';

// Half of a short command's time is reading the program's own modules; the second start finds them compiled.
// Threads do so only where the environment names the folder.
const { directory } = enableCompileCache();
if (directory) Object.assign(process.env, { NODE_COMPILE_CACHE: dirname(directory) });

const terminal: Terminal = {
  env: process.env,
  cwd: process.cwd(),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  redraws: process.stderr.isTTY,
};

// A reader that has seen enough, such as head, closes the pipe: that is the end, not a failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const { runProgram } = await import('./program.ts');
process.exitCode = await runProgram(process.argv.slice(2), terminal);
