/** Failures of an endpoint one after another until nothing but a probe is sent to it. */
const FAILURES = 10;
/** Between two probes. */
const PROBE_MS = 30_000;

/** Spares an endpoint that does not answer: after ten failures in a row it gets one attempt every 30 seconds. */
export class Circuit {
  #failures = 0;
  #nextProbeMs = 0;
  readonly #probeMs: number;

  constructor(probeMs = PROBE_MS) {
    this.#probeMs = probeMs;
  }

  get isOpen(): boolean {
    return this.#failures >= FAILURES;
  }

  /** How many attempts may run at once; a probe only while nothing else runs. */
  room(most: number, running: number, nowMs: number): number {
    if (!this.isOpen) return Math.max(0, most - running);
    return running === 0 && nowMs >= this.#nextProbeMs ? 1 : 0;
  }

  /** Milliseconds until it may be tried again; 0 while it answers. */
  waitMs(nowMs: number): number {
    return this.isOpen ? Math.max(0, this.#nextProbeMs - nowMs) : 0;
  }

  /** An answer, be it a refusal, shows that the endpoint is there; 429 and 5xx count as none. */
  note(status: number | null, nowMs: number): void {
    const answers = status !== null && status < 500 && status !== 429;
    this.#failures = answers ? 0 : this.#failures + 1;
    if (this.isOpen) this.#nextProbeMs = nowMs + this.#probeMs;
  }
}
