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

/** `level` is in units times milliseconds of the window: whole numbers, so waiting exactly long enough is enough. */
interface Bucket {
  level: number;
  at_ms: number;
}

/**
 * A token bucket per key, in memory. A call that costs more than a full bucket is let in when the bucket is
 * full; what turns out dearer than announced makes a debt of at most one bucket.
 */
export class RateLimiter {
  readonly #unitsPerWindow: number;
  readonly #windowMs: number;
  readonly #full: number;
  readonly #buckets = new Map<string, Bucket>();
  /** Value of the `RateLimit-Policy` header. */
  readonly policy: string;

  constructor(settings: RateSettings) {
    this.#unitsPerWindow = settings.units;
    this.#windowMs = settings.window_seconds * 1000;
    this.#full = this.#unitsPerWindow * this.#windowMs;
    this.policy = `"default";q=${settings.units};w=${settings.window_seconds}`;
  }

  /** Takes `cost` units, or none when they are not there. */
  take(key: string, cost: number, nowMs: number): Allowance {
    const bucket = this.#filled(key, nowMs);
    const needed = Math.min(cost * this.#windowMs, this.#full);
    if (needed > 0 && bucket.level < needed) {
      return {
        allowed: false,
        remaining: this.#remaining(bucket),
        seconds: this.#seconds(needed - bucket.level),
      };
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

  /** How many keys are held in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Forgets keys whose bucket is full again, so that memory follows the keys in use. */
  sweep(nowMs: number): void {
    for (const key of this.#buckets.keys()) {
      if (this.#filled(key, nowMs).level >= this.#full) this.#buckets.delete(key);
    }
  }

  #filled(key: string, nowMs: number): Bucket {
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { level: this.#full, at_ms: nowMs };
      this.#buckets.set(key, bucket);
    } else if (nowMs > bucket.at_ms) {
      bucket.level = Math.min(this.#full, bucket.level + (nowMs - bucket.at_ms) * this.#unitsPerWindow);
      bucket.at_ms = nowMs;
    }
    return bucket;
  }

  #charge(bucket: Bucket, cost: number): void {
    bucket.level = Math.min(this.#full, Math.max(-this.#full, bucket.level - cost * this.#windowMs));
  }

  #left(bucket: Bucket): Allowance {
    return {
      allowed: true,
      remaining: this.#remaining(bucket),
      seconds: this.#seconds(this.#full - bucket.level),
    };
  }

  #remaining(bucket: Bucket): number {
    return Math.max(0, Math.floor(bucket.level / this.#windowMs));
  }

  /** Seconds, rounded up, in which so much comes back. */
  #seconds(level: number): number {
    return Math.ceil(level / this.#unitsPerWindow / 1000);
  }
}

/** Value of the `RateLimit` header (draft-ietf-httpapi-ratelimit-headers). */
export function rateLimitHeader(allowance: Allowance): string {
  return `"default";r=${allowance.remaining};t=${allowance.seconds}`;
}
