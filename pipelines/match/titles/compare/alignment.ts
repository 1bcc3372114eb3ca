import { CODE, NUMBER } from '../../../text/reading.ts';
import { FRAGMENT, MAX_WORDS } from '../read/reading.ts';
import type { Features } from './features.ts';
import { commonPrefix, mayBeAlike, Slice, wordLikeness } from './likeness.ts';
import { RARITY_STEP } from './vocabulary.ts';

/** One title of an alignment. */
export class Side {
  features!: Features;
  place = 0;
  /** Its first word among those of the features, and how many it has. */
  from = 0;
  count = 0;
  /** Where its characters begin, and how many there are. */
  text = 0;
  length = 0;
  /** How far each word found a partner, 0 to 1. */
  readonly paired = new Float64Array(MAX_WORDS);
  /** Rarity, in nats, of the words that found no partner. */
  rest = 0;
  readonly #word = new Slice();

  /** Takes this record for the title. */
  set(features: Features, place: number): void {
    this.features = features;
    this.place = place;
    this.from = features.word_start[place] as number;
    this.count = (features.word_start[place + 1] as number) - this.from;
    this.text = features.character_start[place] as number;
    this.length = (features.character_start[place + 1] as number) - this.text;
    this.#word.bytes = features.character;
  }

  /** The characters of a word, 0 to `count` - 1; valid until the next is asked for. */
  word(at: number): Slice {
    const word = this.#word;
    word.from = this.text + (this.features.word_at[this.from + at] as number);
    word.length = this.features.word_length[this.from + at] as number;
    return word;
  }
}

/**
 * How the words of two titles pair up, and what that says. Made once and used for pair after pair, so that the inner
 * loop of matching leaves no garbage: copy what is to be kept.
 */
export class Alignment {
  /** Log likelihood ratio of the words: what they repeat and what they do not repeat of each other, in nats. */
  evidence = 0;
  readonly left = new Side();
  readonly right = new Side();

  /**
   * Pairs the words of a[i] and b[j]: the same word, two words written as one, then the most alike of the rest. Each word weighs its rarity; the evidence is the sum over the words of both titles of
   * log(P(repeated | match) / P(repeated by chance)) or of log P(not repeated | match), halved where both sides count
   * the same event. Symmetric in the records.
   */
  align(a: Features, i: number, b: Features, j: number): void {
    const { left, right } = this;
    left.set(a, i);
    right.set(b, j);
    if (isOrdered(left, right)) pairWords(left, right);
    else pairWords(right, left);
    this.evidence = weigh(left, right) + weigh(right, left);
  }
}

/** Whether the left title goes first, so that the greedy pairing does not depend on who asks. */
function isOrdered(left: Side, right: Side): boolean {
  if (left.count !== right.count) return left.count < right.count;
  for (let at = 0; at < left.count; at++) {
    const first = left.features.word_id[left.from + at] as number;
    const second = right.features.word_id[right.from + at] as number;
    if (first !== second) return first < second;
  }
  return true;
}

function pairWords(a: Side, b: Side): void {
  // For so few words a loop is faster than `fill`.
  for (let at = 0; at < a.count; at++) a.paired[at] = 0;
  for (let at = 0; at < b.count; at++) b.paired[at] = 0;
  if (pairSame(a, b) === Math.min(a.count, b.count)) return;
  joinWords(a, b);
  joinWords(b, a);
  pairAlike(a, b);
}

/** One of 32 bits for a number: where it is not among those of many numbers, the number is none of them. */
const bitOf = (value: number): number => 1 << (value & 31);

/** Pairs each word with the same word of the other title; returns how many pairs there are. */
function pairSame(a: Side, b: Side): number {
  const { word_id: aId } = a.features;
  const { word_id: bId } = b.features;
  const { from: aFrom, count: aCount, paired: aPaired } = a;
  const { from: bFrom, count: bCount, paired: bPaired } = b;
  let pairs = 0;
  let among = 0;
  for (let to = 0; to < bCount; to++) among |= bitOf(bId[bFrom + to] as number);
  for (let at = 0; at < aCount; at++) {
    const id = aId[aFrom + at] as number;
    if ((among & bitOf(id)) === 0) continue;
    for (let to = 0; to < bCount; to++) {
      if (bId[bFrom + to] !== id || bPaired[to] !== 0) continue;
      aPaired[at] = 1;
      bPaired[to] = 1;
      pairs++;
      break;
    }
  }
  return pairs;
}

