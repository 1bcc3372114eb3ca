import type { Features } from '../compare/features.ts';
import { type Block, findBlock, findBucket, halve, newBlock } from './block.ts';
import type { CandidateIndex } from './candidate_index.ts';
import { type Keys, keysOf, MAX_KEYS, newKeys } from './keys.ts';
import { ScoreTable } from './score_table.ts';

/** So many titles of one record are looked at, lest it leaves no room for its rivals. */
const TITLES_OF_RECORD = 2;
/** A record's own seller is asked only for what is as like as its partner, so few are looked at. */
const HOME_CANDIDATES = 4;
/** Words find so many times as many as are looked at, */
const FOUND_BY_WORDS = 2;
/** and choose so many of those; the others are chosen by their prices. */
const CHOSEN_BY_WORDS = 2 / 3;

/** Finds candidates, one record after another; arrays are reused: one a thread. */
export class CandidateSearch {
  readonly #index: CandidateIndex;
  readonly #keys: Keys = newKeys();
  readonly #blocks: Block[] = Array.from({ length: MAX_KEYS }, newBlock);
  readonly #table: ScoreTable;
  /** What it says to share a block, by its size. */
  readonly #weights: Float64Array;
  /** So many times as many as are kept are found by words. */
  readonly #byWords: number;
  /** What words find, of which some are left out. */
  readonly #wide: Uint32Array;
  /** How far their prices are off. */
  readonly #off: Float64Array;
  /** Places of the last answer, best first; the first `count` are valid. */
  readonly places: Uint32Array;
  count = 0;
  /** Of the last `findApart`: places of the record's own seller, best first; the first `homeCount` are valid. */
  readonly home: Uint32Array;
  homeCount = 0;

  constructor(index: CandidateIndex) {
    this.#index = index;
    const { candidates, postings, block, by_price } = index.limits;
    // The first block is read whatever the limit.
    this.#table = new ScoreTable(Math.max(postings, block));
    this.#weights = Float64Array.from({ length: block + 1 }, (_, size) => Math.log(65_536 / size));
    this.#byWords = by_price ? FOUND_BY_WORDS : 1;
    this.#wide = new Uint32Array(candidates * Math.max(this.#byWords, index.heads ? TITLES_OF_RECORD : 1));
    this.#off = new Float64Array(this.#wide.length);
    this.places = new Uint32Array(candidates);
    this.home = new Uint32Array(Math.min(HOME_CANDIDATES, candidates));
  }

  /**
   * The records of the index that share the rarest keys with the record, by the sum of log(2^16 / block size) over
   * the blocks they share; at most `limits.candidates`, the last third of them by price where the limits say so. `indexed` has the prices of the
   * index, without which words alone choose, and the sellers, of which `skipSeller` (a seller's hash) is left out. Ties
   * go to the lower place.
   */
  find(features: Features, place: number, indexed?: Features, skipSeller?: number): number {
    this.#gather(features, place);
    const price = indexed ? (features.log_price[place] as number) : Number.NaN;
    this.count =
      indexed && skipSeller !== undefined
        ? this.#candidates(indexed, price, (candidate) => indexed.seller[candidate] !== skipSeller)
        : this.#candidates(indexed ?? features, price, () => true);
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
    const price = features.log_price[place] as number;
    this.#gather(features, place);
    this.count = this.#candidates(features, price, (candidate) => seller[candidate] !== own);
    const beside = this.count > 0 ? this.#table.bestScore : 0;
    const wide = this.#wide.subarray(0, this.#byWords * this.home.length);
    const found = this.#table.best(wide, (candidate) => seller[candidate] === own && candidate !== place, {
      least,
      beside,
    });
    this.#choose(features, price, found, this.home.length);
    this.homeCount = Math.min(found, this.home.length);
    this.home.set(wide.subarray(0, this.homeCount));
    this.#table.clear();
    return this.count;
  }

  /**
   * Leaves what shares most words where it is, and orders the rest of what they found by how near its price is: one item
   * costs alike wherever it is sold, and of its kind there may be more than are looked at. What asks no price goes last.
   */
  #choose({ log_price: prices }: Features, price: number, found: number, wanted: number): void {
    if (!this.#index.limits.by_price || found <= wanted || Number.isNaN(price)) return;
    const wide = this.#wide;
    const off = this.#off;
    const first = Math.floor(CHOSEN_BY_WORDS * wanted);
    for (let at = first; at < found; at++) {
      const place = wide[at] as number;
      const distance = Math.abs((prices[place] as number) - price);
      const far = Number.isNaN(distance) ? Number.POSITIVE_INFINITY : distance;
      let to = at;
      while (to > first && far < (off[to - 1] as number)) {
        wide[to] = wide[to - 1] as number;
        off[to] = off[to - 1] as number;
        to--;
      }
      wide[to] = place;
      off[to] = far;
    }
  }

  /** Adds up the scores of all records that share a block. */
  #gather(features: Features, place: number): void {
    const index = this.#index;
    keysOf(features, place, index.rules, this.#keys);
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
  #candidates(indexed: Features, price: number, wanted: (candidate: number) => boolean): number {
    const { heads, limits } = this.#index;
    const wide = this.#wide;
    const found = this.#table.best(wide, wanted, limits);
    this.#choose(indexed, price, found, this.places.length);
    let count = 0;
    for (let at = 0; at < found && count < this.places.length; at++) {
      const candidate = wide[at] as number;
      let titles = 0;
      if (heads)
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
    keysOf(features, place, index.rules, this.#keys);
    for (let at = 0; at < this.#keys.count; at++) {
      const key = this.#keys.ids[at] as number;
      findBucket(index, key, block);
      if (!findBlock(index, key, block)) continue;
      for (let posting = block.from; posting < block.to; posting++)
        visit((index.posting[posting] as number) & mask);
    }
  }
}
