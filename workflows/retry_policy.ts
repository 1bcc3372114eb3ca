/** How often and how patiently a step is tried again when trying can help. */
export interface RetryPolicy {
  /** Tries in all. */
  attempts: number;
  first_wait_ms: number;
  /** Each wait is this many times the one before. */
  factor: number;
}

/** Landing has already tried again on the spot; this is for a server that needs a rest. */
export const FEED_RETRY: RetryPolicy = { attempts: 4, first_wait_ms: 5_000, factor: 4 };
/** Another process publishes: it is done in seconds to minutes. */
export const PUBLISH_RETRY: RetryPolicy = { attempts: 6, first_wait_ms: 2_000, factor: 2 };
