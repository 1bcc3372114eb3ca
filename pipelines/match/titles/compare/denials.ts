import { ALONG_WORDS, DENIES_NEXT } from '../../../text/languages.ts';
import { hashText } from '../read/hash.ts';
import { type Features, titlesOf } from './features.ts';

const idsOf = (words: Iterable<string>): ReadonlySet<number> => new Set(Array.from(words, hashText));
const WITH = idsOf(ALONG_WORDS);
const WITHOUT = idsOf(DENIES_NEXT);

/** Of titles, the words that come along (`with switch`), and those that are denied (`without switch`). */
interface Parts {
  along: ReadonlySet<number>;
  denied: ReadonlySet<number>;
}

/**
 * Whether titles say of one of two records that it comes with a thing, and of the other, in the same word, that it comes
 * without. Each is known by its titles, at `places` and `others`; one that is said to come either way says nothing. Symmetric.
 */
export function isDenied(
  [a, places]: readonly [Features, readonly number[]],
  [b, others]: readonly [Features, readonly number[]],
): boolean {
  return deniedBetween(titlesOf(a, places), titlesOf(b, others)) !== null;
}

/** Such a word, by its id, and which side denies it; null where there is none. Titles are the ids of their words, in their order. */
export function deniedBetween(
  left: readonly (readonly number[])[],
  right: readonly (readonly number[])[],
): { word: number; by: 'left' | 'right' } | null {
  const [one, other] = [partsOf(left), partsOf(right)];
  for (const word of one.denied)
    if (comesAlong(word, other) && !one.along.has(word)) return { word, by: 'left' };
  for (const word of other.denied)
    if (comesAlong(word, one) && !other.along.has(word)) return { word, by: 'right' };
  return null;
}

const comesAlong = (word: number, { along, denied }: Parts): boolean => along.has(word) && !denied.has(word);

function partsOf(titles: readonly (readonly number[])[]): Parts {
  const [along, denied] = [new Set<number>(), new Set<number>()];
  for (const words of titles)
    for (let at = 1; at < words.length; at++) {
      const [before, word] = [words[at - 1] as number, words[at] as number];
      if (WITHOUT.has(before)) denied.add(word);
      else if (WITH.has(before)) along.add(word);
    }
  return { along, denied };
}
