import { setTimeout as delay } from 'node:timers/promises';
import type { Agent } from 'undici';
import { publicAgent } from '../../pipelines/feeds/address.ts';
import type { ClaimedDelivery, DeliveryState } from '../../warehouse/state/deliveries.ts';
import type { State } from '../../warehouse/state/state.ts';
import { attemptDelivery, TIME_LIMIT_MS } from './attempt.ts';
import { Circuit } from './circuit.ts';
import { RETRY_LADDER_MS, settlementOf } from './ladder.ts';

const CONNECT_SECONDS = 10;
/** Attempts at one endpoint at a time. */
const PER_ENDPOINT = 8;
/** Attempts of a process at a time. */
export const AT_ONCE = 256;
/** A claim outlives its attempt by this. */
const GRACE_MS = 15_000;
/** A process that is full looks again after this. */
const FULL_MS = 200;

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

/** How much of what is due is to be delivered. */
export interface BatchBounds {
  signal: AbortSignal;
  /** Deliveries at most. */
  most?: number;
  /** Nothing is begun after so long. */
  lastsMs?: number;
  /** Leaves retries to whoever waits for them, until they are late by this; default 0. */
  retryGraceMs?: number;
}

/** A delivery that failed and is due again. */
export interface DueRetry {
  id: string;
  wait_ms: number;
}

/** What became of a batch. */
export interface BatchOutcome {
  delivered: number;
  /** Dead letters. */
  dead: number;
  retries: DueRetry[];
  /** Milliseconds until there may be more to do: 0 where the batch was full; null where nothing is due any more. */
  wait_ms: number | null;
}

/** What became of one retry: with `wait_ms` it is due again after that, else nobody need wait for it. */
export interface RetryOutcome {
  state: DeliveryState | 'gone';
  wait_ms: number | null;
}

/**
 * Attempts deliveries: at most eight at a time to an endpoint (the origin of callbacks), one every 30 seconds to one that
 * does not answer, each claimed in the state before and settled after, so of several processes each takes others and
 * what a dead one had claimed is taken when the claim is over.
 */
export class Deliverer implements AsyncDisposable {
  readonly #settings: DeliverySettings;
  readonly #agent: Agent;
  readonly #circuits = new Map<string, Circuit>();
  readonly #running = new Map<string, Set<Promise<unknown>>>();

  constructor(settings: DeliverySettings) {
    this.#settings = settings;
    this.#agent = publicAgent({ allowPrivate: settings.allowPrivate, connectSeconds: CONNECT_SECONDS });
  }

