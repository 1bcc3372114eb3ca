import { foldedParts } from '../text/fold.ts';
import { type Claim, titlesAgree } from './title_agreement.ts';

/** What a seller's row said of its article at one time. */
export interface ArticleClaim extends Claim {
  title: string;
  /** 14 digits; null where it has no valid one. */
  gtin: string | null;
}

/**
 * Whether a seller has given a sku to another article: the titles do not agree, neither brand nor GTIN is the same,
 * and one of these two is known before and after and another. A row that was described anew, translated or corrected
 * keeps its brand or its GTIN; one that says neither before and after is taken at its sku, for nothing else tells.
 */
export function isReusedSku(before: ArticleClaim, after: ArticleClaim): boolean {
  const brand = agreement(before.brand, after.brand, shareWord);
  const gtin = agreement(before.gtin, after.gtin, (one, other) => one === other);
  if (brand === true || gtin === true || (brand === null && gtin === null)) return false;
  return !titlesAgree(before, after);
}

/** Null where one of the two says nothing. */
function agreement(
  before: string | null | undefined,
  after: string | null | undefined,
  same: (one: string, other: string) => boolean,
): boolean | null {
  return before && after ? same(before, after) : null;
}

/** A brand without a letter or digit (`-`) names nothing, and is like any other. */
function shareWord(one: string, other: string): boolean {
  const [left, right] = [new Set(foldedParts(one)), new Set(foldedParts(other))];
  return left.size === 0 || right.size === 0 || !left.isDisjointFrom(right);
}
