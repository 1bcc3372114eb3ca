import { setTimeout as delay } from 'node:timers/promises';
import type { FeedOutcome, FeedRequest } from './messages.ts';

export interface FeedLanes {
  /** Feeds read at the same time. */
  lanes: number;
  read: (request: FeedRequest) => Promise<FeedOutcome>;
  /** No further feed is begun. */
  signal: AbortSignal;
  /** How long nothing may come while feeds are outstanding before what came is handed on, milliseconds. */
  patienceMs: number;
  /** Some feeds brought something and the others keep everybody waiting. */
  onPatienceEnd: () => Promise<void>;
}

/**
 * Reads feeds side by side and returns their outcomes in the order of the requests. A feed that takes long holds up
 * nobody: what the others brought is handed on meanwhile.
 */
export async function readSideBySide(
  requests: readonly FeedRequest[],
  { lanes, read, signal, patienceMs, onPatienceEnd }: FeedLanes,
): Promise<FeedOutcome[]> {
  const outcomes = new Map<FeedRequest, FeedOutcome>();
  const waiting = [...requests];
  let lastEnd = performance.now();
  let isFresh = false;
  const lane = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const outcome = await read(next);
      outcomes.set(next, outcome);
      lastEnd = performance.now();
      isFresh ||= outcome.runs.length > 0;
    }
  };
  const timer = new AbortController();
  const all = Promise.all(Array.from({ length: lanes }, lane)).finally(() => timer.abort());
  // Looked at below: a lane that fails while others are handed on must not end the process.
  all.catch(() => undefined);
  while (!timer.signal.aborted) {
    await delay(patienceMs, undefined, { signal: timer.signal }).catch(() => undefined);
    if (timer.signal.aborted || !isFresh || performance.now() - lastEnd < patienceMs) continue;
    isFresh = false;
    await onPatienceEnd();
  }
  await all;
  return requests.flatMap((request) => outcomes.get(request) ?? []);
}
