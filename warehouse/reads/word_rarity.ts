import { inverseFrequency } from '../text/query.ts';
import type { Snapshot } from './snapshot.ts';

/** Words looked up before the table of a snapshot is thrown away. */
const MOST_KNOWN = 50_000;
const known = new WeakMap<Snapshot, Map<string, number>>();

/** How rare a folded word is among the products of a snapshot: its inverse document frequency; of none the greatest. */
export async function catalogueRarity(snapshot: Snapshot): Promise<(word: string) => number> {
  const index = await snapshot.searchIndex();
  const table = known.get(snapshot) ?? new Map<string, number>();
  known.set(snapshot, table);
  return (word) => {
    const before = table.get(word);
    if (before !== undefined) return before;
    const rarity = index.parse(word).groups[0]?.mass ?? inverseFrequency(index.products, 0);
    if (table.size >= MOST_KNOWN) table.clear();
    table.set(word, rarity);
    return rarity;
  };
}
