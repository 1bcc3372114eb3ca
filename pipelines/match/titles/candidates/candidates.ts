import type { Features } from '../compare/features.ts';
import { RARITY_STEP, rarityOf, type Vocabulary } from '../compare/vocabulary.ts';
import { type Keys, keysOf, MAX_KEYS, newKeys } from './keys.ts';
import { ScoreTable } from './score_table.ts';

/** Bounds that keep the cost of a record its own, whatever else the catalogue holds. */
export interface CandidateLimits {
  /** A block with more records than this tells too little and is left out whole. */
  block: number;
  /** Postings read for one record, smallest blocks first. */
  postings: number;
  /** Candidates kept for one record. */
  candidates: number;
  /** Candidates that share less than this part of what the best one shares are left out; none unless told. */
  least?: number;
  /** Records expected, where the vocabulary counted fewer: words too frequent for a block then are not even indexed. */
  catalogue?: number;
}
export const DEFAULT_LIMITS: CandidateLimits = { block: 200, postings: 2000, candidates: 15 };

/**
 * Which records share a key: `bucket_start[key mod 2^bits]` begins a bucket of postings, each `key's other bits <<
 * bits | place`, ascending, so the whole 32 bits of a key are told apart. Flat arrays in shared memory.
 */
export interface CandidateIndex {
  bits: number;
  count: number;
  min_rarity: number;
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
  const postings = listPostings(features, minRarity, starts);
  const kept = dropHeavyBlocks(starts, postings, bits, limits.block);
  const posting = new Uint32Array(new SharedArrayBuffer(4 * kept));
  posting.set(postings.subarray(0, kept));
  const index = { bits, count: features.count, min_rarity: minRarity, limits, bucket_start: starts, posting };
  return heads ? { ...index, heads } : index;
}

