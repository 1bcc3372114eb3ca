/** Longest stretch of work before others have their turn. */
const TURN_MS = 8;
const ITEMS_PER_LOOK = 32;

/**
 * Calls `work` for each item in order; whenever that has taken 8 ms, the event loop has its turn. Throws the signal's
 * reason once it is aborted.
 */
export async function inTurns<T>(
  items: readonly T[],
  work: (item: T, index: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  let begun = performance.now();
  for (const [index, item] of items.entries()) {
    if (index % ITEMS_PER_LOOK === 0 && performance.now() - begun > TURN_MS) {
      await new Promise(setImmediate);
      signal?.throwIfAborted();
      begun = performance.now();
    }
    work(item, index);
  }
}
