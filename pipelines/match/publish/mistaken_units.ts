import { type Database, loadSql } from '../../../warehouse/database.ts';
import { isMistakenUnit } from '../../domain/mistaken_unit.ts';
import { readText } from '../../text/reading.ts';
import type { FeedName } from '../titles/score/model.ts';

const sql = (name: string) => loadSql(import.meta.url, `./sql/${name}.sql`);

/** Listings of a feed that are looked at, and how many mistaken ones show that it is no accident. */
const SAMPLED = 1_000;
const LEAST = 20;

/**
 * The feeds whose own columns of how much there is name a wrong unit: oftener than not, where title and columns state an
 * amount of one dimension, the columns say a thousand times as much or a thousandth (`500 g`, 500 and kilogram). Of their
 * listings whose titles state no amount nothing else would tell. Reads `identities`, `catalogue_rows` and `feed_names`.
 */
export async function findMistakenUnits(database: Database): Promise<FeedName[]> {
  const rows = await database.rows<FeedName & { title: string; own_quantity: string }>(
    'sample quantities',
    sql('own_quantities'),
    { sampled: SAMPLED },
  );
  const feeds = Map.groupBy(rows, ({ seller, feed }) => `${seller}\t${feed}`);
  return [...feeds.values()].flatMap((listings) => {
    const counts = { mistaken: 0, compared: 0 };
    for (const { title, own_quantity } of listings) {
      const [said, told] = [readText(title).amounts, readText(own_quantity).amounts];
      if (!told.some(({ dimension }) => said.some((own) => own.dimension === dimension))) continue;
      counts.compared++;
      if (isMistakenUnit(told, said)) counts.mistaken++;
    }
    const [{ seller, feed }] = listings as [FeedName, ...FeedName[]];
    return counts.mistaken >= LEAST && 2 * counts.mistaken > counts.compared ? [{ seller, feed }] : [];
  });
}

/** Fills the table `mistaken_units`, which `title_listings` reads. */
export async function storeMistakenUnits(database: Database, feeds: readonly FeedName[]): Promise<void> {
  const table = await database.connection.createAppender('mistaken_units');
  for (const { seller, feed } of feeds) {
    table.appendVarchar(seller);
    table.appendVarchar(feed);
    table.endRow();
  }
  table.closeSync();
}
