/** A JSON answer as kept: everything after `{"request_id":"…"`, and its headers. */
export interface CachedAnswer {
  /** The body from the comma (or closing brace) after the request id. */
  rest: string;
  etag: string;
  cost: number;
}

interface Slot {
  answer: CachedAnswer;
  bytes: number;
  used: boolean;
}

/** Bytes that an entry takes beside its text: map slot, objects, string headers. */
const OVERHEAD_BYTES = 200;

/**
 * Answers of one snapshot, bounded by bytes. What was not used since it was last looked at goes first (second
 * chance), so a hit costs one lookup and moves nothing.
 */
export class ResponseCache {
  readonly #maxBytes: number;
  readonly #slots = new Map<string, Slot>();
  #snapshotId = '';
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#slots.size;
  }

  /** The first use of a newer snapshot drops the answers of the one before. */
  get(snapshotId: string, key: string): CachedAnswer | undefined {
    if (snapshotId !== this.#snapshotId) {
      this.clear();
      this.#snapshotId = snapshotId;
      return undefined;
    }
    const slot = this.#slots.get(key);
    if (!slot) return undefined;
    slot.used = true;
    return slot.answer;
  }

  /** Keeps the answer, unless it belongs to another snapshot or alone takes more than an eighth of the room. */
  set(snapshotId: string, key: string, answer: CachedAnswer): void {
    const bytes = 2 * (key.length + answer.rest.length) + OVERHEAD_BYTES;
    if (snapshotId !== this.#snapshotId || bytes > this.#maxBytes / 8) return;
    this.#bytes += bytes - (this.#slots.get(key)?.bytes ?? 0);
    this.#slots.delete(key);
    this.#slots.set(key, { answer, bytes, used: false });
    while (this.#bytes > this.#maxBytes) this.#evict();
  }

  clear(): void {
    this.#slots.clear();
    this.#bytes = 0;
  }

  #evict(): void {
    for (const [key, slot] of this.#slots) {
      this.#slots.delete(key);
      if (!slot.used) {
        this.#bytes -= slot.bytes;
        return;
      }
      slot.used = false;
      this.#slots.set(key, slot);
    }
  }
}
