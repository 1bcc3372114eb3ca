import { literal } from '../../../warehouse/database.ts';
import { FeedError } from '../error.ts';
import { readHead, unpack } from '../prepare.ts';
import type { Format } from './format.ts';
import { MERCHANT_DATA } from './merchant_data.ts';
import { deepPaths } from './records.ts';
import { openRelation } from './relation.ts';

/** Parquet files. */
export const parquet: Format = {
  columns: MERCHANT_DATA,
  async open({ prepare, database, feed }) {
    const { name } = prepare;
    const path = await unpack(prepare);
    if ((await readHead(path, 4)).toString('latin1') !== 'PAR1')
      throw new FeedError('not_a_feed', `${name} is not a Parquet file`);
    const from = `read_parquet(${literal(path)}, file_row_number = true)`;
    const opened = await openRelation(database, from, deepPaths(feed)).catch((error: unknown) => {
      throw new FeedError(
        'truncated',
        `${name} is not a whole Parquet file; only a part of it arrived, or it is damaged`,
        { cause: error },
      );
    });
    return { ...opened, line: 'file_row_number + 1' };
  },
};
