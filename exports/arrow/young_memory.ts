import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;
let collect: Collect | undefined;

/**
 * Lets go of views of DuckDB's memory that nobody holds any more, in about a millisecond. V8 counts them by what they
 * show and not by what they take, so that without this every 32 MB shown makes it look through its whole heap.
 */
export function releaseViews(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    // Contexts made from here on are without it again.
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'minor' });
}
