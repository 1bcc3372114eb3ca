import type { EventLog, LoggedEvent } from '../../warehouse/state/events.ts';

export type FedEvent = LoggedEvent & { owner: string | null };

const POLL_MS = 250;
/** Newest events that are kept for all clients together. */
const KEPT = 1_000;
const PAGE = 200;

/**
 * Follows the log for all streams of a process: one look at the state serves every client. A client that is behind what
 * is kept here reads the log itself, so nothing is ever dropped for it.
 */
export class EventFeed {
  readonly #log: EventLog;
  readonly #listeners = new Set<() => void>();
  readonly #onError: (error: unknown) => void;
  #kept: FedEvent[] = [];
  /** Up to here everything is known. */
  #head = 0;
  /** From behind here everything is kept. */
  #keptAfter = 0;
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;

  constructor(log: EventLog, onError: (error: unknown) => void) {
    this.#log = log;
    this.#onError = onError;
  }

  /** Calls `onNews` whenever there may be more; ends with the function returned. */
  follow(onNews: () => void): () => void {
    this.#listeners.add(onNews);
    this.#timer ??= setInterval(() => this.#look(), POLL_MS).unref();
    return () => {
      this.#listeners.delete(onNews);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** Events behind `after`, in order; not all there are. */
  async read(after: number): Promise<FedEvent[]> {
    if (after >= this.#head) return [];
    if (after < this.#keptAfter) return this.#log.tail(after, PAGE);
    return this.#kept.filter(({ seq }) => seq > after).slice(0, PAGE);
  }

  /** Where the log ends now; from here on everything will be told. */
  async end(): Promise<number> {
    const { last_seq } = await this.#log.bounds();
    if (this.#head === 0) {
      this.#head = last_seq;
      this.#keptAfter = last_seq;
    }
    return last_seq;
  }

  #look(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    this.#load()
      .catch(this.#onError)
      .finally(() => {
        this.#isLooking = false;
      });
  }

  async #load(): Promise<void> {
    for (;;) {
      const news = await this.#log.tail(this.#head, PAGE);
      const last = news.at(-1);
      if (!last) return;
      this.#kept.push(...news);
      this.#head = last.seq;
      const surplus = this.#kept.length - KEPT;
      if (surplus > 0) this.#keptAfter = this.#kept.splice(0, surplus).at(-1)?.seq ?? this.#keptAfter;
      for (const onNews of this.#listeners) onNews();
    }
  }
}
