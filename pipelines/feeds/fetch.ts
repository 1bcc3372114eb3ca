import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Agent, Dispatcher } from 'undici';
import { publicAgent } from './address.ts';
import { FeedError } from './error.ts';
import { discard, follow, oneHeader } from './follow.ts';
import type { FeedLimits, PreviousFetch } from './landed.ts';

export interface FetchOptions {
  limits: FeedLimits;
  /** Sent to the first URL's origin only. */
  headers?: Readonly<Record<string, string>> | undefined;
  previous?: PreviousFetch | undefined;
  signal?: AbortSignal | undefined;
}

/** A body that arrives, and what to ask next time with. */
export interface Fetched extends PreviousFetch {
  body: Readable;
}

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
const CONNECT_SECONDS = 10;
/** Codes of requests that were never sent, because they are none: a header's name with a space, for one. */
const REFUSED_REQUESTS = new Set(['UND_ERR_INVALID_ARG', 'ERR_INVALID_CHAR', 'ERR_INVALID_HTTP_TOKEN']);

/** The client of one fetch: its connections, its deadline, its retries. */
export class Fetcher implements AsyncDisposable {
  readonly #options: FetchOptions;
  readonly #agent: Agent;
  readonly #signal: AbortSignal;
  readonly #deadline: AbortSignal;

  constructor(options: FetchOptions) {
    this.#options = options;
    const { limits } = options;
    this.#agent = publicAgent({
      allowPrivate: limits.allow_private_addresses,
      connectSeconds: CONNECT_SECONDS,
    });
    this.#deadline = AbortSignal.timeout(limits.fetch_seconds * 1000);
    this.#signal = options.signal ? AbortSignal.any([options.signal, this.#deadline]) : this.#deadline;
  }

  /**
   * Fetches a URL and hands its body to `take`, or answers null when the server says 304. What may pass (5xx,
   * 429, 408, broken connections, also in the middle of the body) is tried again, after the server's Retry-After
   * or a growing pause. Throws FeedError.
   */
  async get<T>(url: string, take: (fetched: Fetched) => Promise<T>): Promise<T | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(url, take);
      } catch (error) {
        const problem = this.#problem(url, error);
        if (!problem.retryable || attempt === ATTEMPTS || this.#signal.aborted) throw problem;
        const pause = problem instanceof Again ? problem.pauseMs : null;
        await this.#pause(url, pause ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random()));
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#agent.destroy();
  }

  async #once<T>(first: string, take: (fetched: Fetched) => Promise<T>): Promise<T | null> {
    const response = await follow(first, {
      agentFor: () => this.#agent,
      signal: this.#signal,
      headers: (own) => this.#headers(own),
    });
    return this.#answer(first, response, take);
  }

  async #answer<T>(
    url: string,
    response: Dispatcher.ResponseData,
    take: (fetched: Fetched) => Promise<T>,
  ): Promise<T | null> {
    const { statusCode, body } = response;
    if (statusCode === 304 || statusCode !== 200) await body.dump();
    if (statusCode === 304) return null;
    if (statusCode === 429 || statusCode === 408 || statusCode >= 500)
      throw new Again(url, statusCode, oneHeader(response, 'retry-after'));
    if (statusCode !== 200) throw new FeedError('http_status', `${url} answers ${statusCode}`);
    const length = Number(oneHeader(response, 'content-length') ?? 0);
    const { feed_bytes } = this.#options.limits;
    if (length > feed_bytes) {
      discard(body);
      throw new FeedError(
        'too_large',
        `${url} has ${length} bytes, more than the limit of ${feed_bytes} (limits.feed_bytes)`,
      );
    }
    const etag = oneHeader(response, 'etag');
    const modified = oneHeader(response, 'last-modified');
    return take({
      body,
      ...(etag !== undefined && { etag }),
      ...(modified !== undefined && { last_modified: modified }),
    });
  }

  #headers(own: boolean): Record<string, string> {
    const { previous, headers } = this.#options;
    return {
      accept: '*/*',
      // Packed on the way is kept packed: files are unpacked by their first bytes.
      'accept-encoding': 'gzip',
      'user-agent': 'commerce-index',
      ...(previous?.etag !== undefined && { 'if-none-match': previous.etag }),
      ...(previous?.last_modified !== undefined && { 'if-modified-since': previous.last_modified }),
      ...(own && headers),
    };
  }

  #problem(url: string, error: unknown): FeedError {
    if (this.#options.signal?.aborted)
      return new FeedError('cancelled', `fetching ${url} was cancelled`, { cause: error });
    if (this.#deadline.aborted) {
      const seconds = this.#options.limits.fetch_seconds;
      return new FeedError('timeout', `${url} took longer than ${seconds} seconds (limits.fetch_seconds)`, {
        retryable: true,
        cause: error,
      });
    }
    if (error instanceof FeedError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    // What cannot be asked for at all is no better later.
    if (REFUSED_REQUESTS.has((error as { code?: string }).code ?? ''))
      return new FeedError('settings', `${url} cannot be asked for: ${reason}; mend the feed's settings`, {
        cause: error,
      });
    return new FeedError('unreachable', `${url} cannot be fetched: ${reason}`, {
      retryable: true,
      cause: error,
    });
  }

  async #pause(url: string, milliseconds: number): Promise<void> {
    try {
      await wait(milliseconds, undefined, { signal: this.#signal });
    } catch (error) {
      throw this.#problem(url, error);
    }
  }
}

/** The server asks to come again. */
class Again extends FeedError {
  /** Its Retry-After, or null. */
  readonly pauseMs: number | null;

  constructor(url: string, status: number, retryAfter: string | undefined) {
    super('http_status', `${url} answers ${status}`, { retryable: true });
    const seconds = Number(retryAfter);
    const time =
      retryAfter === undefined
        ? Number.NaN
        : Number.isNaN(seconds)
          ? Date.parse(retryAfter) - Date.now()
          : seconds * 1000;
    this.pauseMs = Number.isNaN(time) ? null : Math.max(0, time);
  }
}
