import {
  type Claim,
  claimsOf,
  FREE_ENDINGS,
  isDenied,
  type Wanted,
  wantedOf,
} from '../../pipelines/domain/claims.ts';
import type { Listing } from '../../pipelines/domain/listing.ts';
import { alike } from '../search/wanted_phrase.ts';

/** The words of a text that deny nothing themselves (`non-stick`, `glutenfrei`), each with what means the same. */
export const saidWords = (text: string): Wanted[] =>
  claimsOf(text).flatMap(({ word, doubtful }) =>
    doubtful || FREE_ENDINGS.test(word.text) ? [] : [wantedOf(word.text, alike)],
  );

/** By listing, whose title is held to each thing that a text may name. */
const titled = new WeakMap<Listing, readonly Claim[]>();

/** Whether the title of a listing that was read denies any of some words. */
export function titleDenies(listing: Listing, words: readonly Wanted[]): boolean {
  const claims = titled.get(listing) ?? claimsOf(listing.title);
  titled.set(listing, claims);
  return deniesAny(claims, words);
}

/**
 * Whether a title denies any of some words of the thing itself: `(not induction)`. What does not come with it (`camera not
 * included`) is of another thing, which the thing may well be for.
 */
export function deniesAny(title: readonly Claim[], words: readonly Wanted[]): boolean {
  const own = title.map((claim) => (claim.isLeftOut ? { ...claim, denied: false } : claim));
  return words.some((word) => isDenied(own, word));
}