  /** Waits for the attempts under way. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.values()].flatMap((running) => [...running]));
    await this.#agent.destroy();
  }

  /** Delivers what is due to an endpoint until nothing is, it has to be spared, or the bounds are reached. */
  async deliver(endpoint: string, bounds: BatchBounds): Promise<BatchOutcome> {
    const { most = Number.POSITIVE_INFINITY, lastsMs = Number.POSITIVE_INFINITY, signal } = bounds;
    const begunMs = this.#nowMs();
    const own = new Set<Promise<void>>();
    const batch: BatchOutcome = { delivered: 0, dead: 0, retries: [], wait_ms: null };
    const retries: { id: string; next_attempt_ms: number }[] = [];
    const settled = async (delivery: ClaimedDelivery) => {
      const settlement = await this.#run(delivery);
      if (settlement.state === 'pending')
        retries.push({ id: delivery.id, next_attempt_ms: settlement.next_attempt_ms });
      else batch[settlement.state]++;
    };
    for (let taken = 0; ; ) {
      const nowMs = this.#nowMs();
      const isOver = signal.aborted || taken >= most || nowMs - begunMs >= lastsMs;
      const room = isOver ? 0 : Math.min(this.#room(endpoint, nowMs), most - taken);
      const claimed = room > 0 ? await this.#claim(endpoint, room, bounds.retryGraceMs) : [];
      taken += claimed.length;
      for (const delivery of claimed) {
        const attempt: Promise<void> = settled(delivery)
          .catch(this.#settings.onError)
          .finally(() => own.delete(attempt));
        own.add(attempt);
      }
      if (own.size === 0) {
        batch.wait_ms = isOver ? 0 : room > 0 ? null : this.#waitMs(endpoint);
        const endedMs = this.#nowMs();
        batch.retries = retries.map(({ id, next_attempt_ms }) => ({
          id,
          wait_ms: next_attempt_ms - endedMs,
        }));
        return batch;
      }
      await Promise.race(own);
    }
  }

  /** Attempts one delivery that is due again; leaves it to the next batch where its endpoint is to be spared. */
  async retry({
    id,
    endpoint,
    signal,
  }: {
    id: string;
    endpoint: string;
    signal: AbortSignal;
  }): Promise<RetryOutcome> {
    const { state } = this.#settings;
    while (!signal.aborted && this.#room(endpoint, this.#nowMs()) === 0) {
      if (this.#circuitOf(endpoint).isOpen) return { state: 'pending', wait_ms: null };
      await delay(FULL_MS);
    }
    const claimed = signal.aborted ? null : await state.deliveries.claimOne(id, this.#claimed());
    if (claimed) {
      const settlement = await this.#run(claimed);
      if (settlement.state !== 'pending') return { state: settlement.state, wait_ms: null };
      return { state: 'pending', wait_ms: Math.max(0, settlement.next_attempt_ms - this.#nowMs()) };
    }
    const standing = await state.deliveries.standing(id);
    if (standing?.state !== 'pending') return { state: standing?.state ?? 'gone', wait_ms: null };
    const { next_attempt_ms, lease_until_ms } = standing;
    // Not at once, where another has just let go of it.
    return {
      state: 'pending',
      wait_ms: Math.max(FULL_MS, next_attempt_ms - this.#nowMs(), lease_until_ms - this.#nowMs()),
    };
  }

  #claim(endpoint: string, most: number, retryGraceMs = 0): Promise<ClaimedDelivery[]> {
    const now = this.#claimed();
    const retriesBeforeMs = now.nowMs - retryGraceMs;
    return this.#settings.state.deliveries.claim({ endpoint, most, ...now, retriesBeforeMs });
  }

  /** When something is claimed, and for how long. */
  #claimed(): { nowMs: number; leaseMs: number } {
    const { timeLimitMs = TIME_LIMIT_MS, leaseMs = timeLimitMs + GRACE_MS } = this.#settings;
    return { nowMs: this.#nowMs(), leaseMs };
  }

  /** Attempts that may be begun now. */
  #room(endpoint: string, nowMs: number): number {
    let all = 0;
    for (const { size } of this.#running.values()) all += size;
    const running = this.#running.get(endpoint)?.size ?? 0;
    return Math.max(0, Math.min(this.#circuitOf(endpoint).room(PER_ENDPOINT, running, nowMs), AT_ONCE - all));
  }

  #waitMs(endpoint: string): number {
    return Math.max(FULL_MS, this.#circuitOf(endpoint).waitMs(this.#nowMs()));
  }

  /** One attempt, counted among those that run. */
  #run(delivery: ClaimedDelivery) {
    const running = this.#running.get(delivery.endpoint) ?? new Set();
    this.#running.set(delivery.endpoint, running);
    const attempt = this.#attempt(delivery).finally(() => {
      running.delete(attempt);
      if (running.size === 0) this.#running.delete(delivery.endpoint);
    });
    running.add(attempt);
    return attempt;
  }

  async #attempt(delivery: ClaimedDelivery) {
    const { state, now, timeLimitMs, ladderMs = RETRY_LADDER_MS } = this.#settings;
    const outcome = await attemptDelivery(delivery, { agent: this.#agent, now, timeLimitMs });
    const circuit = this.#circuitOf(delivery.endpoint);
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
    return settlement;
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
