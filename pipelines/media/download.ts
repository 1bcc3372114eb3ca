import { readFile, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import type { Readable } from 'node:stream';
import type { Agent, Dispatcher } from 'undici';
import { publicAgent } from '../feeds/address.ts';
import { FeedError } from '../feeds/error.ts';
import { discard, follow, oneHeader } from '../feeds/follow.ts';
import { HostTurns } from './host_turns.ts';
import { MediaError } from './media_error.ts';
import { mayBeMedia } from './media_type.ts';

export interface DownloadLimits {
  /** Most bytes of one picture or video. */
  bytes: number;
  /** Most seconds for one, redirects and body included. */
  seconds: number;
  /** To one host, begun in a second. */
  requests_per_second: number;
  allow_private_addresses: boolean;
}

/** Addresses that begin so are got from elsewhere: the rest of the address is looked for below `at`. */
export interface MediaMirror {
  address: string;
  /** A folder, or the begin of an http address, which may be private: it is the operator's own. */
  at: string;
}

/** What a server said about the bytes that it gave, to ask next time with. */
export interface Validators {
  etag: string | null;
  last_modified: string | null;
}

export interface Downloaded extends Validators {
  bytes: Buffer;
}

const CONNECT_SECONDS = 10;
/** Failed connections in a row after which the rest of a host's addresses wait for the next run. */
const MOST_FAILURES = 3;

/** Gets the bytes of addresses: over http and https from public hosts, or from configured folders. */
export class Downloader implements AsyncDisposable {
  readonly #limits: DownloadLimits;
  readonly #mirrors: readonly MediaMirror[];
  readonly #agent: Agent;
  /** For the origins of mirrors alone. */
  readonly #mirrorAgent: Agent;
  readonly #turns: HostTurns;
  readonly #signal: AbortSignal | undefined;
  readonly #failures = new Map<string, number>();
  /** Requests that were made. */
  requests = 0;

  constructor(limits: DownloadLimits, mirrors: readonly MediaMirror[] = [], signal?: AbortSignal) {
    this.#limits = limits;
    this.#mirrors = mirrors;
    this.#signal = signal;
    const connectSeconds = CONNECT_SECONDS;
    this.#agent = publicAgent({ allowPrivate: limits.allow_private_addresses, connectSeconds });
    this.#mirrorAgent = publicAgent({ allowPrivate: true, connectSeconds });
    this.#turns = new HostTurns(limits.requests_per_second);
  }

  /** The bytes, or null where nothing changed since `previous`. Throws MediaError. */
  async get(address: string, previous: Validators): Promise<Downloaded | null> {
    const mirror = this.#mirrors.find((one) => address.startsWith(one.address));
    if (!mirror) return this.#fromHost(new URL(address), previous, null);
    const rest = address.slice(mirror.address.length);
    if (!/^https?:/.test(mirror.at)) return this.#fromFolder(address, mirror.at, rest);
    return this.#fromHost(new URL(mirror.at + rest), previous, new URL(mirror.at).origin);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#mirrorAgent.destroy()]);
  }

  /** `trusted` is the origin of a mirror, which may be private; where it redirects to may not. */
  async #fromHost(url: URL, previous: Validators, trusted: string | null): Promise<Downloaded | null> {
    const { host, href } = url;
    if ((this.#failures.get(host) ?? 0) >= MOST_FAILURES)
      throw new MediaError('host_down', `${host} did not answer ${MOST_FAILURES} times in a row`);
    await this.#turns.next(host, this.#signal);
    try {
      const got = await this.#fetch(href, previous, trusted);
      this.#failures.delete(host);
      return got;
    } catch (error) {
      this.#signal?.throwIfAborted();
      const problem = asMediaError(href, error);
      const isDown = problem.code === 'unreachable' || problem.code === 'timeout';
      this.#failures.set(host, isDown ? (this.#failures.get(host) ?? 0) + 1 : 0);
      throw problem;
    }
  }

  async #fromFolder(address: string, folder: string, rest: string): Promise<Downloaded> {
    const path = resolve(folder, decoded(rest));
    if (!path.startsWith(resolve(folder) + sep))
      throw new MediaError('address_refused', `${address} leads out of ${folder}`);
    const size = await stat(path).then(
      (entry) => (entry.isFile() ? entry.size : -1),
      () => -1,
    );
    if (size < 0) throw new MediaError('not_found', `${address}: there is no file ${path}`);
    if (size > this.#limits.bytes) throw tooLarge(address, this.#limits);
    return { bytes: await readFile(path), etag: null, last_modified: null };
  }

  async #fetch(address: string, previous: Validators, trusted: string | null): Promise<Downloaded | null> {
    const { seconds } = this.#limits;
    const deadline = AbortSignal.timeout(seconds * 1000);
    const signal = this.#signal ? AbortSignal.any([this.#signal, deadline]) : deadline;
    this.requests++;
    try {
      const response = await follow(address, {
        agentFor: ({ origin }) => (origin === trusted ? this.#mirrorAgent : this.#agent),
        signal,
        headers: () => asking(previous),
      });
      return await this.#answer(address, response);
    } catch (error) {
      if (deadline.aborted)
        throw new MediaError('timeout', `${address} took longer than ${seconds} seconds (media.seconds)`, {
          cause: error,
        });
      throw error;
    }
  }

  async #answer(address: string, response: Dispatcher.ResponseData): Promise<Downloaded | null> {
    const { statusCode, body } = response;
    if (statusCode !== 200) {
      await body.dump();
      if (statusCode === 304) return null;
      const isGone = statusCode === 404 || statusCode === 410;
      throw new MediaError(isGone ? 'not_found' : 'http_status', `${address} answers ${statusCode}`);
    }
    const type = oneHeader(response, 'content-type');
    const length = Number(oneHeader(response, 'content-length') ?? 0);
    if (!mayBeMedia(type) || length > this.#limits.bytes) {
      discard(body);
      if (length > this.#limits.bytes) throw tooLarge(address, this.#limits);
      throw new MediaError('content_type', `${address} is ${type}, no picture or video`);
    }
    return {
      bytes: await wholeBody(address, body, this.#limits),
      etag: oneHeader(response, 'etag') ?? null,
      last_modified: oneHeader(response, 'last-modified') ?? null,
    };
  }
}

async function wholeBody(address: string, body: Readable, limits: DownloadLimits): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += (chunk as Buffer).length;
    // Leaving the loop closes the connection.
    if (bytes > limits.bytes) throw tooLarge(address, limits);
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks, bytes);
}

/** The rest of an address as a path; what is no right encoding stays as it is. */
function decoded(rest: string): string {
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}

function tooLarge(address: string, { bytes }: DownloadLimits): MediaError {
  return new MediaError('too_large', `${address} has more than ${bytes} bytes (media.bytes)`);
}

function asking({ etag, last_modified }: Validators): Record<string, string> {
  return {
    accept: 'image/avif,image/webp,image/*;q=0.8,video/*;q=0.8',
    'user-agent': 'commerce-index',
    ...(etag !== null && { 'if-none-match': etag }),
    ...(last_modified !== null && { 'if-modified-since': last_modified }),
  };
}

function asMediaError(address: string, error: unknown): MediaError {
  if (error instanceof MediaError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof FeedError && error.code === 'address_refused')
    return new MediaError('address_refused', reason, { cause: error });
  if (error instanceof FeedError && error.code === 'http_status')
    return new MediaError('http_status', reason, { cause: error });
  return new MediaError('unreachable', `${address} cannot be fetched: ${reason}`, { cause: error });
}
