import type { Usage, UsageStore } from '../../warehouse/state/usage.ts';

const DAY_MS = 86_400_000;

/** Adds up calls and units in memory and hands them to the state in batches. */
export class UsageMeter {
  readonly #store: UsageStore;
  #pending: Usage[] = [];
  /** The entry of `#pending` that a key adds to today. */
  #current = new Map<string, Usage>();
  #day = Number.NaN;

  constructor(store: UsageStore) {
    this.#store = store;
  }

  count(keyId: string, units: number, nowMs: number): void {
    const day = Math.floor(nowMs / DAY_MS);
    if (day !== this.#day) {
      this.#current.clear();
      this.#day = day;
    }
    let total = this.#current.get(keyId);
    if (!total) {
      total = { key_id: keyId, day: new Date(nowMs).toISOString().slice(0, 10), calls: 0, units: 0 };
      this.#current.set(keyId, total);
      this.#pending.push(total);
    }
    total.calls++;
    total.units += units;
  }

  /** Writes what was counted since the last flush; keeps it for the next one when that fails. */
  async flush(): Promise<void> {
    const batch = this.#pending;
    if (batch.length === 0) return;
    this.#pending = [];
    this.#current = new Map();
    try {
      await this.#store.add(batch);
    } catch (error) {
      this.#pending.push(...batch);
      throw error;
    }
  }
}
