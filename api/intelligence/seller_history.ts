import type { Listing } from '../../pipelines/domain/listing.ts';
import { gapBetween } from '../../pipelines/domain/observation.ts';
import type { Gap } from '../../pipelines/domain/price_context.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';

/**
 * Epoch seconds until which the snapshot knows prices: its newest observation, the `now` of every answer about history.
 * Rounded up, because change points are kept in whole seconds, rounded, and none may lie behind it.
 */
export function knownUntil(snapshot: Snapshot): number {
  return Math.ceil(Date.parse(snapshot.as_of) / 1000);
}

/** When the listing's feed was silent, the silence until now included; that one has not ended (`to` is infinite). */
export function gapsOf(snapshot: Snapshot, listing: Pick<Listing, 'seller' | 'feed'>): Gap[] {
  const gaps = [...snapshot.gaps(listing.seller, listing.feed)];
  const feed = snapshot
    .sellers()
    .find(({ id }) => id === listing.seller)
    ?.feeds.find((candidate) => candidate.feed === listing.feed);
  if (!feed) return gaps;
  const lastSeen = Math.floor(Date.parse(feed.last_as_of) / 1000);
  const silence = gapBetween(lastSeen, knownUntil(snapshot), feed.interval_minutes);
  return silence ? [...gaps, { ...silence, to: Infinity }] : gaps;
}

/** `2026-08-31T00:00:00.000Z` from epoch seconds. */
export function timestamp(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
