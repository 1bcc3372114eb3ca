import { productEmbedder } from '../../warehouse/embedding/product_vectors.ts';
import { cosineOf } from '../../warehouse/embedding/vector.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import type { SearchIndex } from '../../warehouse/text/search_index.ts';

/** Products taken from the words, from each single word where few have most of them, and from the meaning. */
const BY_WORDS = 500;
const BY_ONE_WORD = 100;
const FEW = 50;
const BY_MEANING = 300;
/** What products that have one word alone are worth beside those that have most. */
const ONE_WORD_SHARE = 0.5;
/** What meaning counts beside words; see DESIGN.md for how it was measured. */
const MEANING_SHARE = 0.3;

/** A product that may answer, with its place on a scale of 0 to 1. */
export interface Candidate {
  product: number;
  score: number;
}

/** Products by words and meaning together, best first; `filter` holds for those found by words. */
export async function rankedCandidates(
  snapshot: Snapshot,
  text: string,
  filter: OfferFilter,
): Promise<Candidate[]> {
  const index = await snapshot.searchIndex();
  const words = byWords(index, text, filter);
  const meaning = await byMeaning(snapshot, text, [...words.keys()]);
  const share = meaning === null ? 0 : MEANING_SHARE;
  const products = new Set([...words.keys(), ...(meaning?.keys() ?? [])]);
  return [...products]
    .map((product) => ({
      product,
      score: (1 - share) * (words.get(product) ?? 0) + share * (meaning?.get(product) ?? 0),
    }))
    .sort((a, b) => b.score - a.score || a.product - b.product);
}

/** Every product that passes, most offers first, for a text that says nothing but constraints. */
export async function browsedCandidates(snapshot: Snapshot, filter: OfferFilter): Promise<Candidate[]> {
  const browser = await snapshot.browser();
  return browser.browse({ ...filter, limit: BY_WORDS }).hits.map(({ product }) => ({ product, score: 0 }));
}

/** Scores over the best one's, times the share of the text's words that the index knows. */
function byWords(index: SearchIndex, text: string, filter: OfferFilter): Map<number, number> {
  const { groups, unknown } = index.parse(text);
  const found = new Map<number, number>();
  const known = groups.length / Math.max(1, groups.length + unknown.length);
  const add = (q: string, limit: number, share: number) => {
    const { hits } = index.searchNow({ q, ...filter, limit, count: false });
    const best = hits[0]?.score ?? 0;
    for (const { product, score } of hits)
      found.set(product, Math.max(found.get(product) ?? 0, best === 0 ? 0 : (share * score) / best));
  };
  add(text, BY_WORDS, known);
  if (found.size >= FEW || groups.length < 2) return found;
  const mass = groups.reduce((sum, group) => sum + group.mass, 0);
  for (const group of groups) add(group.text, BY_ONE_WORD, (ONE_WORD_SHARE * known * group.mass) / mass);
  return found;
}

/** Cosines (none below 0) of the nearest products and of `others`; null where there is nothing to compare. */
async function byMeaning(
  snapshot: Snapshot,
  text: string,
  others: readonly number[],
): Promise<Map<number, number> | null> {
  const table = await snapshot.vectors();
  const embedder = productEmbedder();
  if (table?.model !== embedder.id) return null;
  const vector = embedder.embedText(text);
  if (vector.values.every((value) => value === 0)) return null;
  const hits = [
    ...table.scan(vector, BY_MEANING),
    ...(others.length > 0 ? table.scan(vector, others.length, Uint32Array.from(others)) : []),
  ];
  return new Map(hits.map(({ row, dot }) => [row, Math.min(1, Math.max(0, cosineOf(dot, table.dims)))]));
}
