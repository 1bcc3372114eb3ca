import { CandidateSearch } from '../titles/candidates/candidate_search.ts';
import { selectFeatures } from '../titles/compare/feature_selection.ts';
import { concatFeatures, type Features } from '../titles/compare/features.ts';
import type { TitleIndex } from './index.ts';
import { selectPairs, type TitlePairs } from './pairs.ts';

/** What became of the records since an earlier index, by places. */
export class TitleChange {
  /** Of each record now: its place then, or -1 for one that is new or changed. */
  readonly before: Int32Array;
  /** Of each record then: its place now, or -1. */
  readonly after: Int32Array;

  constructor(
    then: Pick<TitleIndex, 'keys' | 'fingerprints'>,
    now: Pick<TitleIndex, 'keys' | 'fingerprints'>,
  ) {
    this.before = new Int32Array(now.keys.length).fill(-1);
    this.after = new Int32Array(then.keys.length).fill(-1);
    for (let x = 0, y = 0; x < then.keys.length && y < now.keys.length; ) {
      const [old, key] = [then.keys[x] as bigint, now.keys[y] as bigint];
      if (old === key && then.fingerprints[x] === now.fingerprints[y]) {
        this.before[y] = x;
        this.after[x] = y;
      }
      if (old <= key) x++;
      if (key <= old) y++;
    }
  }

  /** Places now of records that are new or changed. */
  fresh(): Uint32Array {
    const places: number[] = [];
    this.before.forEach((place, at) => {
      if (place < 0) places.push(at);
    });
    return Uint32Array.from(places);
  }

  /** The features of all records now, those of unchanged ones as they were read then. */
  features(then: Features, fresh: Features): Features {
    const both = concatFeatures([then, fresh]);
    let next = then.count;
    return selectFeatures(
      both,
      Uint32Array.from(this.before, (place) => (place < 0 ? next++ : place)),
    );
  }

  /**
   * Marks the records whose candidates may differ from what they were: the new and changed ones and all that share a
   * block with one that came, changed or went, then or now.
   */
  touched(then: TitleIndex, now: Pick<TitleIndex, 'features' | 'index'>): Uint8Array {
    const touched = new Uint8Array(new SharedArrayBuffer(this.before.length));
    const here = new CandidateSearch(now.index);
    const there = new CandidateSearch(then.index);
    this.before.forEach((place, at) => {
      if (place >= 0) return;
      touched[at] = 1;
      here.touchedBy(now.features, at, (other) => {
        touched[other] = 1;
      });
    });
    this.after.forEach((place, at) => {
      if (place >= 0) return;
      there.touchedBy(then.features, at, (other) => {
        const moved = this.after[other] as number;
        if (moved >= 0) touched[moved] = 1;
      });
    });
    return touched;
  }

  /** The pairs found then by records that nothing touched, by their places now. */
  kept(then: TitlePairs, touched: Uint8Array): TitlePairs {
    const kept: number[] = [];
    then.left.forEach((left, k) => {
      const place = this.after[left] as number;
      if (place >= 0 && touched[place] === 0) kept.push(k);
    });
    const pairs = selectPairs(then, kept);
    return { ...pairs, left: this.#now(pairs.left), right: this.#now(pairs.right) };
  }

  #now(places: Uint32Array): Uint32Array {
    return places.map((place) => this.after[place] as number);
  }
}
