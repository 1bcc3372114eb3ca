import type { DayPrice } from '../../../pipelines/forecast/daily_series.ts';
import type { Database } from '../../../warehouse/database.ts';

/** One item of a chain: its change points, oldest first, and the last day it was seen on. */
export interface ChainItem {
  item: number;
  points: DayPrice[];
  last: number;
}

/** Reads `chain_X.parquet` (item, from, price_minor) and `chain_X_seen.parquet` (item, last_seen). Days are since 1970. */
export async function readChain(database: Database, folder: string, chain: string): Promise<ChainItem[]> {
  const rows = await database.rows<{ item: number; last: number; days: string; prices: string }>(
    'read chain',
    `select item, datediff('day', date '1970-01-01', any_value(last_seen))::integer as last,
       to_json(list(datediff('day', date '1970-01-01', "from") order by "from")) as days,
       to_json(list(price_minor order by "from")) as prices
     from read_parquet($changes) as changes join read_parquet($seen) as seen using (item) group by item order by item`,
    { changes: `${folder}/chain_${chain}.parquet`, seen: `${folder}/chain_${chain}_seen.parquet` },
  );
  return rows.map(({ item, last, days, prices }) => {
    const amounts = JSON.parse(prices) as number[];
    return {
      item,
      last,
      points: (JSON.parse(days) as number[]).map((day, index) => ({
        day,
        price_minor: amounts[index] as number,
      })),
    };
  });
}
