import ipaddr from 'ipaddr.js';

/** What IPv6 has given out to the world; all else is for some network's own use, or wraps an IPv4 address. */
const IPV6_GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

/** How name servers' answers spell `::7f00:1`; the parser takes it for the mapped form. */
const IPV4_COMPATIBLE = /^[0:]+:(?:\d+\.){3}\d+$/;

/**
 * True of an IP address of the public internet. Private, loopback, link-local, carrier, documentation and multicast
 * addresses are not, and neither is an IPv4 address in any IPv6 form (compatible, translated, NAT64, 6to4, Teredo)
 * but the mapped one, which is the IPv4 address itself. Throws for a text that is no IP address.
 */
export function isPublicAddress(address: string): boolean {
  if (IPV4_COMPATIBLE.test(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(IPV6_GIVEN_OUT);
}

/**
 * A host as the URL parser leaves it that is an IP address: it writes every form of an IPv4 address with four numbers, and
 * only IPv6 has colons. To ask the parser of addresses costs every name an error and its stack, 20 times the rest.
 */
const ADDRESS = /^\d+(?:\.\d+){3}$|:/;

/** Names that mean something within one machine or network only: RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`. */
const INNER_NAME = /(?:^|\.)(?:localhost|local|internal|home\.arpa)$|^[^.]*$/;

/**
 * Why a listing must not point to this address, or null where it may: whoever reads it (a browser, an agent, a server
 * that fetches pictures) would run it as a script or reach into its own network. Only http and https, and no host
 * that is certainly not public. Names are not looked up: where one leads is known only when it is fetched.
 * SQL twin of the plain ones: address_problem in pipelines/feeds/sql/short_ways.sql.
 */
export function webAddressProblem(text: string): string | null {
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1];
  const url = authority === undefined ? null : URL.parse(text);
  if (authority === undefined || !url) return 'not an http address';
  // Readers differ on which of two hosts is meant.
  if (/[\s\\@]/.test(authority)) return 'not a plain address';
  const host = url.hostname.replace(/^\[|\]$|\.$/g, '');
  if (ADDRESS.test(host)) return isPublicAddress(host) ? null : `${host} is no public address`;
  return INNER_NAME.test(host) ? `${host} is a name of an inner network` : null;
}
