import { Alignment, type Side } from '../compare/alignment.ts';
import type { Features } from '../compare/features.ts';
import type { TaughtWords } from '../compare/vocabulary.ts';
import { FRAGMENT } from '../read/reading.ts';
import { EquivalentTeacher } from './learn_equivalents.ts';

/** Counts, over pairs known to match, which words sellers repeat and which they write for each other. */
export class WordTeacher {
  readonly #alignment = new Alignment();
  readonly #kept = new Map<number, [repeated: number, seen: number]>();
  readonly #equivalents = new EquivalentTeacher();
  #repeated = 0;
  #seen = 0;

  /** Learns from records a[i] and b[j], which are the same item. */
  add(a: Features, i: number, b: Features, j: number): void {
    this.#alignment.align(a, i, b, j);
    const { left, right } = this.#alignment;
    this.#count(left);
    this.#count(right);
    this.#equivalents.add(left, right);
  }

  #count({ features, from, count, paired }: Side): void {
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
    }
  }

  /** What was learned; undefined before any pair. `spellings` of the words tell which of them state different things. */
  finish(spellings: ReadonlyMap<number, string>): TaughtWords | undefined {
    if (this.#seen === 0) return undefined;
    return {
      kept: this.#kept,
      mean: this.#repeated / this.#seen,
      equivalents: this.#equivalents.finish(spellings),
    };
  }
}
