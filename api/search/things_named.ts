import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { QueryOptions } from '../../warehouse/text/query.ts';

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
  return index.thingsNamed(index.parse(asked, beside), products, await snapshot.vectors());
}
