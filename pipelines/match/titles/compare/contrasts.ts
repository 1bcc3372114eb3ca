import { hashPair, mix } from '../read/hash.ts';
import { type Features, titlesOf } from './features.ts';
import { indexIn } from './vocabulary.ts';

/**
 * Pairs of words, or of phrases of several, by which a seller tells its own listings apart, as `hashPair` of their ids,
 * ascending: `oak` and `white`, where two of its titles are the same but for them (learn/learn_contrasts.ts). Of each
 * phrase `memberOf` is among them too, so that a title's runs of words that are none are soon told.
 */
export type Contrasts = Uint32Array;

/** Words that stand for each other are at most so many on each side. */
export const LONGEST_PHRASE = 3;
/** An id that is no word's. */
export const PHRASE = 0;

/** The id of words that stand together; of a single word, its own. */
export const phraseId = (words: readonly number[]): number =>
  words.slice(1).reduce((id, word) => mix(Math.imul(id, 31) + word), words[0] as number);
/** What is among contrasts for each phrase of several words, and where there is any, for `PHRASE`. */
export const memberOf = (phrase: number): number => hashPair(phrase, PHRASE);

/** What titles say: the ids of their words, and those of phrases that are in contrasts, with their words. */
export interface Said {
  words: ReadonlySet<number>;
  phrases: ReadonlyMap<number, readonly number[]>;
}

/**
 * Whether two records are told apart by such words: the one has the first and nothing of the second, the other the second
 * and nothing of the first. Each is known by its titles, at `places` and `others`; what one of them says, the record says.
 * Symmetric.
 */
export function isToldApart(
  contrasts: Contrasts,
  [a, places]: readonly [Features, readonly number[]],
  [b, others]: readonly [Features, readonly number[]],
): boolean {
  if (contrasts.length === 0) return false;
  const [left, right] = [saidIn(contrasts, titlesOf(a, places)), saidIn(contrasts, titlesOf(b, others))];
  return !contrastsBetween(contrasts, left, right).next().done;
}

/** Such words, by their ids: of each pair what the left alone has, and what the right alone has. */
export function* contrastsBetween(
  contrasts: Contrasts,
  left: Said,
  right: Said,
): Generator<[one: number, other: number]> {
  const others = loneOf(right, left);
  for (const one of loneOf(left, right))
    for (const other of others) if (indexIn(contrasts, hashPair(one, other)) >= 0) yield [one, other];
}

/** What titles say, each as the ids of its words in their order. */
export function saidIn(contrasts: Contrasts, titles: Iterable<readonly number[]>): Said {
  const words = new Set<number>();
  const phrases = new Map<number, readonly number[]>();
  const longest = indexIn(contrasts, memberOf(PHRASE)) < 0 ? 1 : LONGEST_PHRASE;
  for (const title of titles)
    title.forEach((word, at) => {
      words.add(word);
      for (let count = 2; count <= longest && at + count <= title.length; count++) {
        const run = title.slice(at, at + count);
        const id = phraseId(run);
        if (indexIn(contrasts, memberOf(id)) >= 0) phrases.set(id, run);
      }
    });
  return { words, phrases };
}

/** The words that the other does not have, and the phrases of which it has no word. */
function loneOf({ words, phrases }: Said, other: Said): number[] {
  const lone = [...words].filter((word) => !other.words.has(word));
  for (const [id, run] of phrases) if (!run.some((word) => other.words.has(word))) lone.push(id);
  return lone;
}
