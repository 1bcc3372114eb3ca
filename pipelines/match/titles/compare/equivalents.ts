import { hashPair } from '../read/hash.ts';

/**
 * Words that sellers write for each other, learned from listings that share a GTIN: abbreviations, words of another
 * language or script, other forms. An open hash table of pairs of words with a power of two of slots; key 0 is an
 * empty slot. One word of a title may stand for several of another.
 */
export interface Equivalents {
  count: number;
  keys: Uint32Array;
  /** How many pairs of listings taught it, at least 1. */
  taught: Uint16Array;
  /** What the table was made of. */
  entries: EquivalentEntries;
}

/** Pairs of words in any order; and words, ascending, that candidates are also looked for by the stem of another word. */
export interface EquivalentEntries {
  left: Uint32Array;
  right: Uint32Array;
  taught: Uint16Array;
  words: Uint32Array;
  stems: Uint32Array;
}

const MIN_SLOTS = 2;

/** The table of these entries. */
export function equivalentsFrom(entries: EquivalentEntries): Equivalents {
  const { left, right } = entries;
  const count = left.length;
  const slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(2 * count + 1)));
  const table: Equivalents = { count, keys: new Uint32Array(slots), taught: new Uint16Array(slots), entries };
  for (let at = 0; at < count; at++) {
    const key = hashPair(left[at] as number, right[at] as number);
    const slot = slotOf(table, key);
    table.keys[slot] = key;
    table.taught[slot] = entries.taught[at] as number;
  }
  return table;
}

export const NO_EQUIVALENTS: Equivalents = equivalentsFrom({
  left: new Uint32Array(0),
  right: new Uint32Array(0),
  taught: new Uint16Array(0),
  words: new Uint32Array(0),
  stems: new Uint32Array(0),
});

function slotOf({ keys }: Equivalents, key: number): number {
  const mask = keys.length - 1;
  let slot = key & mask;
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
  return slot;
}

/** How many pairs of listings taught that the words stand for each other; 0 where nothing was learned of them. */
export const equivalentTaught = (table: Equivalents, one: number, other: number): number =>
  table.taught[slotOf(table, hashPair(one, other))] as number;
