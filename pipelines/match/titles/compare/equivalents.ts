import { hashPair } from '../read/hash.ts';

/**
 * Words that sellers write for each other, learned from listings that share a GTIN: abbreviations, words of another
 * language or script, other forms. An open hash table of pairs of words with a power of two of slots; key 0 is an
 * empty slot. One word of a title may stand for several of another.
 */
export interface Equivalents {
  count: number;
  keys: Uint32Array;
  /** How far one of the words counts as the other, in parts of 255: how often the two stand for each other where both are left over. */
  shares: Uint8Array;
  /** How many pairs of listings taught it. */
  taught: Uint16Array;
  /** A bit for each word that is in any pair, by its lowest bits: nearly all words are in none. */
  among: Uint8Array;
  /** What the table was made of. */
  entries: EquivalentEntries;
}

/** Pairs of words in any order; and words, ascending, that candidates are also looked for by the stem of another word. */
export interface EquivalentEntries {
  left: Uint32Array;
  right: Uint32Array;
  shares: Uint8Array;
  taught: Uint16Array;
  words: Uint32Array;
  stems: Uint32Array;
}

export const FULL_EQUIVALENT = 255;
const MIN_SLOTS = 2;
const AMONG_BITS = 15;
const AMONG_MASK = 2 ** AMONG_BITS - 1;

/** The table of these entries. */
export function equivalentsFrom(entries: EquivalentEntries): Equivalents {
  const { left, right } = entries;
  const count = left.length;
  const slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(2 * count + 1)));
  const table: Equivalents = {
    count,
    keys: new Uint32Array(slots),
    shares: new Uint8Array(slots),
    taught: new Uint16Array(slots),
    among: new Uint8Array((AMONG_MASK + 1) / 8),
    entries,
  };
  for (let at = 0; at < count; at++) {
    const [one, other] = [left[at] as number, right[at] as number];
    const key = hashPair(one, other);
    const slot = slotOf(table, key);
    table.keys[slot] = key;
    table.shares[slot] = entries.shares[at] as number;
    table.taught[slot] = entries.taught[at] as number;
    for (const id of [one, other]) table.among[(id & AMONG_MASK) >>> 3]! |= 1 << (id & 7);
  }
  return table;
}

export const NO_EQUIVALENTS: Equivalents = equivalentsFrom({
  left: new Uint32Array(0),
  right: new Uint32Array(0),
  shares: new Uint8Array(0),
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

/** Whether the word may have equivalents; where not, it has none. */
export const mayHaveEquivalents = ({ among }: Equivalents, id: number): boolean =>
  ((among[(id & AMONG_MASK) >>> 3] as number) & (1 << (id & 7))) !== 0;

/** How far one word counts as the other, 0 to 1; 0 where nothing was learned of them. */
export const equivalence = (table: Equivalents, one: number, other: number): number =>
  (table.shares[slotOf(table, hashPair(one, other))] as number) / FULL_EQUIVALENT;

/** How many pairs of listings taught that the words stand for each other. */
export const equivalentTaught = (table: Equivalents, one: number, other: number): number =>
  table.taught[slotOf(table, hashPair(one, other))] as number;
