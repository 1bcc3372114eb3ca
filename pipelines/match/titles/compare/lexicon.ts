import { hashBytes, hashPair, mix } from '../read/hash.ts';
import { MAX_WORDS } from '../read/reading.ts';
import type { Alignment, Side } from './alignment.ts';
import type { Slice } from './likeness.ts';

/**
 * What pairs of known truth say about single words: the weight, in steps of `LEXICON_STEP` nats, of a word that both
 * titles have, of a word that only one has, of two different words that stand where the titles part, of how these two
 * begin, and of a brand beside the words of the other title. An open hash table with a power of two of slots; key 0 is an empty slot.
 */
export interface Lexicon {
  count: number;
  keys: Uint32Array;
  weights: Int8Array;
}

export const LEXICON_STEP = 1 / 32;
const MAX_STEPS = 127;
const REPEATED_SALT = 0x3c6ef372;
const LONE_SALT = 0x1b873593;
const BRAND_SALT = 0x2545f491;
const BEGINNING_SALT = 0x7a3d1e55;
const MIN_SLOTS = 2;

/** The lexicon of these terms and weights in nats; what rounds to nothing is left out. */
export function lexiconOf(terms: Iterable<readonly [key: number, weight: number]>): Lexicon {
  const kept: [number, number][] = [];
  for (const [key, weight] of terms) {
    const steps = Math.max(-MAX_STEPS, Math.min(MAX_STEPS, Math.round(weight / LEXICON_STEP)));
    if (steps !== 0) kept.push([key, steps]);
  }
  kept.sort(([left], [right]) => left - right);
  return lexiconFrom({
    keys: Uint32Array.from(kept, ([key]) => key),
    weights: Int8Array.from(kept, ([, steps]) => steps),
  });
}

export const EMPTY_LEXICON: Lexicon = lexiconOf([]);

/** The lexicon of ascending keys and their weights in steps. */
export function lexiconFrom({ keys, weights }: Pick<Lexicon, 'keys' | 'weights'>): Lexicon {
  const slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(2 * keys.length + 1)));
  const lexicon = { count: keys.length, keys: new Uint32Array(slots), weights: new Int8Array(slots) };
  for (let at = 0; at < keys.length; at++) {
    const slot = slotOf(lexicon, keys[at] as number);
    lexicon.keys[slot] = keys[at] as number;
    lexicon.weights[slot] = weights[at] as number;
  }
  return lexicon;
}

/** Ascending keys and their weights, as `lexiconFrom` reads them. */
export function lexiconEntries({ keys, weights }: Lexicon): Pick<Lexicon, 'keys' | 'weights'> {
  const slots = [...keys.keys()].filter((slot) => keys[slot] !== 0);
  slots.sort((left, right) => (keys[left] as number) - (keys[right] as number));
  return {
    keys: Uint32Array.from(slots, (slot) => keys[slot] as number),
    weights: Int8Array.from(slots, (slot) => weights[slot] as number),
  };
}

/** Slot of the key, or the empty one where it would be. */
function slotOf({ keys }: Lexicon, key: number): number {
  const mask = keys.length - 1;
  let slot = key & mask;
  while (keys[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
  return slot;
}

/** Terms of one pair of titles and how far each is met, 0 to `FULL_SHARE`; the first `count` are valid. */
export interface Terms {
  count: number;
  keys: Uint32Array;
  shares: Uint8Array;
}
/** A term that is met in full has this share: whole numbers add up to the same in any order. */
export const FULL_SHARE = 64;
const MAX_TERMS = 1024;
export const newTerms = (): Terms => ({
  count: 0,
  keys: new Uint32Array(MAX_TERMS),
  shares: new Uint8Array(MAX_TERMS),
});

function push(terms: Terms, key: number, share: number): void {
  if (terms.count === MAX_TERMS) return;
  terms.keys[terms.count] = key;
  terms.shares[terms.count++] = share;
}

/**
 * Fills `into` with the terms of the titles that were aligned last, with how words begin where that is asked of. The same
 * set whichever was the left one.
 */
export function termsOf({ left, right }: Alignment, into: Terms, withBeginnings = true): void {
  into.count = 0;
  addSide(left, into);
  addSide(right, into);
  addBrands(left, right, into);
  noteBeginnings(right);
  const { word_id: leftId } = left.features;
  const { word_id: rightId } = right.features;
  for (let at = 0; at < left.count; at++) {
    const share = left.paired[at] as number;
    if (share === 1) continue;
    const id = leftId[left.from + at] as number;
    const beginning = beginningOf(left.word(at));
    // Words without partner, and words that were paired because they are alike.
    for (let to = 0; to < right.count; to++) {
      if (right.paired[to] !== share) continue;
      push(into, hashPair(id, rightId[right.from + to] as number), FULL_SHARE);
      if (withBeginnings)
        push(into, mix(hashPair(beginning, beginnings[to] as number) ^ BEGINNING_SALT), FULL_SHARE);
    }
  }
}

const beginnings = new Uint32Array(MAX_WORDS);

/** Notes how the words begin that are not on the other side as they are. */
function noteBeginnings(side: Side): void {
  for (let at = 0; at < side.count; at++)
    if (side.paired[at] !== 1) beginnings[at] = beginningOf(side.word(at));
}

/** So many characters of a word are the same in its forms, in what is cut off, and in many an abbreviation. */
const BEGINNING = 4;
const beginningOf = ({ bytes, from, length }: Slice): number =>
  hashBytes(bytes, from, from + Math.min(BEGINNING, length));

/** A brand beside another brand, and beside each word of the other title: sellers name makers in many ways. */
function addBrands(left: Side, right: Side, into: Terms): void {
  const first = left.features.brand[left.place] as number;
  const second = right.features.brand[right.place] as number;
  if (first !== 0 && second !== 0 && first !== second) push(into, hashPair(first, second), FULL_SHARE);
  if (first !== 0) addBrand(first, right, into);
  if (second !== 0) addBrand(second, left, into);
}

function addBrand(brand: number, { features, from, count }: Side, into: Terms): void {
  for (let at = from; at < from + count; at++)
    push(into, mix(hashPair(brand, features.word_id[at] as number) ^ BRAND_SALT), FULL_SHARE);
}

function addSide({ features, from, count, paired }: Side, into: Terms): void {
  for (let at = 0; at < count; at++) {
    const share = paired[at] as number;
    const id = features.word_id[from + at] as number;
    if (share > 0) push(into, mix(id ^ REPEATED_SALT), Math.round(share * FULL_SHARE));
    else push(into, mix(id ^ LONE_SALT), FULL_SHARE);
  }
}

/** What the lexicon says of the terms, in nats; 0 where it knows none of them. */
export function weighTerms(lexicon: Lexicon, terms: Terms): number {
  let sum = 0;
  for (let at = 0; at < terms.count; at++)
    sum +=
      (lexicon.weights[slotOf(lexicon, terms.keys[at] as number)] as number) * (terms.shares[at] as number);
  return (sum * LEXICON_STEP) / FULL_SHARE;
}

/** What the lexicon says of a word that only one title has, in nats. */
export function weighLoneWord(lexicon: Lexicon, id: number): number {
  return (lexicon.weights[slotOf(lexicon, mix(id ^ LONE_SALT))] as number) * LEXICON_STEP;
}
