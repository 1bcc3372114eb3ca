import { CODE, NUMBER } from '../../../text/reading.ts';
import { hashPair } from '../read/hash.ts';
import type { Features } from './features.ts';
import { wordLikeness } from './likeness.ts';
import { indexIn, RARITY_STEP } from './vocabulary.ts';

const MAX_WORDS = 40;
/** A learned synonym counts a little less than the word itself. */
const ALIAS_LIKENESS = 0.85;

/** How the words of two titles pair up, and what that says. Reused between calls: copy what is to be kept. */
export interface Alignment {
  /** Log likelihood ratio of the words: what they repeat and what they do not repeat of each other, in nats. */
  evidence: number;
  /** Rarity, in nats, of the words of the left and the right title that found no partner. */
  left_rest: number;
  right_rest: number;
  /** How far each word found a partner, 0 to 1. */
  left: Float64Array;
  right: Float64Array;
}

export const newAlignment = (): Alignment => ({
  evidence: 0,
  left_rest: 0,
  right_rest: 0,
  left: new Float64Array(MAX_WORDS),
  right: new Float64Array(MAX_WORDS),
});

/** Whether the left record goes first, so that the greedy pairing does not depend on who asks. */
function isOrdered(a: Features, i: number, b: Features, j: number): boolean {
  const aFrom = a.word_start[i] as number;
  const bFrom = b.word_start[j] as number;
  const aCount = (a.word_start[i + 1] as number) - aFrom;
  const bCount = (b.word_start[j + 1] as number) - bFrom;
  if (aCount !== bCount) return aCount < bCount;
  for (let at = 0; at < aCount; at++) {
    const left = a.word_id[aFrom + at] as number;
    const right = b.word_id[bFrom + at] as number;
    if (left !== right) return left < right;
  }
  return true;
}

/**
 * Pairs the words of two records: the same word, a learned synonym, two words written as one, then the most alike
 * of the rest. Each word weighs its rarity; the evidence is the sum over the words of both titles of
 * log(P(repeated | match) / P(repeated by chance)) or of log P(not repeated | match), halved where both sides count
 * the same event. Symmetric in the records.
 */
export function alignWords(
  a: Features,
  i: number,
  b: Features,
  j: number,
  aliases: Uint32Array,
  into: Alignment,
): void {
  if (isOrdered(a, i, b, j)) align(a, i, b, j, aliases, into, into.left, into.right);
  else {
    align(b, j, a, i, aliases, into, into.right, into.left);
    const { left_rest: rest } = into;
    into.left_rest = into.right_rest;
    into.right_rest = rest;
  }
}

function align(
  a: Features,
  i: number,
  b: Features,
  j: number,
  aliases: Uint32Array,
  into: Alignment,
  left: Float64Array,
  right: Float64Array,
): void {
  const aFrom = a.word_start[i] as number;
  const bFrom = b.word_start[j] as number;
  const aCount = (a.word_start[i + 1] as number) - aFrom;
  const bCount = (b.word_start[j + 1] as number) - bFrom;
  for (let at = 0; at < aCount; at++) left[at] = 0;
  for (let at = 0; at < bCount; at++) right[at] = 0;
  let open = Math.min(aCount, bCount);
  for (let at = 0; at < aCount; at++) {
    const id = a.word_id[aFrom + at];
    for (let to = 0; to < bCount; to++) {
      if (b.word_id[bFrom + to] !== id || right[to] !== 0) continue;
      left[at] = 1;
      right[to] = 1;
      open--;
      break;
    }
  }
  if (open > 0) {
    if (aliases.length > 0) pairAliases(a, aFrom, aCount, b, bFrom, bCount, aliases, left, right);
    joinWords(a, i, aFrom, aCount, left, b, j, bFrom, bCount, right);
    joinWords(b, j, bFrom, bCount, right, a, i, aFrom, aCount, left);
    pairAlike(a, i, aFrom, aCount, left, b, j, bFrom, bCount, right);
  }
  into.evidence = 0;
  const aLength = (a.character_start[i + 1] as number) - (a.character_start[i] as number) + 1;
  const bLength = (b.character_start[j + 1] as number) - (b.character_start[j] as number) + 1;
  into.left_rest = weigh(a, aFrom, aCount, left, Math.min(1, bLength / aLength), into);
  into.right_rest = weigh(b, bFrom, bCount, right, Math.min(1, aLength / bLength), into);
}

/**
 * Adds a side's evidence, where `room` is how much of its text would fit the other title: a short or cut-off title
 * cannot repeat every word. Returns the rarity of its words without partner.
 */
