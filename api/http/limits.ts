/** How many metering units a key may use. */
export interface RateSettings {
  /** Units a key may use at once, and gets back in `window_seconds`. */
  units: number;
  window_seconds: number;
}

/** What a key has left. */
export interface Allowance {
  allowed: boolean;
  /** Whole units left. */
  remaining: number;
  /** Allowed: seconds until all units are back. Refused: seconds until this call would be allowed. */
  seconds: number;
}

interface Bucket {
  units: number;
  at_ms: number;
}

/**
 * A token bucket per key, in memory. A call that costs more than a full bucket is let in when the bucket is
 * full; what turns out dearer than announced makes a debt of at most one bucket.
 */
export class RateLimiter {
  readonly #units: number;
  readonly #unitsPerMs: number;
  readonly #buckets = new Map<string, Bucket>();
  /** Value of the `RateLimit-Policy` header. */
  readonly policy: string;

  constructor(settings: RateSettings) {
    this.#units = settings.units;
    this.#unitsPerMs = settings.units / (settings.window_seconds * 1000);
    this.policy = `"default";q=${settings.units};w=${settings.window_seconds}`;
  }

  /** Takes `cost` units, or none when they are not there. */
  take(key: string, cost: number, nowMs: number): Allowance {
    const bucket = this.#filled(key, nowMs);
    const needed = Math.min(cost, this.#units);
    if (needed > 0 && bucket.units < needed) {
      const seconds = Math.max(1, Math.ceil((needed - bucket.units) / this.#unitsPerMs / 1000));
      return { allowed: false, remaining: Math.max(0, Math.floor(bucket.units)), seconds };
    }
    this.#charge(bucket, cost);
    return this.#left(bucket);
  }

  /** Takes (or, below zero, gives back) the difference between what a call cost and what was taken first. */
  settle(key: string, difference: number, nowMs: number): Allowance {
    const bucket = this.#filled(key, nowMs);
    this.#charge(bucket, difference);
    return this.#left(bucket);
  }

  /** Forgets keys whose bucket is full again, so that memory follows the keys in use. */
  sweep(nowMs: number): void {
    for (const key of this.#buckets.keys()) {
      if (this.#filled(key, nowMs).units >= this.#units) this.#buckets.delete(key);
    }
  }

  #filled(key: string, nowMs: number): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { units: this.#units, at_ms: nowMs };
      this.#buckets.set(key, bucket);
    } else if (nowMs > bucket.at_ms) {
      bucket.units = Math.min(this.#units, bucket.units + (nowMs - bucket.at_ms) * this.#unitsPerMs);
      bucket.at_ms = nowMs;
    }
    return bucket;
  }

  #charge(bucket: Bucket, cost: number): void {
    bucket.units = Math.min(this.#units, Math.max(-this.#units, bucket.units - cost));
  }

  #left(bucket: Bucket): Allowance {
    return {
      allowed: true,
      remaining: Math.max(0, Math.floor(bucket.units)),
      seconds: Math.ceil((this.#units - bucket.units) / this.#unitsPerMs / 1000),
    };
  }
}

/** Value of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeader(allowance: Allowance): string {
  return `"default";r=${allowance.remaining};t=${allowance.seconds}`;
}
