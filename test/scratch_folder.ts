import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a run of the tests writes into the system's temporary folder lies in one folder of its own, which goes with it:
 * also what a killed process left. Its name is short, since the path of a socket is.
 */
export default function scratchFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'index-'));
  Object.assign(process.env, { TMPDIR: folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