/** Finds words of `b` that are two neighbouring words of `a` written together (`play station`). */
function joinWords(a: Side, b: Side): void {
  const { word_length: lengths } = a.features;
  const { word_length: joinedLengths } = b.features;
  let among = 0;
  for (let at = a.from + 1; at < a.from + a.count; at++)
    among |= bitOf((lengths[at - 1] as number) + (lengths[at] as number));
  for (let to = 0; to < b.count; to++) {
    const length = joinedLengths[b.from + to] as number;
    if (b.paired[to] !== 0 || length < 4 || (among & bitOf(length)) === 0) continue;
    const word = b.word(to);
    for (let at = 0; at + 1 < a.count; at++) {
      if (a.paired[at] !== 0 && a.paired[at + 1] !== 0) continue;
      const first = lengths[a.from + at] as number;
      if (first + (lengths[a.from + at + 1] as number) !== word.length) continue;
      if (!isJoined(a.word(at), word)) continue;
      a.paired[at] = 1;
      a.paired[at + 1] = 1;
      b.paired[to] = 1;
      break;
    }
  }
}

/** Whether the word is `first` and, without the boundary between, what stands behind it. */
function isJoined(first: Slice, word: Slice): boolean {
  for (let at = 0; at < word.length; at++) {
    const place = first.from + at + (at >= first.length ? 1 : 0);
    if (first.bytes[place] !== word.bytes[word.from + at]) return false;
  }
  return true;
}

/** Pairs what is left with the most alike word; of numbers nothing, of model numbers only what one begins with. */
function pairAlike(a: Side, b: Side): void {
  const { word_kind: kinds } = b.features;
  const { from, count, paired } = b;
  let firsts = 0;
  let lasts = 0;
  for (let to = 0; to < count; to++) {
    if (paired[to] !== 0) continue;
    const other = b.word(to);
    firsts |= bitOf(firstOf(other));
    lasts |= bitOf(lastOf(other));
  }
  for (let at = 0; at < a.count; at++) {
    const kind = a.features.word_kind[a.from + at];
    if (a.paired[at] !== 0 || kind === NUMBER) continue;
    const word = a.word(at);
    // `mayBeAlike` wants either.
    if ((firsts & bitOf(firstOf(word))) === 0 && (lasts & bitOf(lastOf(word))) === 0) continue;
    let best = 0;
    let partner = -1;
    for (let to = 0; to < count; to++) {
      const otherKind = kinds[from + to];
      if (paired[to] !== 0 || otherKind === NUMBER) continue;
      const other = b.word(to);
      if (!mayBeAlike(word, other)) continue;
      const likeness = wordLikeness(word, other);
      if (likeness <= best) continue;
      if ((kind === CODE || otherKind === CODE) && !isBeginning(word, other)) continue;
      best = likeness;
      partner = to;
    }
    if (partner < 0) continue;
    a.paired[at] = best;
    paired[partner] = best;
  }
}

const firstOf = ({ bytes, from }: Slice): number => bytes[from] as number;
const lastOf = ({ bytes, from, length }: Slice): number => bytes[from + length - 1] as number;

/** Whether one word, of three characters or more, is the beginning of the other. */
function isBeginning(a: Slice, b: Slice): boolean {
  const shorter = Math.min(a.length, b.length);
  return shorter >= 3 && commonPrefix(a, b) === shorter;
}

/**
 * A side's evidence. A short or cut-off title cannot repeat every word, so what is missing counts by how much of the
 * text would fit the other title. A fragment without partner says nothing: its word may stand in any form. Notes the
 * rarity of the words without partner.
 */
function weigh(side: Side, other: Side): number {
  const { word_rarity: rarities, word_retention: retentions, word_kind: kinds } = side.features;
  const { from, count, paired } = side;
  const room = Math.min(1, (other.length + 1) / (side.length + 1));
  let rest = 0;
  let evidence = 0;
  for (let at = 0; at < count; at++) {
    const rarity = (rarities[from + at] as number) * RARITY_STEP;
    const retention = (retentions[from + at] as number) / 255;
    const share = paired[at] as number;
    if (share > 0) evidence += (share * (rarity + Math.log(retention + 0.01))) / 2;
    else if (kinds[from + at] !== FRAGMENT) {
      evidence += Math.log(1 - 0.98 * retention * room);
      rest += rarity;
    }
  }
  side.rest = rest;
  return evidence;
}