/** All postings, bucket by bucket; fills `starts` with where each bucket begins. */
function listPostings(features: Features, minRarity: number, starts: Uint32Array): Uint32Array {
  const mask = starts.length - 2;
  const keys = newKeys();
  // Keys are dearer to work out than to keep.
  const counts = new Uint8Array(features.count);
  const parts: Uint32Array[] = [];
  let part = new Uint32Array(0);
  let filled = 0;
  for (let place = 0; place < features.count; place++) {
    keysOf(features, place, minRarity, keys);
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

/** A block of an index: postings [from, to). While it is sought, what of its bucket may be before its end. */
interface Block {
  from: number;
  to: number;
  /** Of its bucket. */
  end: number;
}

const newBlock = (): Block => ({ from: 0, to: 0, end: 0 });

/** Begins to seek the block of a key: all of its bucket. */
function findBucket({ bits, bucket_start }: CandidateIndex, key: number, into: Block): void {
  const bucket = key & (2 ** bits - 1);
  into.from = bucket_start[bucket] as number;
  into.end = bucket_start[bucket + 1] as number;
  into.to = into.end;
}

/** Halves where the beginning of a block may be. */
function halve({ bits, posting }: CandidateIndex, key: number, into: Block): void {
  if (into.from === into.to) return;
  const middle = (into.from + into.to) >>> 1;
  if ((posting[middle] as number) >>> bits < key >>> bits) into.from = middle + 1;
  else into.to = middle;
}

/** Seeks a block to its end; says whether there is one. */
function findBlock(index: CandidateIndex, key: number, into: Block): boolean {
  while (into.from < into.to) halve(index, key, into);
  const { bits, posting } = index;
  const tag = key >>> bits;
  const { from, end } = into;
  let to = from;
  // Most blocks are small, so their ends are sought in growing steps.
  let step = 1;
  while (to + step <= end && (posting[to + step - 1] as number) >>> bits === tag) {
    to += step;
    step *= 2;
  }
  for (; step > 0; step >>= 1)
    if (to + step <= end && (posting[to + step - 1] as number) >>> bits === tag) to += step;
  into.to = to;
  return to > from;
}

/** So many titles of one record are looked at, lest it leaves no room for its rivals. */
const TITLES_OF_RECORD = 2;
/** A record's own seller is asked only for what is as like as its partner, so few are looked at. */
const HOME_CANDIDATES = 4;

/** Finds candidates, one record after another; arrays are reused: one a thread. */
export class CandidateSearch {
  readonly #index: CandidateIndex;
  readonly #keys: Keys = newKeys();
  readonly #blocks: Block[] = Array.from({ length: MAX_KEYS }, newBlock);
  readonly #table: ScoreTable;
  /** What it says to share a block, by its size. */
  readonly #weights: Float64Array;
  /** Where records have several titles: more than are wanted, for some are left out. */
  readonly #wide: Uint32Array | null;
  /** Places of the last answer, best first; the first `count` are valid. */
  readonly places: Uint32Array;
  count = 0;
  /** Of the last `findApart`: places of the record's own seller, best first; the first `homeCount` are valid. */
  readonly home: Uint32Array;
  homeCount = 0;

  constructor(index: CandidateIndex) {
    this.#index = index;
    const { candidates, postings, block } = index.limits;
    // The first block is read whatever the limit.
    this.#table = new ScoreTable(Math.max(postings, block));
    this.#weights = Float64Array.from({ length: block + 1 }, (_, size) => Math.log(65_536 / size));
    this.#wide = index.heads ? new Uint32Array(TITLES_OF_RECORD * candidates) : null;
    this.places = new Uint32Array(candidates);
    this.home = new Uint32Array(Math.min(HOME_CANDIDATES, candidates));
  }

  /**
   * The records of the index that share the rarest keys with the record, by the sum of log(2^16 / block size) over
   * the blocks they share; at most `limits.candidates`. `skipSeller` (a seller's hash) leaves that seller out where
   * `indexed` has the sellers of the index. Ties go to the lower place.
   */
  find(features: Features, place: number, indexed?: Features, skipSeller?: number): number {
    this.#gather(features, place);
    this.count =
      indexed && skipSeller !== undefined
        ? this.#candidates((candidate) => indexed.seller[candidate] !== skipSeller)
        : this.#candidates(() => true);
    this.#table.clear();
    return this.count;
  }

  /**
   * What `find` finds at other sellers than the record's own, and into `home` the same of its own. Of its own seller too
   * only those are looked at that share enough beside the best of all, wherever that is: others are not as like.
   */
  findApart(features: Features, place: number): number {
    const { seller } = features;
    const own = seller[place];
    const { least } = this.#index.limits;
    this.#gather(features, place);
    this.count = this.#candidates((candidate) => seller[candidate] !== own);
    const beside = this.count > 0 ? this.#table.bestScore : 0;
    this.homeCount = this.#table.best(
      this.home,
      (candidate) => seller[candidate] === own && candidate !== place,
      { least, beside },
    );
    this.#table.clear();
    return this.count;
  }

  /** Adds up the scores of all records that share a block. */
  #gather(features: Features, place: number): void {
    const index = this.#index;
    keysOf(features, place, index.min_rarity, this.#keys);
    const blocks = this.#findBlocks();
    this.#sortBlocks(blocks);
    const mask = 2 ** index.bits - 1;
    const table = this.#table;
    let read = 0;
    for (let b = 0; b < blocks; b++) {
      const { from, to } = this.#blocks[b] as Block;
      if (read > 0 && read + to - from > index.limits.postings) break;
      read += to - from;
      const weight = this.#weights[to - from] as number;
      for (let at = from; at < to; at++) table.add((index.posting[at] as number) & mask, weight);
    }
  }

  /**
   * Finds the blocks of the keys, the first of `#blocks`; returns how many there are. Buckets lie far apart in memory. All
   * are begun before any is searched to its end, so that the processor fetches many at a time instead of waiting for each.
   */
  #findBlocks(): number {
    const index = this.#index;
    const blocks = this.#blocks;
    const { count, ids } = this.#keys;
    for (let at = 0; at < count; at++) findBucket(index, ids[at] as number, blocks[at] as Block);
    for (let at = 0; at < count; at++) halve(index, ids[at] as number, blocks[at] as Block);
    let found = 0;
    for (let at = 0; at < count; at++) {
      const block = blocks[at] as Block;
      if (!findBlock(index, ids[at] as number, block)) continue;
      blocks[at] = blocks[found] as Block;
      blocks[found++] = block;
    }
    return found;
  }

  /** Orders the first `count` blocks by size, then by place, by insertion: there are few. */
  #sortBlocks(count: number): void {
    const blocks = this.#blocks;
    for (let at = 1; at < count; at++) {
      const block = blocks[at] as Block;
      const size = block.to - block.from;
      let to = at - 1;
      while (to >= 0) {
        const other = blocks[to] as Block;
        if (other.to - other.from <= size) break;
        blocks[to + 1] = other;
        to--;
      }
      blocks[to + 1] = block;
    }
  }

  /** Puts the best candidates into `places`, few titles of each record; returns how many. */
  #candidates(wanted: (candidate: number) => boolean): number {
    const { heads, limits } = this.#index;
    if (!heads || !this.#wide) return this.#table.best(this.places, wanted, limits);
    const wide = this.#wide;
    const found = this.#table.best(wide, wanted, limits);
    let count = 0;
    for (let at = 0; at < found && count < this.places.length; at++) {
      const candidate = wide[at] as number;
      let titles = 0;
      for (let before = 0; before < count; before++)
        if (heads[this.places[before] as number] === heads[candidate]) titles++;
      if (titles < TITLES_OF_RECORD) this.places[count++] = candidate;
    }
    return count;
  }

  /**
   * Calls `visit` with every record of the index that shares a block with the record, once or more. Where a record is
   * added, changed or removed, the records visited in the index before and after are those whose candidates it can
   * touch: all others find, and are found by, what they were.
   */
  touchedBy(features: Features, place: number, visit: (place: number) => void): void {
    const index = this.#index;
    const mask = 2 ** index.bits - 1;
    const block = newBlock();
    keysOf(features, place, index.min_rarity, this.#keys);
    for (let at = 0; at < this.#keys.count; at++) {
      const key = this.#keys.ids[at] as number;
      findBucket(index, key, block);
      if (!findBlock(index, key, block)) continue;
      for (let posting = block.from; posting < block.to; posting++)
        visit((index.posting[posting] as number) & mask);
    }
  }
}

