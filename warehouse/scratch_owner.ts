import { createHash, randomBytes } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const PLACE = createHash('sha256').update(`${hostname()} ${numberSpace()}`).digest('hex').slice(0, 8);

/** On Linux the space that process numbers are of: containers on one machine count each for themselves. */
function numberSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // No other system has such spaces.
    return '';
  }
}

/**
 * What ends the names of this process's own scratch folders. A number alone does not name a process: several
 * machines or containers may work on one data folder, each with a process of that number, and a number is given out
 * again.
 */
export const OWN_MARK = `${PLACE}-${process.pid}-${randomBytes(3).toString('hex')}`;

/**
 * Whose a scratch folder is by its name: of a process of this machine that lives or is dead; of one that may live
 * `elsewhere`, which only the age of its files tells; or of no process in particular (null).
 */
export function ownerOf(name: string): 'living' | 'dead' | 'elsewhere' | null {
  const [, place, processId] = /(?:^|-)([0-9a-f]{8})-(\d+)-[0-9a-f]{6}$/.exec(name) ?? [];
  if (place === undefined) return null;
  if (place !== PLACE) return 'elsewhere';
  return isAlive(Number(processId)) ? 'living' : 'dead';
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: it lives and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
