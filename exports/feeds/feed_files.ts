import { nameOf } from '../../warehouse/manifest.ts';
import { SnapshotFiles, type SnapshotFilesSettings } from '../snapshot_files.ts';
import { type FeedProtocol, PROTOCOLS } from './protocol.ts';
import { type FeedQuery, type FeedReport, type FeedSurroundings, writeFeed } from './write_feed.ts';

/** A feed, and what the index says around its rows. */
export interface AskedFeed {
  query: FeedQuery;
  surroundings: FeedSurroundings;
}

/** The files of feeds: see SnapshotFiles. */
export class FeedFiles extends SnapshotFiles<AskedFeed, FeedReport> {
  constructor(settings: SnapshotFilesSettings) {
    super(
      {
        name: ({ id }, { query, surroundings }) => {
          const { protocol, format, seller, category, after, products } = query;
          const { document }: FeedProtocol = PROTOCOLS[protocol];
          const moment = document ? surroundings.half_day : null;
          return `${protocol}-${nameOf(id, protocol, format, seller, category, after, products, moment)}`;
        },
        ending: ({ query }) => query.format,
        write: (database, { query, surroundings }, place) => writeFeed(database, query, surroundings, place),
      },
      settings,
    );
  }
}
