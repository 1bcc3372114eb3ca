import { Alignment, type Side } from '../compare/alignment.ts';
import type { Features } from '../compare/features.ts';
import type { TaughtWords } from '../compare/vocabulary.ts';
import { hashPair } from '../read/hash.ts';
import { FRAGMENT } from '../read/reading.ts';

/** A pair of words is a pair of synonyms when it is met this often … */
const MIN_TOGETHER = 4;
/** … and accounts for this share of what either word is left unmatched. */
const MIN_SHARE_MORE = 0.25;
const MIN_SHARE_LESS = 0.3;

/** Counts, over pairs known to match, which words sellers repeat and which they write for each other. */
export class WordTeacher {
  readonly #alignment = new Alignment();
  readonly #kept = new Map<number, [repeated: number, seen: number]>();
  readonly #unmatched = new Map<number, number>();
  readonly #together = new Map<string, number>();
  #repeated = 0;
  #seen = 0;

  /** Learns from records a[i] and b[j], which are the same item. */
  add(a: Features, i: number, b: Features, j: number): void {
    this.#alignment.align(a, i, b, j);
    const left = this.#count(this.#alignment.left);
    const right = this.#count(this.#alignment.right);
    for (const x of left) {
      for (const y of right) {
        const key = x < y ? `${x} ${y}` : `${y} ${x}`;
        this.#together.set(key, (this.#together.get(key) ?? 0) + 1);
      }
    }
  }

  /** Counts a side's words; returns the ids of those without partner. */
  #count({ features, from, count, paired }: Side): number[] {
    const open: number[] = [];
    for (let at = 0; at < count; at++) {
      const id = features.word_id[from + at] as number;
      const share = paired[at] as number;
      if (share === 0 && features.word_kind[from + at] === FRAGMENT) continue;
      const counts = this.#kept.get(id) ?? [0, 0];
      counts[0] += share;
      counts[1]++;
      this.#kept.set(id, counts);
      this.#repeated += share;
      this.#seen++;
      if (share > 0) continue;
      open.push(id);
      this.#unmatched.set(id, (this.#unmatched.get(id) ?? 0) + 1);
    }
    return open;
  }

  /** What was learned; undefined before any pair. */
  finish(): TaughtWords | undefined {
    if (this.#seen === 0) return undefined;
    const aliases: number[] = [];
    for (const [key, together] of this.#together) {
      if (together < MIN_TOGETHER) continue;
      const [x, y] = key.split(' ').map(Number) as [number, number];
      const left = this.#unmatched.get(x) ?? 1;
      const right = this.#unmatched.get(y) ?? 1;
      if (together < MIN_SHARE_MORE * Math.max(left, right)) continue;
      if (together >= MIN_SHARE_LESS * Math.min(left, right)) aliases.push(hashPair(x, y));
    }
    return {
      kept: this.#kept,
      mean: this.#repeated / this.#seen,
      aliases: Uint32Array.from(aliases).sort(),
    };
  }
}
