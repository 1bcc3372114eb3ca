import { inverseFrequency } from '../text/query.ts';
import type { Snapshot } from './snapshot.ts';

/** Words looked up before the table of a snapshot is thrown away. */
const MOST_KNOWN = 50_000;
const known = new WeakMap<Snapshot, Map<string, number>>();

/** A word that one maker has so much of, however common, is its name and tells this share of what the rarest does. */
const OWN_SHARE = 0.6;
const LEAST_OF_NAME = 0.6;
/** What many makers' things are tells so much less than a name as nobody has most of it, and at least this. */
const LEAST_OF_MANY = 0.15;

/**
 * How much a folded word tells of which product it is among those of a snapshot: its inverse document frequency, of none
 * the greatest, and less where several makers use it: `rambler` is one's name, `insulated` what many things are.
 */
export async function catalogueRarity(snapshot: Snapshot): Promise<(word: string) => number> {
  const index = await snapshot.searchIndex();
  const table = known.get(snapshot) ?? new Map<string, number>();
  known.set(snapshot, table);
  return (word) => {
    const before = table.get(word);
    if (before !== undefined) return before;
    const frequency = index.parse(word).groups[0]?.mass ?? inverseFrequency(index.products, 0);
    const share = index.makerShare(word);
    const rarity =
      share >= OWN_SHARE
        ? Math.max(frequency * share, LEAST_OF_NAME * inverseFrequency(index.products, 0))
        : frequency * Math.max(LEAST_OF_MANY, share ** 2);
    if (table.size >= MOST_KNOWN) table.clear();
    table.set(word, rarity);
    return rarity;
  };
}
