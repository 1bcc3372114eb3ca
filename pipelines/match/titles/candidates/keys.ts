import { DIMENSIONS } from '../../../text/units.ts';
import type { Features } from '../compare/features.ts';
import { indexIn } from '../compare/vocabulary.ts';
import { hashBytes, hashPair, hashText, mix } from '../read/hash.ts';

/** Words of a title that may stand in a pair, rarest first. */
const PAIRED_WORDS = 7;
const PAIRED_ITEMS = 8;
/** Stems that words of a title stand for, and may stand in a pair, too. */
const MORE_ITEMS = 3;
/** A record has no more keys, */
const OWN_KEYS = 64;
/** and with those of words that its own stand for no more than this. */
export const MAX_KEYS = 96;
/** Words longer than this enter pairs by their beginning, so endings, cuts and abbreviations do not matter. */
const STEM = 4;
/** Model numbers longer than this are also found by their beginning (a colour or a country is often appended). */
const CODE_STEM = 6;
const CODE_SALT = 0x51ed270b;
const MEASURE_SALT = 0x2545f491;
const CONTENT = DIMENSIONS.indexOf('count');

/** A word as it enters pairs: a long one by its beginning. */
export const stemOf = (word: string): number =>
  word.length > STEM ? mix(hashText(word.slice(0, STEM)) ^ STEM) : hashText(word);

/** What keys depend on beside the record. */
export interface KeyRules {
  /** Words less rare than this, in steps, are in too many records to be a key alone. */
  min_rarity: number;
  /** Words, ascending, that stand for other words, and the stems of those (equivalents.ts). */
  words: Uint32Array;
  stems: Uint32Array;
}

/** Scratch for the keys of one record. */
export interface Keys {
  count: number;
  ids: Uint32Array;
}
export const newKeys = (): Keys => ({ count: 0, ids: new Uint32Array(MAX_KEYS) });

const items = new Uint32Array(PAIRED_ITEMS + MORE_ITEMS);
/** The rarest words of the last record, rarest first: their places, and those of their items. */
const rarest = { count: 0, places: new Uint8Array(PAIRED_WORDS), items: new Uint8Array(PAIRED_WORDS) };
/** Places of the items of the words that more stems were added for. */
const sources = new Uint8Array(MORE_ITEMS);
const chosen = new Uint8Array(OWN_KEYS);

function push(keys: Keys, id: number, most = OWN_KEYS): void {
  if (keys.count >= most) return;
  for (let at = 0; at < keys.count; at++) if (keys.ids[at] === id) return;
  keys.ids[keys.count++] = id;
}

/**
 * The blocking keys of a record: its words, its model numbers and their beginnings, neighbouring words written
 * together, and pairs among its rarest words, what these stand for, and its quantity. A function of the record and of
 * frozen rules alone. Words more frequent than `min_rarity` allows are only used in pairs.
 */
export function keysOf(
  features: Features,
  place: number,
  { min_rarity: minRarity, words, stems }: KeyRules,
  keys: Keys,
): void {
  keys.count = 0;
  const codeTo = features.code_start[place + 1] as number;
  for (let at = features.code_start[place] as number; at < codeTo; at++) {
    push(keys, features.code_id[at] as number);
    const from = features.code_text_start[at] as number;
    const to = features.code_text_start[at + 1] as number;
    if (to - from > CODE_STEM)
      push(keys, mix(hashBytes(features.code_text, from, from + CODE_STEM) ^ CODE_SALT));
  }
  const from = features.word_start[place] as number;
  const to = features.word_start[place + 1] as number;
  const text = features.character_start[place] as number;
  for (let at = from; at < to; at++) {
    if ((features.word_rarity[at] as number) >= minRarity) push(keys, features.word_id[at] as number);
    if (at + 1 === to) break;
    const start = text + (features.word_at[at] as number);
    const end = text + (features.word_at[at + 1] as number) + (features.word_length[at + 1] as number);
    if (end - start > STEM) push(keys, hashBytes(features.character, start, end));
  }
  const count = pairedItems(features, place, from, to);
  for (let x = 0; x < count; x++)
    for (let y = x + 1; y < count; y++) push(keys, hashPair(items[x] as number, items[y] as number));
  if (words.length === 0) return;
  const all = addStandingFor(features, from, words, stems, count);
  for (let y = count; y < all; y++)
    for (let x = 0; x < y; x++)
      if (x !== sources[y - count]) push(keys, hashPair(items[x] as number, items[y] as number), MAX_KEYS);
}

/** Adds the stems that paired words also stand for to the `count` items; returns how many there are then. */
function addStandingFor(
  features: Features,
  from: number,
  words: Uint32Array,
  stems: Uint32Array,
  count: number,
): number {
  let all = count;
  for (let rank = 0; rank < rarest.count && all < count + MORE_ITEMS; rank++) {
    const at = indexIn(words, features.word_id[from + (rarest.places[rank] as number)] as number);
    if (at < 0 || items.subarray(0, all).includes(stems[at] as number)) continue;
    sources[all - count] = rarest.items[rank] as number;
    items[all++] = stems[at] as number;
  }
  return all;
}

/** Fills `items` with the stems of the rarest words and the first content; returns how many. */
function pairedItems(features: Features, place: number, from: number, to: number): number {
  const text = features.character_start[place] as number;
  const words = Math.min(to - from, OWN_KEYS);
  chosen.fill(0, 0, words);
  rarest.count = 0;
  let count = 0;
  while (count < PAIRED_WORDS) {
    let best = -1;
    for (let at = 0; at < words; at++) {
      if (chosen[at]) continue;
      if (best < 0 || isRarer(features, from + at, from + best)) best = at;
    }
    if (best < 0) break;
    chosen[best] = 1;
    const start = text + (features.word_at[from + best] as number);
    const length = features.word_length[from + best] as number;
    const stem = length > STEM ? mix(hashBytes(features.character, start, start + STEM) ^ STEM) : undefined;
    const item: number = stem === undefined ? (features.word_id[from + best] as number) : stem;
    let known = 0;
    while (known < count && items[known] !== item) known++;
    if (known === count) items[count++] = item;
    if (rarest.count < PAIRED_WORDS) {
      rarest.places[rarest.count] = best;
      rarest.items[rarest.count++] = known;
    }
  }
  const measureTo = features.measure_start[place + 1] as number;
  for (let at = features.measure_start[place] as number; at < measureTo; at++) {
    const dimension = features.measure_dimension[at] as number;
    if (dimension > CONTENT) continue;
    const step = Math.round(Math.log(features.measure_total[at] as number) * 30);
    items[count++] = mix(Math.imul(step + 1000, 31) ^ dimension ^ MEASURE_SALT);
    break;
  }
  return count;
}

const isRarer = (features: Features, at: number, than: number): boolean => {
  const left = features.word_rarity[at] as number;
  const right = features.word_rarity[than] as number;
  return left !== right
    ? left > right
    : (features.word_id[at] as number) < (features.word_id[than] as number);
};
