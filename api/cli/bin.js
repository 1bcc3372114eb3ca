#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// What an installed package runs. Plain JavaScript, since Node strips types from no file under node_modules: there the
// program is run again with strip_types.js before it, which worker threads inherit. In a checkout nothing is needed.
const NEEDED = 24;
const main = new URL('main.ts', import.meta.url);

if (Number(process.versions.node.split('.')[0]) < NEEDED) {
  process.stderr.write(`commerce-index needs Node ${NEEDED} or newer; this is ${process.version}\n`);
  process.exit(1);
}
if (import.meta.url.includes('/node_modules/')) {
  const strip = new URL('strip_types.js', import.meta.url);
  const options = ['--disable-warning=ExperimentalWarning', `--import=${strip.href}`];
  const values = [...options, fileURLToPath(main), ...process.argv.slice(2)];
  // Takes the place of this process; Windows has no such call.
  process.execve?.(process.execPath, [process.execPath, ...values]);
  const { status } = spawnSync(process.execPath, values, { stdio: 'inherit' });
  process.exit(status ?? 1);
}
await import(main.href);
