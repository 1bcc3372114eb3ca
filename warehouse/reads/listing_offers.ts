import type { DuckDBConnection } from '@duckdb/node-api';
import { fileList } from '../database.ts';
import type { FeedState } from '../manifest.ts';
import { Offers } from '../text/offers.ts';
import { readColumns } from './column.ts';
import type { Members } from './members.ts';

/** Of a listing that its feed no longer carries: no offer. */
const GONE = 3;
const NO_FEED = -1;

/**
 * Loads what every listing costs now and groups it by product. Files are read oldest first: a later row of a
 * listing replaces an earlier one.
 */
export async function loadOffers(
  connection: DuckDBConnection,
  paths: readonly string[],
  members: Members,
  feeds: readonly FeedState[],
): Promise<Offers> {
  const listings = mostListings(members);
  const feedNos = new Int32Array(listings).fill(NO_FEED);
  const costs = new Float64Array(listings);
  const stocks = new Uint8Array(listings).fill(GONE);
  for (const path of paths)
    await readColumns(
      connection,
      `select listing_no, feed_no, cost_minor, stock from read_parquet(${fileList([path])})`,
      ([numbers, feedColumn, costColumn, stockColumn], rows) => {
        if (
          !(numbers instanceof Int32Array && feedColumn instanceof Int32Array) ||
          !(costColumn instanceof Float64Array && stockColumn instanceof Int32Array)
        )
          throw new Error(
            `${path} does not hold offers as this program writes them; run \`commerce-index rebuild\``,
          );
        for (let row = 0; row < rows; row++) {
          const no = numbers[row] as number;
          // A listing that has left the index since has no place any more.
          if (no >= listings) continue;
          feedNos[no] = feedColumn[row] as number;
          costs[no] = costColumn[row] as number;
          stocks[no] = stockColumn[row] as number;
        }
      },
    );
  return grouped(members, { feedNos, costs, stocks }, feeds);
}

function mostListings(members: Members): number {
  let most = 0;
  for (let product = 0; product < members.productCount; product++)
    for (const no of members.listingsOf(product)) most = Math.max(most, no + 1);
  return most;
}

function grouped(
  members: Members,
  { feedNos, costs, stocks }: { feedNos: Int32Array; costs: Float64Array; stocks: Uint8Array },
  feeds: readonly FeedState[],
): Offers {
  const sellers = [...new Set(feeds.map((feed) => feed.seller))];
  const sellerOf = new Map(feeds.map((feed) => [feed.feed_no, sellers.indexOf(feed.seller)]));
  const firsts = new Uint32Array(members.productCount + 1);
  const live = stocks.reduce((count, stock) => count + (stock === GONE ? 0 : 1), 0);
  const columns = {
    firsts,
    sellerNos: new Uint16Array(live),
    costs: new Float64Array(live),
    stock: new Uint8Array(live),
  };
  let filled = 0;
  for (let product = 0; product < members.productCount; product++) {
    for (const no of members.listingsOf(product)) {
      if (stocks[no] === GONE) continue;
      columns.sellerNos[filled] = sellerOf.get(feedNos[no] as number) ?? 0;
      columns.costs[filled] = costs[no] as number;
      columns.stock[filled++] = stocks[no] as number;
    }
    firsts[product + 1] = filled;
  }
  return Offers.of(columns, sellers);
}

/** By product the number of the first listing the index had of it: the later it came, the higher. */
export function firstSeen(members: Members): Int32Array {
  return Int32Array.from({ length: members.productCount }, (_, product) =>
    members.listingsOf(product).reduce((least, no) => Math.min(least, no), 0x7fffffff),
  );
}
