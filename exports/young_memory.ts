import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;
let collect: Collect | undefined;

/**
 * Collects what was made a moment ago and is held by nobody any more, in about a millisecond. Asked for now and then by
 * who makes much of it: V8 otherwise lets such memory grow to 128 MiB before it looks, and views of DuckDB's memory,
 * which it counts by what they show and not by what they take, make it look through its whole heap for every 32 MB.
 */
export function collectYoung(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    // Contexts made from here on are without it again.
    setFlagsFromString('--no-expose-gc');
  }
  collect({ type: 'minor' });
}