function weigh(
  side: Features,
  from: number,
  count: number,
  paired: Float64Array,
  room: number,
  into: Alignment,
): number {
  let rest = 0;
  let evidence = 0;
  for (let at = 0; at < count; at++) {
    const rarity = (side.word_rarity[from + at] as number) * RARITY_STEP;
    const retention = (side.word_retention[from + at] as number) / 255;
    const share = paired[at] as number;
    if (share > 0) evidence += (share * (rarity + Math.log(retention + 0.01))) / 2;
    else {
      evidence += Math.log(1 - 0.98 * retention * room);
      rest += rarity;
    }
  }
  into.evidence += evidence;
  return rest;
}

function pairAliases(
  a: Features,
  aFrom: number,
  aCount: number,
  b: Features,
  bFrom: number,
  bCount: number,
  aliases: Uint32Array,
  left: Float64Array,
  right: Float64Array,
): void {
  for (let at = 0; at < aCount; at++) {
    for (let to = 0; left[at] === 0 && to < bCount; to++) {
      if (right[to] !== 0) continue;
      if (indexIn(aliases, hashPair(a.word_id[aFrom + at] as number, b.word_id[bFrom + to] as number)) < 0)
        continue;
      left[at] = ALIAS_LIKENESS;
      right[to] = ALIAS_LIKENESS;
    }
  }
}

/** Finds words of `b` that are two neighbouring words of `a` written together (`play station`). */
function joinWords(
  a: Features,
  i: number,
  aFrom: number,
  aCount: number,
  left: Float64Array,
  b: Features,
  j: number,
  bFrom: number,
  bCount: number,
  right: Float64Array,
): void {
  const aText = a.character_start[i] as number;
  const bText = b.character_start[j] as number;
  for (let to = 0; to < bCount; to++) {
    if (right[to] !== 0) continue;
    const length = b.word_length[bFrom + to] as number;
    if (length < 4) continue;
    for (let at = 0; at + 1 < aCount; at++) {
      if (left[at] !== 0 && left[at + 1] !== 0) continue;
      const first = a.word_length[aFrom + at] as number;
      if (first + (a.word_length[aFrom + at + 1] as number) !== length) continue;
      const start = aText + (a.word_at[aFrom + at] as number);
      const target = bText + (b.word_at[bFrom + to] as number);
      if (!sameJoined(a.character, start, first, b.character, target, length)) continue;
      left[at] = 1;
      left[at + 1] = 1;
      right[to] = 1;
      break;
    }
  }
}

/** Whether characters[start …] without the word boundary after `first` are the `length` characters at `target`. */
function sameJoined(
  a: Uint8Array,
  start: number,
  first: number,
  b: Uint8Array,
  target: number,
  length: number,
): boolean {
  for (let at = 0; at < length; at++)
    if (a[start + at + (at >= first ? 1 : 0)] !== b[target + at]) return false;
  return true;
}

/** Pairs what is left with the most alike word; of numbers nothing, of model numbers only what one begins with. */
function pairAlike(
  a: Features,
  i: number,
  aFrom: number,
  aCount: number,
  left: Float64Array,
  b: Features,
  j: number,
  bFrom: number,
  bCount: number,
  right: Float64Array,
): void {
  const aText = a.character_start[i] as number;
  const bText = b.character_start[j] as number;
  for (let at = 0; at < aCount; at++) {
    const kind = a.word_kind[aFrom + at];
    if (left[at] !== 0 || kind === NUMBER) continue;
    const aLength = a.word_length[aFrom + at] as number;
    const start = aText + (a.word_at[aFrom + at] as number);
    let best = 0;
    let partner = -1;
    for (let to = 0; to < bCount; to++) {
      const other = b.word_kind[bFrom + to];
      if (right[to] !== 0 || other === NUMBER) continue;
      const target = bText + (b.word_at[bFrom + to] as number);
      // Nearly every pair of words differs in its first letter; abbreviations and stems never do.
      if (a.character[start] !== b.character[target] && aLength < 4) continue;
      const bLength = b.word_length[bFrom + to] as number;
      const likeness = wordLikeness(a.character, start, aLength, b.character, target, bLength);
      if (likeness <= best) continue;
      if (
        (kind === CODE || other === CODE) &&
        !isBeginning(a.character, start, aLength, b.character, target, bLength)
      )
        continue;
      best = likeness;
      partner = to;
    }
    if (partner < 0) continue;
    left[at] = best;
    right[partner] = best;
  }
}

function isBeginning(
  a: Uint8Array,
  start: number,
  aLength: number,
  b: Uint8Array,
  target: number,
  bLength: number,
): boolean {
  const shorter = Math.min(aLength, bLength);
  if (shorter < 3) return false;
  for (let at = 0; at < shorter; at++) if (a[start + at] !== b[target + at]) return false;
  return true;
}
