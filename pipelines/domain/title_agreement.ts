import { foldedParts, foldKey, foldText } from '../text/fold.ts';

/** What is said of one item. */
export interface Claim {
  title?: string | null;
  brand?: string | null;
  mpn?: string | null;
}

/** Titles that share a seventh of the shorter one's trigrams agree. */
const TRIGRAM_SHARE = 7;

const wordsOf = (text: string | null | undefined) => new Set(foldedParts(text ?? ''));

function trigramsOf(text: string): Set<string> {
  const letters = Array.from(foldText(text));
  const count = Math.max(1, letters.length - 2);
  return new Set(Array.from({ length: count }, (_, at) => letters.slice(at, at + 3).join('')));
}

/**
 * Whether two titles may be of one item: brand words aside they share a word of two letters or more, or a seventh of
 * the shorter one's character trigrams. The rule that publication holds claims of one GTIN against
 * (pipelines/match/sql/gtin_conflicts.sql).
 */
export function titlesAgree(one: Claim, other: Claim): boolean {
  const brands = wordsOf(one.brand).union(wordsOf(other.brand));
  const shared = wordsOf(one.title).intersection(wordsOf(other.title));
  for (const word of shared) if (Array.from(word).length >= 2 && !brands.has(word)) return true;
  const [left, right] = [trigramsOf(one.title ?? ''), trigramsOf(other.title ?? '')];
  return left.intersection(right).size * TRIGRAM_SHARE >= Math.min(left.size, right.size);
}

/**
 * Whether two claims of one GTIN clearly mean different items: both brands are known and share no word, and so do the
 * titles or the part numbers, whichever both have, and none of these agrees. A brand alone contradicts nothing: it is
 * often the maker's here and the importer's there.
 */
export function claimsContradict(one: Claim, other: Claim): boolean {
  const [left, right] = [wordsOf(one.brand), wordsOf(other.brand)];
  if (left.size === 0 || right.size === 0 || !left.isDisjointFrom(right)) return false;
  const agreements: boolean[] = [];
  if (one.mpn && other.mpn) agreements.push(foldKey(one.mpn) === foldKey(other.mpn));
  if (one.title && other.title) agreements.push(titlesAgree(one, other));
  return agreements.length > 0 && !agreements.includes(true);
}
