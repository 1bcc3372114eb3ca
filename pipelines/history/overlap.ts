import { type Database, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { type StagedRows, stagedRowsSql } from '../../warehouse/listing_rows.ts';
import { type FeedSeries, rowsOf, type SuspectRun } from './fold.ts';

/**
 * Runs that list a sku which another feed of the same seller lists too. A seller's sku is one listing, so such a
 * run cannot be taken; of two new feeds the one later in the configuration gives way. Sellers with one feed cost
 * nothing.
 */
export async function overlappingRuns(
  database: Database,
  folder: DataFolder,
  feeds: readonly FeedSeries[],
): Promise<SuspectRun[]> {
  const found: SuspectRun[] = [];
  for (const [index, series] of feeds.entries()) {
    const siblings = feeds.filter((other) => other.seller === series.seller && other !== series);
    const others = siblings.flatMap((other) => [
      ...(other.before ? [other.before] : []),
      ...(feeds.indexOf(other) < index ? other.pending.map((run) => rowsOf(other.feed_no, run)) : []),
    ]);
    if (others.length === 0) continue;
    for (const run of series.pending) {
      const shared = await sharedSku(database, folder, rowsOf(series.feed_no, run), others);
      if (shared)
        found.push({
          run,
          reason: `sku ${shared.sku}${shared.listings > 1 ? ` (and ${shared.listings - 1} more)` : ''} is also in another feed of ${series.seller}; a sku is one listing, so leave it out of one of the two`,
        });
    }
  }
  return found;
}

async function sharedSku(
  database: Database,
  folder: DataFolder,
  rows: StagedRows,
  others: readonly StagedRows[],
): Promise<{ sku: string; listings: number } | null> {
  const view = (feeds: readonly StagedRows[]) =>
    stagedRowsSql((id) => folder.stagedRows(id), feeds, ['listing_key', 'sku']);
  await database.script(
    'define overlap',
    `create or replace temp view overlap_rows as ${view([rows])};
     create or replace temp view overlap_others as ${view(others)};`,
  );
  const [row] = await database.rows<{ sku: string | null; listings: number }>(
    'find overlap',
    loadSql(import.meta.url, './sql/overlap.sql'),
  );
  return row?.sku == null ? null : { sku: row.sku, listings: row.listings };
}
