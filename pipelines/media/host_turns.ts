import { setTimeout as wait } from 'node:timers/promises';

/** Lets so many requests to one host begin in a second, evenly; hosts do not wait for one another. */
export class HostTurns {
  readonly #gapMs: number;
  /** When the next may begin, by host, on the clock of `performance`. */
  readonly #free = new Map<string, number>();

  constructor(perSecond: number) {
    this.#gapMs = 1000 / perSecond;
  }

  /** Resolves when it is this request's turn. Rejects when called off. */
  async next(host: string, signal?: AbortSignal): Promise<void> {
    const now = performance.now();
    const turn = Math.max(now, this.#free.get(host) ?? 0);
    this.#free.set(host, turn + this.#gapMs);
    if (turn > now) await wait(turn - now, undefined, { signal });
  }
}
