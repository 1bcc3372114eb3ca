import { quantise, type Vector } from '../../warehouse/embedding/vector.ts';
import type { VectorTable } from '../../warehouse/embedding/vector_table.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { Position } from '../../warehouse/text/page.ts';
import type { SearchRequest } from '../../warehouse/text/search_request.ts';

/** Fewer products than this are followed by others like them, up to this in all. */
export const FULL = 100;
/** Of what was found the best so many tell what the others must be like. */
const BEST = 10;
/** How near others must be to the middle of the best, of what these are on average; a ratio holds for any model. */
const LEAST_NEAR = 0.65;
/** The nearest products that are held to the filters; what would pass behind them is not found. */
const NEAREST = 1_000;
/** Below the keys of all products that have words of the query. */
const BEHIND = -2e9;

/** Whether a place in a walk is of a product that is there for being like others. */
export const isAlike = ({ key }: Position): boolean => key <= BEHIND;

/**
 * What follows where words find few: the products nearest in meaning to the best that were found, of those that pass the
 * filters, until both are `FULL` together. Nothing follows where nothing was found, since then nobody knows what is
 * meant, or where the publication has no vectors.
 */
export async function alikeProducts(
  snapshot: Snapshot,
  /** All that was found, best first, of which `enough` have words enough. */
  { found, enough }: { found: readonly number[]; enough: number },
  request: Omit<SearchRequest, 'q'>,
): Promise<Position[]> {
  const table = enough > 0 && found.length < FULL ? await snapshot.vectors() : null;
  if (table === null) return [];
  const own = new Set(found);
  const best = Uint32Array.from(found.slice(0, Math.min(BEST, enough)));
  const middle = middleOf(table, best);
  const among = table.scan(middle, best.length, best).reduce((sum, { dot }) => sum + dot, 0);
  const nearest = table
    .scan(middle, NEAREST)
    .filter(({ row, dot }) => !own.has(row) && dot * best.length >= LEAST_NEAR * among)
    .map(({ row }) => row);
  const index = await snapshot.searchIndex();
  return index
    .passing(nearest, request)
    .slice(0, FULL - found.length)
    .map((product, place) => ({ key: BEHIND - place, product }));
}

/** The middle of some rows of a table. */
function middleOf(table: VectorTable, products: Uint32Array): Vector {
  const sum = new Float64Array(table.dims);
  for (const product of products)
    for (let at = 0; at < table.dims; at++)
      sum[at] = (sum[at] as number) + (table.rows[product * table.dims + at] as number);
  return { model: table.model, values: quantise(sum) };
}
