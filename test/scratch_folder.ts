import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a run of the tests writes into the system's temporary folder lies in one folder of its own, which goes with it:
 * also what a killed process left. Its name is short, since the path of a socket is;
 * others may go through it, since PostgreSQL refuses to run as root and then does as a user of its own.
 */
export default function scratchFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'index-'));
  chmodSync(folder, 0o711);
  Object.assign(process.env, { TMPDIR: folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
