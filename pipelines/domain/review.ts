import { type Key, key64 } from './key.ts';

/** Why a pair of listings is for a person to look at. */
export const REVIEW_REASONS = [
  'below_threshold',
  'different_gtins',
  'seller_has_both',
  'stated_differently',
  'others_do_not_hold',
] as const;
export type ReviewReason = (typeof REVIEW_REASONS)[number];

/** The keys of a pair, the smaller first. */
export function orderedPair(one: Key, other: Key): [Key, Key] {
  return one < other ? [one, other] : [other, one];
}

/** `rev_` and 16 hexadecimal digits: the id of a pair of listings, in whichever order. SQL twin: warehouse/reads/sql/review_by_key.sql. */
export function reviewId(one: Key, other: Key): string {
  const key = key64('review', ...orderedPair(one, other).map(String));
  return `rev_${key.toString(16).padStart(16, '0')}`;
}

/** The key of a review's id, or null when the text is none. */
export function parseReviewId(text: string): Key | null {
  const digits = /^rev_([0-9a-f]{16})$/.exec(text)?.[1];
  return digits === undefined ? null : BigInt(`0x${digits}`);
}

/**
 * What a person saw of a pair: the content hashes of both listings, that of the smaller key first, as 32 hexadecimal
 * digits. It changes when either listing does, so a decision that carries it cannot be about something else.
 */
export function revisionOf(leftContent: bigint, rightContent: bigint): string {
  return [leftContent, rightContent].map((hash) => hash.toString(16).padStart(16, '0')).join('');
}
