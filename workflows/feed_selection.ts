import type { Configuration } from '../pipelines/domain/settings/configuration.ts';
import { publishersOf } from '../pipelines/domain/settings/publisher_settings.ts';
import type { FeedRequest } from './messages.ts';

export interface FeedSelection {
  seller: string;
  feed?: string | undefined;
}

/** Every feed of the configuration, or those of a seller or brand, or one. Throws when there is none such. */
export function selectFeeds(configuration: Configuration, selection?: FeedSelection): FeedRequest[] {
  const all = publishersOf(configuration).flatMap((seller) =>
    seller.feeds.map((feed) => ({ seller: seller.id, feed: feed.name })),
  );
  if (!selection) return all;
  const { seller, feed } = selection;
  const chosen = all.filter((one) => one.seller === seller && (feed === undefined || one.feed === feed));
  if (chosen.length > 0) return chosen;
  const known = all.map((one) => `${one.seller}/${one.feed}`);
  throw new Error(
    `no feed ${feed === undefined ? seller : `${seller}/${feed}`} is configured; there is ${known.join(', ')}`,
  );
}

/** `seller/feed`. */
export const nameOf = ({ seller, feed }: Pick<FeedRequest, 'seller' | 'feed'>): string => `${seller}/${feed}`;
