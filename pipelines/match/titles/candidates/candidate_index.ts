import type { Features } from '../compare/features.ts';
import { RARITY_STEP, rarityOf, type Vocabulary } from '../compare/vocabulary.ts';
import { type CandidateLimits, DEFAULT_LIMITS } from './candidate_limits.ts';
import { type KeyRules, keysOf, newKeys } from './keys.ts';

/**
 * Which records share a key: `bucket_start[key mod 2^bits]` begins a bucket of postings, each `key's other bits <<
 * bits | place`, ascending, so the whole 32 bits of a key are told apart. Flat arrays in shared memory.
 */
export interface CandidateIndex {
  bits: number;
  count: number;
  rules: KeyRules;
  limits: CandidateLimits;
  bucket_start: Uint32Array;
  posting: Uint32Array;
  /** First place of the record of each place, where records are known by several titles. */
  heads?: Uint32Array;
}

const MIN_BITS = 8;

/** Indexes records. A pure function of the set of records and the vocabulary, up to the numbering of places. */
export function indexCandidates(
  features: Features,
  vocabulary: Vocabulary,
  limits: CandidateLimits = DEFAULT_LIMITS,
  heads?: Uint32Array,
): CandidateIndex {
  const bits = Math.max(MIN_BITS, Math.ceil(Math.log2(features.count + 1)));
  const mask = 2 ** bits - 1;
  // A word in more records than a block may hold cannot be a block. Frozen: the records at hand have no say in it.
  const counted = vocabulary.records;
  const frequency = (limits.block * counted) / Math.max(counted, limits.catalogue ?? 0);
  const minRarity = Math.floor(rarityOf(counted, frequency) / RARITY_STEP);
  const starts = new Uint32Array(new SharedArrayBuffer(4 * (mask + 2)));
  const { words, stems } = vocabulary.equivalents.entries;
  const rules = { min_rarity: minRarity, words, stems };
  const postings = listPostings(features, rules, starts);
  const kept = dropHeavyBlocks(starts, postings, bits, limits.block);
  const posting = new Uint32Array(new SharedArrayBuffer(4 * kept));
  posting.set(postings.subarray(0, kept));
  const index = { bits, count: features.count, rules, limits, bucket_start: starts, posting };
  return heads ? { ...index, heads } : index;
}

/** All postings, bucket by bucket; fills `starts` with where each bucket begins. */
function listPostings(features: Features, rules: KeyRules, starts: Uint32Array): Uint32Array {
  const mask = starts.length - 2;
  const keys = newKeys();
  // Keys are dearer to work out than to keep.
  const counts = new Uint8Array(features.count);
  const parts: Uint32Array[] = [];
  let part = new Uint32Array(0);
  let filled = 0;
  for (let place = 0; place < features.count; place++) {
    keysOf(features, place, rules, keys);
    if (filled + keys.count > part.length) {
      parts.push(part.subarray(0, filled));
      part = new Uint32Array(KEYS_KEPT);
      filled = 0;
    }
    for (let at = 0; at < keys.count; at++) {
      const key = keys.ids[at] as number;
      part[filled++] = key;
      starts[(key & mask) + 1]!++;
    }
    counts[place] = keys.count;
  }
  parts.push(part.subarray(0, filled));
  for (let bucket = 0; bucket <= mask; bucket++) starts[bucket + 1]! += starts[bucket] as number;
  return postingsOf(parts, counts, starts);
}

/** Room for so many keys is taken at a time. */
const KEYS_KEPT = 1 << 20;

/** The keys of records, in their order, as postings of the buckets that begin at `starts`. */
function postingsOf(parts: readonly Uint32Array[], counts: Uint8Array, starts: Uint32Array): Uint32Array {
  const mask = starts.length - 2;
  const ends = starts.slice(0, mask + 1);
  const postings = new Uint32Array(starts[mask + 1] as number);
  let place = -1;
  let left = 0;
  for (const part of parts) {
    for (const key of part) {
      while (left === 0) left = counts[++place] as number;
      left--;
      postings[ends[key & mask]!++] = ((key & ~mask) | place) >>> 0;
    }
  }
  return postings;
}

/** Sorts each bucket and moves the blocks of at most `block` records together; returns how many postings stay. */
function dropHeavyBlocks(starts: Uint32Array, postings: Uint32Array, bits: number, block: number): number {
  let kept = 0;
  const buckets = starts.length - 1;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const from = starts[bucket] as number;
    const to = starts[bucket + 1] as number;
    starts[bucket] = kept;
    sortSlice(postings, from, to);
    for (let at = from; at < to; ) {
      const tag = (postings[at] as number) >>> bits;
      let end = at + 1;
      while (end < to && (postings[end] as number) >>> bits === tag) end++;
      if (end - at <= block) {
        postings.copyWithin(kept, at, end);
        kept += end - at;
      }
      at = end;
    }
  }
  starts[buckets] = kept;
  return kept;
}

function sortSlice(values: Uint32Array, from: number, to: number): void {
  if (to - from > 48) {
    values.subarray(from, to).sort();
    return;
  }
  for (let at = from + 1; at < to; at++) {
    const value = values[at] as number;
    let place = at - 1;
    while (place >= from && (values[place] as number) > value) {
      values[place + 1] = values[place] as number;
      place--;
    }
    values[place + 1] = value;
  }
}
