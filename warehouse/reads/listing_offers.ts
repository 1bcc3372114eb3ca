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
 * Loads what every listing costs now and groups it by product: of each product the offers of the condition it is
 * usually sold in, new where it is sold new (`usualCondition`, pipelines/domain/pool.ts). Files are read oldest first: a later row of a
 * listing replaces an earlier one. `listings` has, by offer, the number of its listing.
 */
export async function loadOffers(
  connection: DuckDBConnection,
  paths: readonly string[],
  members: Members,
  feeds: readonly FeedState[],
): Promise<{ offers: Offers; listings: Int32Array }> {
  const listings = mostListings(members);
  const feedNos = new Int32Array(listings).fill(NO_FEED);
  const costs = new Float64Array(listings);
  const stocks = new Uint8Array(listings).fill(GONE);
  const conditions = new Uint8Array(listings);
  for (const path of paths)
    await readColumns(
      connection,
      `select listing_no, feed_no, cost_minor, stock, coalesce(condition, 0)::integer as condition
       from (from (select null::integer as condition limit 0) union all by name from read_parquet(${fileList([path])}))`,
      ([numbers, feedColumn, costColumn, stockColumn, conditionColumn], rows) => {
        if (
          !(numbers instanceof Int32Array && feedColumn instanceof Int32Array) ||
          !(costColumn instanceof Float64Array && stockColumn instanceof Int32Array) ||
          !(conditionColumn instanceof Int32Array)
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
          conditions[no] = conditionColumn[row] as number;
        }
      },
    );
  const used = leaveUnusual(members, { stocks, conditions });
  return grouped(members, { feedNos, costs, stocks, used }, feeds);
}

function mostListings(members: Members): number {
  let most = 0;
  for (let product = 0; product < members.productCount; product++)
    for (const no of members.listingsOf(product)) most = Math.max(most, no + 1);
  return most;
}

/** Leaves out of each product what is sold in another condition than the product usually is; 1 for each that is not new. */
function leaveUnusual(
  members: Members,
  { stocks, conditions }: { stocks: Uint8Array; conditions: Uint8Array },
): Uint8Array {
  const used = new Uint8Array(members.productCount);
  for (let product = 0; product < members.productCount; product++) {
    const own = members.listingsOf(product);
    let usual = Number.POSITIVE_INFINITY;
    for (const no of own) if (stocks[no] !== GONE) usual = Math.min(usual, conditions[no] as number);
    for (const no of own) if ((conditions[no] as number) > usual) stocks[no] = GONE;
    used[product] = usual > 0 && Number.isFinite(usual) ? 1 : 0;
  }
  return used;
}

function grouped(
  members: Members,
  {
    feedNos,
    costs,
    stocks,
    used,
  }: { feedNos: Int32Array; costs: Float64Array; stocks: Uint8Array; used: Uint8Array },
  feeds: readonly FeedState[],
): { offers: Offers; listings: Int32Array } {
  const sellers = [...new Set(feeds.map((feed) => feed.seller))];
  const sellerOf = new Map(feeds.map((feed) => [feed.feed_no, sellers.indexOf(feed.seller)]));
  const firsts = new Uint32Array(members.productCount + 1);
  const live = stocks.reduce((count, stock) => count + (stock === GONE ? 0 : 1), 0);
  const columns = {
    firsts,
    sellerNos: new Uint16Array(live),
    costs: new Float64Array(live),
    stock: new Uint8Array(live),
    used,
  };
  const listings = new Int32Array(live);
  let filled = 0;
  for (let product = 0; product < members.productCount; product++) {
    for (const no of members.listingsOf(product)) {
      if (stocks[no] === GONE) continue;
      listings[filled] = no;
      columns.sellerNos[filled] = sellerOf.get(feedNos[no] as number) ?? 0;
      columns.costs[filled] = costs[no] as number;
      columns.stock[filled++] = stocks[no] as number;
    }
    firsts[product + 1] = filled;
  }
  return { offers: Offers.of(columns, sellers), listings };
}

/** By product the number of the first listing the index had of it: the later it came, the higher. */
export function firstSeen(members: Members): Int32Array {
  return Int32Array.from({ length: members.productCount }, (_, product) =>
    members.listingsOf(product).reduce((least, no) => Math.min(least, no), 0x7fffffff),
  );
}
