import { foldKey } from '../../pipelines/text/fold.ts';
import type { Snapshot } from './snapshot.ts';

const known = new WeakMap<Snapshot, ReadonlyMap<string, string>>();

/** Tells the maker that some listing of a snapshot declares under letters and digits (`foldKey`), as it spells the name; null of none. */
export async function catalogueMakers(snapshot: Snapshot): Promise<(key: string) => string | null> {
  const index = await snapshot.searchIndex();
  const makers = known.get(snapshot) ?? new Map(index.brandsDeclared().map((name) => [foldKey(name), name]));
  known.set(snapshot, makers);
  return (key) => makers.get(key) ?? null;
}
