import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from 'undici';
import { publicAgent } from '../../pipelines/feeds/address.ts';
import type { ClaimedDelivery } from '../../warehouse/state/deliveries.ts';
import type { State } from '../../warehouse/state/state.ts';
import { attemptDelivery, TIME_LIMIT_MS } from './attempt.ts';
import { Circuit } from './circuit.ts';
import { RETRY_LADDER_MS, settlementOf } from './ladder.ts';

const CONNECT_SECONDS = 10;
/** Attempts at one endpoint at a time. */
const PER_ENDPOINT = 8;
/** Attempts at a time. */
const AT_ONCE = 256;
const POLL_MS = 500;
/** A claim outlives its attempt by this. */
const GRACE_MS = 15_000;
const DAY_MS = 86_400_000;
/** What ended is shown for so long. */
const KEPT_DAYS = 30;
const SWEEP_MS = 3_600_000;

export interface DeliverySettings {
  state: Pick<State, 'deliveries' | 'watches'>;
  now: () => Date;
  /** Lets callbacks reach private and loopback addresses. */
  allowPrivate: boolean;
  onError: (error: unknown) => void;
  ladderMs?: readonly number[];
  timeLimitMs?: number;
  /** After so long a claimed delivery is another process's to take; default the time limit and 15 seconds. */
  leaseMs?: number;
  pollMs?: number;
  probeMs?: number;
}

/**
 * Delivers what waits in the state, until disposed. What it does not know it can lose: a process that dies leaves its
 * claims, which others take once they are over, so every delivery is attempted at least once and some may be twice,
 * under the same id. Endpoints (origins of callbacks) have lanes of their own: one that is slow holds up none but itself.
 */
export class DeliveryEngine implements AsyncDisposable {
  readonly #settings: DeliverySettings;
  readonly #agent: Agent;
  readonly #stop = new AbortController();
  readonly #lanes = new Map<string, Promise<void>>();
  readonly #circuits = new Map<string, Circuit>();
  readonly #ended: Promise<void>;
  #running = 0;
  #sweptMs = 0;

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
    this.#agent = publicAgent({ allowPrivate: settings.allowPrivate, connectSeconds: CONNECT_SECONDS });
    this.#ended = this.#follow();
  }

  /** Claims nothing more and waits for the attempts under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#ended;
    await Promise.all(this.#lanes.values());
    await this.#agent.destroy();
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

  /** Opens a lane for each endpoint that something is due for and that has none. */
  async #look(): Promise<void> {
    const { state, onError } = this.#settings;
    const nowMs = this.#nowMs();
    if (nowMs - this.#sweptMs > SWEEP_MS) {
      this.#sweptMs = nowMs;
      await state.deliveries.sweep(nowMs - KEPT_DAYS * DAY_MS);
    }
    for (const { endpoint, next_ms } of await state.deliveries.waiting()) {
      if (next_ms > nowMs || this.#lanes.has(endpoint)) continue;
      const lane = this.#lane(endpoint)
        .catch(onError)
        .finally(() => this.#lanes.delete(endpoint));
      this.#lanes.set(endpoint, lane);
    }
  }

  /** Delivers to one endpoint until nothing is due for it, or it has to be spared. */
  async #lane(endpoint: string): Promise<void> {
    const { state, timeLimitMs = TIME_LIMIT_MS, leaseMs = timeLimitMs + GRACE_MS } = this.#settings;
    const circuit = this.#circuitOf(endpoint);
    const running = new Set<Promise<void>>();
    for (;;) {
      const nowMs = this.#nowMs();
      const room = Math.min(circuit.room(PER_ENDPOINT, running.size, nowMs), AT_ONCE - this.#running);
      const claimed =
        room > 0 && !this.#stop.signal.aborted
          ? await state.deliveries.claim({ endpoint, most: room, nowMs, leaseMs })
          : [];
      for (const delivery of claimed) {
        this.#running++;
        const attempt: Promise<void> = this.#attempt(delivery, circuit)
          .catch(this.#settings.onError)
          .finally(() => {
            this.#running--;
            running.delete(attempt);
          });
        running.add(attempt);
      }
      if (running.size === 0) return;
      await Promise.race(running);
    }
  }

  async #attempt(delivery: ClaimedDelivery, circuit: Circuit): Promise<void> {
    const { state, now, timeLimitMs, ladderMs = RETRY_LADDER_MS } = this.#settings;
    const outcome = await attemptDelivery(delivery, { agent: this.#agent, now, timeLimitMs });
    const nowMs = this.#nowMs();
    const { status } = outcome.attempt;
    circuit.note(status, nowMs);
    const settlement = settlementOf(delivery.attempts, outcome, nowMs, ladderMs);
    await state.deliveries.settle(delivery, outcome.attempt, settlement, nowMs);
    if (status === 410)
      await state.watches.disable(delivery.watch_id, 'its callback answered 410 Gone', nowMs);
    if (circuit.isOpen) {
      const ladder = ladderMs.reduce((sum, wait) => sum + wait, 0);
      await state.deliveries.expire(delivery.endpoint, nowMs - ladder, nowMs);
    }
  }

  #circuitOf(endpoint: string): Circuit {
    let circuit = this.#circuits.get(endpoint);
    if (!circuit) {
      circuit = new Circuit(this.#settings.probeMs);
      this.#circuits.set(endpoint, circuit);
    }
    return circuit;
  }

  #nowMs(): number {
    return this.#settings.now().getTime();
  }
}
