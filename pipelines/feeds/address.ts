import { lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from '../domain/web_address.ts';
import { FeedError } from './error.ts';

/**
 * An HTTP client pool that connects to public addresses only. The check is made on the address that is
 * connected to, after DNS and on every connection, so neither a name that points inside nor one that changes
 * its answer gets through.
 */
export function publicAgent(options: { allowPrivate: boolean; connectSeconds: number }): Agent {
  const connect = buildConnector({
    timeout: options.connectSeconds * 1000,
    ...(options.allowPrivate ? {} : { lookup: publicLookup }),
  });
  return new Agent({
    connect: (target, callback) => {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      // A literal address is never looked up.
      if (!options.allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
        callback(refusal(host, host), null);
      else connect(target, callback);
    },
  });
}

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) {
      callback(error, '', 0);
      return;
    }
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    const [first] = addresses;
    if (inside || !first) callback(refusal(hostname, inside?.address ?? 'nothing'), '', 0);
    else if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

function refusal(host: string, address: string): FeedError {
  return new FeedError(
    'address_refused',
    `${host} is at ${address}, which is no public address; set allow_private_addresses to fetch from it`,
  );
}