/** Candidate pairs between two lists: each record's candidates in the other list, both ways; by left, then right. */
export function pairCandidates(
  left: Features,
  right: Features,
  vocabulary: Vocabulary,
  limits: CandidateLimits = DEFAULT_LIMITS,
): { left: Uint32Array; right: Uint32Array } {
  const rightsOf: number[][] = Array.from({ length: left.count }, () => []);
  const forward = new CandidateSearch(indexCandidates(right, vocabulary, limits));
  for (let i = 0; i < left.count; i++) {
    forward.find(left, i);
    for (let at = 0; at < forward.count; at++) (rightsOf[i] as number[]).push(forward.places[at] as number);
  }
  const backward = new CandidateSearch(indexCandidates(left, vocabulary, limits));
  for (let j = 0; j < right.count; j++) {
    backward.find(right, j);
    for (let at = 0; at < backward.count; at++) (rightsOf[backward.places[at] as number] as number[]).push(j);
  }
  const lefts: number[] = [];
  const rights: number[] = [];
  rightsOf.forEach((found, i) => {
    for (const j of [...new Set(found)].sort((x, y) => x - y)) {
      lefts.push(i);
      rights.push(j);
    }
  });
  return { left: Uint32Array.from(lefts), right: Uint32Array.from(rights) };
}
