import { type Database, loadSql } from '../../warehouse/database.ts';
import type { DataFolder } from '../../warehouse/folder.ts';
import { type StagedRows, stagedRowsAt, stagedRowsSql } from '../../warehouse/listing_rows.ts';
import type { Run } from '../../warehouse/run.ts';
import type { FeedSeries } from './feed_series.ts';
import type { SuspectRun } from './fold.ts';

/**
 * Runs that list a sku which another feed of the same seller lists too. A seller's sku is one listing, so such a
 * run cannot be taken; of two new feeds the one later in the configuration gives way. A feed whose own next run lists
 * the sku no more has passed it on. Sellers with one feed cost nothing.
 */
export async function overlappingRuns(
  database: Database,
  folder: DataFolder,
  feeds: readonly FeedSeries[],
): Promise<SuspectRun[]> {
  const found: SuspectRun[] = [];
  for (const [index, series] of feeds.entries()) {
    const siblings = feeds.filter((other) => other.seller === series.seller && other !== series);
    if (siblings.every((other) => other.before === null && other.pending.length === 0)) continue;
    for (const run of ownRuns(series)) {
      const others = siblings.flatMap((other) => claims(other, run.as_of, feeds.indexOf(other) < index));
      if (others.length === 0) continue;
      const shared = await sharedSku(database, folder, stagedRowsAt(series, run), others);
      if (shared)
        found.push({
          run,
          reason: `sku ${shared.sku}${shared.listings > 1 ? ` (and ${shared.listings - 1} more)` : ''} is also in another feed of ${series.seller}; a sku is one listing, so leave it out of one of the two`,
          symptoms: [],
        });
    }
  }
  return found;
}

/**
 * The rows that speak for a feed against a run of a sibling: those that all of a group list. Its nearest run is what
 * it says then; a feed that does not come first has no claim but to what it listed before, too.
 */
function claims(feed: FeedSeries, asOf: string, comesFirst: boolean): StagedRows[][] {
  const own = ownRuns(feed);
  const nearest = own.findLast((run) => run.as_of <= asOf) ?? own.find((run) => run.as_of > asOf);
  const now = nearest ? [stagedRowsAt(feed, nearest)] : [];
  if (comesFirst && nearest) return [now];
  return feed.before ? [[feed.before, ...now]] : [];
}

/** Without those of its supplements, which list nothing of their own. */
function ownRuns({ pending }: FeedSeries): Run[] {
  return pending.filter(({ kind }) => kind === undefined);
}

async function sharedSku(
  database: Database,
  folder: DataFolder,
  rows: StagedRows,
  others: readonly (readonly StagedRows[])[],
): Promise<{ sku: string; listings: number } | null> {
  const view = (one: StagedRows) =>
    `(${stagedRowsSql((id) => folder.stagedRows(id), [one], ['listing_key', 'sku'])})`;
  const claimed = others.map(
    ([first, ...further]) =>
      `select listing_key from ${view(first as StagedRows)}${further.map((one) => ` semi join ${view(one)} using (listing_key)`).join('')}`,
  );
  await database.script(
    'define overlap',
    `create or replace temp view overlap_rows as from ${view(rows)};
     create or replace temp view overlap_others as ${claimed.join(' union all ')};`,
  );
  const [row] = await database.rows<{ sku: string | null; listings: number }>(
    'find overlap',
    loadSql(import.meta.url, './sql/overlap.sql'),
  );
  return row?.sku == null ? null : { sku: row.sku, listings: row.listings };
}
