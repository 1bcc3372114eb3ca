import type { Database } from '../../../warehouse/database.ts';
import type { Placed } from '../titles/decide/clusters.ts';
import type { Asked } from './asked.ts';
import type { TitleRecords } from './records.ts';

/** What listings are placed at by their titles, and what people are asked. */
export const EMPTY_TABLES = `create or replace temp table title_variants (listing_key ubigint, variant_key ubigint, confidence float);
  create or replace temp table title_reviews (left_listing_key ubigint, right_listing_key ubigint, probability float, reason varchar, levels varchar, rival_key ubigint, in_the_way_key ubigint, queue_rank uinteger);`;

/** Fills them. `levelsOf` two places as they were compared. */
export async function storeTitles(
  database: Database,
  placed: readonly Placed[],
  { asked, likest, rivals }: Asked,
  records: TitleRecords,
  levelsOf: (x: number, y: number) => Uint8Array,
): Promise<void> {
  const { connection } = database;
  const variants = await connection.createAppender('title_variants');
  for (const { listing_key, variant_key, confidence } of placed) {
    variants.appendUBigInt(listing_key);
    variants.appendUBigInt(variant_key);
    variants.appendFloat(confidence);
    variants.endRow();
  }
  variants.closeSync();
  const queue = await connection.createAppender('title_reviews');
  const appendRecord = (place: number | undefined) => {
    if (place === undefined) queue.appendNull();
    else queue.appendUBigInt(records.at(place).key);
  };
  for (const [at, review] of asked.entries()) {
    const { probability, reason, in_the_way } = review;
    const [left, right] = likest(review.left, review.right);
    queue.appendUBigInt(records.at(left).key);
    queue.appendUBigInt(records.at(right).key);
    queue.appendFloat(probability);
    queue.appendVarchar(reason);
    queue.appendVarchar(Buffer.from(levelsOf(left, right)).toString('hex'));
    appendRecord(rivals.get(review));
    appendRecord(in_the_way);
    queue.appendUInteger(at + 1);
    queue.endRow();
  }
  queue.closeSync();
}
