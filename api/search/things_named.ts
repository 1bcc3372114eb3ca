import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { ParsedQuery, QueryOptions } from '../../warehouse/text/query.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/** Of each index the text that was read last: one request asks several times. */
const lastRead = new WeakMap<SearchIndex, { text: string; query: ParsedQuery }>();

function parsed(index: SearchIndex, asked: string, beside: QueryOptions): ParsedQuery {
  const text = JSON.stringify([asked, beside]);
  const last = lastRead.get(index);
  if (last?.text === text) return last.query;
  const query = index.parse(asked, beside);
  lastRead.set(index, { text, query });
  return query;
}

/**
 * Tells of products whether they are the thing that a text names: a bound on an amount is met by what goes with the thing
 * as well (`laptop under 1.3 kg` by every lock). Null where the text names none.
 */
export async function thingsNamed(
  snapshot: Snapshot,
  { asked, ...beside }: { asked: string } & QueryOptions,
  products: readonly number[],
): Promise<ReadonlySet<number> | null> {
  const index = await snapshot.searchIndex();
  return index.thingsNamed(parsed(index, asked, beside), products, await snapshot.vectors());
}
