import { isDeepStrictEqual } from 'node:util';
import { literal } from '../../warehouse/database.ts';
import { type ColumnKey, columnsOf } from '../domain/column_key.ts';
import type { Publication } from '../publication.ts';

/** Makes `feed_columns`, what the columns of each feed are, as JSON: of feeds of which that is known alone. */
export async function writeFeedColumns({ database, feeds, columns }: Publication): Promise<void> {
  const values = feeds.flatMap(({ feed_no, seller, feed }) => {
    const known = columnsOf(columns, seller, feed);
    return known ? [`(${feed_no}::usmallint, ${literal(JSON.stringify(known))})`] : [];
  });
  await database.run(
    'tell columns of feeds',
    `create or replace temp table feed_columns as select * from (values ${['(65535::usmallint, null::varchar)', ...values].join(', ')}) as t(feed_no, columns) where columns is not null`,
  );
}

/** The feeds whose columns are not what `then` says: their listings are to be read again. */
export function movedFeeds({ feeds, columns }: Publication, then: readonly ColumnKey[]): number[] {
  return feeds.flatMap(({ feed_no, seller, feed }) =>
    isDeepStrictEqual(columnsOf(columns, seller, feed), columnsOf(then, seller, feed)) ? [] : [feed_no],
  );
}
