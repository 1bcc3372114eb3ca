import { hashPair } from '../read/hash.ts';
import { FRAGMENT } from '../read/reading.ts';
import type { Features } from './features.ts';
import { indexIn } from './vocabulary.ts';

/**
 * Pairs of words by which a seller tells its own listings apart, as `hashPair` of their ids, ascending: `oak` and
 * `white`, where two of its titles are the same but for them (learn/learn_contrasts.ts).
 */
export type Contrasts = Uint32Array;

/**
 * Whether two records are told apart by such words: the one has the first and not the second, the other the second and
 * not the first. Each is known by its titles, at `places` and `others`; what one of them says, the record says.
 * Symmetric.
 */
export function isToldApart(
  contrasts: Contrasts,
  [a, places]: readonly [Features, readonly number[]],
  [b, others]: readonly [Features, readonly number[]],
): boolean {
  if (contrasts.length === 0) return false;
  return !contrastsBetween(contrasts, wordsOf(a, places), wordsOf(b, others)).next().done;
}

/** Such words, by their ids: of each pair the first that the left alone has, the second that the right alone has. */
export function* contrastsBetween(
  contrasts: Contrasts,
  left: ReadonlySet<number>,
  right: ReadonlySet<number>,
): Generator<[one: number, other: number]> {
  for (const one of left) {
    if (right.has(one)) continue;
    for (const other of right)
      if (!left.has(other) && indexIn(contrasts, hashPair(one, other)) >= 0) yield [one, other];
  }
}

/** The ids of the whole words of some titles. */
function wordsOf(features: Features, places: readonly number[]): Set<number> {
  const words = new Set<number>();
  for (const place of places) {
    const to = features.word_start[place + 1] as number;
    for (let at = features.word_start[place] as number; at < to; at++)
      if (features.word_kind[at] !== FRAGMENT) words.add(features.word_id[at] as number);
  }
  return words;
}
