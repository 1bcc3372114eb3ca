import { setTimeout as delay } from 'node:timers/promises';
import type { State } from '../../warehouse/state/state.ts';

const POLL_MS = 500;
const DAY_MS = 86_400_000;
/** What ended is shown for so long. */
const KEPT_DAYS = 30;
const SWEEP_MS = 3_600_000;

export interface DueEndpointsSettings {
  state: Pick<State, 'deliveries'>;
  now: () => Date;
  onError: (error: unknown) => void;
  pollMs?: number | undefined;
  /** Passes over retries until they are late by this; default 0. */
  retryGraceMs?: number;
  /** Called for an endpoint that something is due for, and not again before it has ended. */
  serve: (endpoint: string, signal: AbortSignal) => Promise<unknown>;
}

/** Looks into the state for endpoints that something is due for, until disposed; forgets what ended long ago. */
export class DueEndpoints implements AsyncDisposable {
  readonly #settings: DueEndpointsSettings;
  readonly #stop = new AbortController();
  readonly #served = new Map<string, Promise<unknown>>();
  readonly #ended: Promise<void>;
  #sweptMs = 0;

  constructor(settings: DueEndpointsSettings) {
    this.#settings = settings;
    this.#ended = this.#follow();
  }

  /** Looks no more, and waits for those that are being served. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#ended;
    await Promise.all(this.#served.values());
  }

  async #follow(): Promise<void> {
    const { pollMs = POLL_MS, onError } = this.#settings;
    while (!this.#stop.signal.aborted) {
      try {
        await this.#look();
      } catch (error) {
        onError(error);
      }
      await delay(pollMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
  }

  async #look(): Promise<void> {
    const { state, now, onError, serve, retryGraceMs = 0 } = this.#settings;
    const nowMs = now().getTime();
    if (nowMs - this.#sweptMs > SWEEP_MS) {
      this.#sweptMs = nowMs;
      await state.deliveries.sweep(nowMs - KEPT_DAYS * DAY_MS);
    }
    for (const endpoint of await state.deliveries.due(nowMs, nowMs - retryGraceMs)) {
      if (this.#served.has(endpoint)) continue;
      const serving = serve(endpoint, this.#stop.signal)
        .catch(onError)
        .finally(() => this.#served.delete(endpoint));
      this.#served.set(endpoint, serving);
    }
  }
}
