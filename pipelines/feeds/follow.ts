import type { Readable } from 'node:stream';
import { type Agent, type Dispatcher, request } from 'undici';
import { FeedError } from './error.ts';

const MOST_REDIRECTS = 5;

export interface FollowOptions {
  /** Made by `publicAgent`, so that each address on the way is checked when it is connected to. */
  agentFor: (url: URL) => Agent;
  signal: AbortSignal;
  /** The headers for an address; `own` while it is of the first one's origin. */
  headers: (own: boolean) => Record<string, string>;
}

/** Asks for an address and follows its redirects, over http and https only. Throws FeedError, and undici's errors. */
export async function follow(
  first: string,
  { agentFor, signal, headers }: FollowOptions,
): Promise<Dispatcher.ResponseData> {
  let url = new URL(first);
  for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new FeedError('address_refused', `${first} leads to ${url.href}, which is not http or https`);
    const response = await request(url, {
      dispatcher: agentFor(url),
      signal,
      headers: headers(url.origin === new URL(first).origin),
    });
    const location = oneHeader(response, 'location');
    const { statusCode } = response;
    if (statusCode < 300 || statusCode >= 400 || statusCode === 304 || location === undefined)
      return response;
    await response.body.dump();
    url = new URL(location, url);
  }
  throw new FeedError('http_status', `${first} redirects more than ${MOST_REDIRECTS} times`);
}

/** A header's value, the first where it came several times. */
export function oneHeader(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Closes a body that nobody will read; the error that this raises in it is nobody's either. */
export function discard(body: Readable): void {
  body.on('error', () => undefined).destroy();
}
