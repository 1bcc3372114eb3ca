import type { Configuration } from '../pipelines/domain/settings/configuration.ts';
import type { FeedSettings } from '../pipelines/domain/settings/feed_settings.ts';
import { publishersOf, type SellerSettings } from '../pipelines/domain/settings/publisher_settings.ts';
import { FeedError } from '../pipelines/feeds/error.ts';
import { FEED_LIMITS, type FeedLimits, type Progress } from '../pipelines/feeds/landed.ts';
import type { ActivityContext } from './activity_deps.ts';
import type { FeedRequest } from './messages.ts';

/** The settings of the feed a request names. Throws FeedError `settings` when the configuration has none such. */
export function feedOptions(
  configuration: Configuration,
  request: FeedRequest,
  { signal, onFeedProgress }: Pick<ActivityContext, 'signal' | 'onFeedProgress'>,
) {
  const { seller, feed } = findFeed(configuration, request);
  return {
    seller,
    feed,
    market: configuration.market,
    limits: limitsOf(configuration),
    signal,
    onProgress: onFeedProgress && ((progress: Progress) => onFeedProgress(request, progress)),
  };
}

function findFeed(
  configuration: Configuration,
  request: FeedRequest,
): { seller: SellerSettings; feed: FeedSettings } {
  const seller = publishersOf(configuration).find(({ id }) => id === request.seller);
  const feed = seller?.feeds.find(({ name }) => name === request.feed);
  if (!seller || !feed)
    throw new FeedError('settings', `the configuration has no feed ${request.seller}/${request.feed}`);
  return { seller, feed };
}

function limitsOf({ limits, allow_private_addresses }: Configuration): FeedLimits {
  return {
    feed_bytes: limits?.feed_bytes ?? FEED_LIMITS.feed_bytes,
    feed_ratio: limits?.feed_ratio ?? FEED_LIMITS.feed_ratio,
    fetch_seconds: limits?.fetch_seconds ?? FEED_LIMITS.fetch_seconds,
    allow_private_addresses: allow_private_addresses ?? FEED_LIMITS.allow_private_addresses,
  };
}
