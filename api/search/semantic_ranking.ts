import { EmbeddingError } from '../../warehouse/embedding/openai_embedder.ts';
import { staticEmbedder } from '../../warehouse/embedding/static_embedder.ts';
import { cosineOf, type Vector } from '../../warehouse/embedding/vector.ts';
import { shareFound } from '../../warehouse/reads/product_words.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import { inverseFrequency } from '../../warehouse/text/query.ts';
import type { Hit } from '../../warehouse/text/search_answer.ts';
import type { Deps } from '../http/deps.ts';
import type { Beside } from './read_search.ts';
import { thingsNamed } from './things_named.ts';

/** Products taken from the words, from each single word where few have most of them, and from the meaning. */
const BY_WORDS = 500;
const BY_ONE_WORD = 300;
const FEW = 50;
const BY_MEANING = 300;
/** The share of a text's words that the index asks for, by what they tell. */
const LEAST_FOUND = 0.5;
/**
 * What meaning counts beside words. On judged queries, which name what they want, words alone rank best and each
 * further share of meaning costs (0.15 half a point of nDCG@10, 0.3 two and a half); for intents that share few words
 * with what they mean it decides.
 */
const MEANING_SHARE = 0.15;

/**
 * Cosine from which the index's own word table knows a thing under another name. In the demo the nearest to words that
 * nothing there is called lie at .24 to .58 (`perfume`: washing powder), names of what is there at .74 (`sneakers`:
 * running shoes) to .92. A service's cosines have a scale of their own and are only ranked by.
 */
const SAME_THING = 0.65;

/** A product that may answer, with its place on a scale of 0 to 1. */
export interface Candidate {
  product: number;
  score: number;
}

/** Candidates, best first, and why they are ranked by words alone where meaning could not be asked. */
export interface RankedCandidates {
  candidates: Candidate[];
  note: string | null;
}

/** What is asked for, and what the engine is told beside it. */
type AskedText = { asked: string } & Beside;

/**
 * Products by words and meaning together; `filter` holds for those found by words. Of a thing that nothing is called
 * (`isNamed` false), those alone that mean the same. `isMeasured`: amounts are bounded, so the thing itself comes first.
 */
export async function rankedCandidates(
  deps: Pick<Deps, 'snapshot' | 'embedder' | 'log'>,
  { isNamed, isMeasured = false, ...text }: AskedText & { isNamed: boolean; isMeasured?: boolean },
  filter: OfferFilter,
): Promise<RankedCandidates> {
  if (!isNamed) return sameThings(deps, text.asked);
  const words = await byWords(deps.snapshot, text, filter);
  const { meaning, note } = await byMeaning(deps, `${text.asked} ${text.uses ?? ''}`.trim(), [
    ...words.keys(),
  ]);
  const share = meaning === null ? 0 : MEANING_SHARE;
  const products = new Set([...words.keys(), ...(meaning?.keys() ?? [])]);
  const candidates = [...products]
    .map((product) => ({
      product,
      score: (1 - share) * (words.get(product) ?? 0) + share * (meaning?.get(product) ?? 0),
    }))
    .sort((a, b) => b.score - a.score || a.product - b.product);
  return { candidates: isMeasured ? await thingsFirst(deps.snapshot, text, candidates) : candidates, note };
}

/** Where amounts are bounded, what is the thing that is named before what goes with it: its scores lie above theirs. */
async function thingsFirst(
  snapshot: Snapshot,
  text: AskedText,
  candidates: readonly Candidate[],
): Promise<Candidate[]> {
  const things = await thingsNamed(
    snapshot,
    text,
    candidates.map(({ product }) => product),
  );
  if (things === null) return [...candidates];
  const own = candidates.filter(({ product }) => things.has(product));
  const others = candidates.filter(({ product }) => !things.has(product));
  const most = own.length > 0 ? (others[0]?.score ?? 0) : 0;
  return [...own.map(({ product, score }) => ({ product, score: most + (1 - most) * score })), ...others];
}

async function sameThings(
  deps: Pick<Deps, 'snapshot' | 'embedder' | 'log'>,
  asked: string,
): Promise<RankedCandidates> {
  const { meaning, note } = await byMeaning(deps, asked, []);
  const least = deps.embedder.id === staticEmbedder().id ? SAME_THING : 0;
  const candidates = [...(meaning ?? [])]
    .filter(([, cosine]) => cosine > least)
    .map(([product, cosine]) => ({ product, score: MEANING_SHARE * cosine }))
    .sort((a, b) => b.score - a.score || a.product - b.product);
  return { candidates, note };
}

/** Every product that passes, those of most sellers first, for a text that says nothing but constraints. */
export async function browsedCandidates(snapshot: Snapshot, filter: OfferFilter): Promise<RankedCandidates> {
  const browser = await snapshot.browser();
  const { hits } = browser.browse({ ...filter, limit: BY_WORDS });
  return { candidates: hits.map(({ product }) => ({ product, score: 0 })), note: null };
}

/**
 * Scores over the best one's, times the share of the text that the best one has. Where few products have most of the
 * words, those that have single ones are added, each word by what it tells.
 */
async function byWords(
  snapshot: Snapshot,
  { asked, ...beside }: AskedText,
  filter: OfferFilter,
): Promise<Map<number, number>> {
  const index = await snapshot.searchIndex();
  const query = index.parse(asked, beside);
  const { hits } = index.searchNow({ q: asked, ...beside, ...filter, limit: BY_WORDS });
  const [best] = hits.length > 0 ? await snapshot.products([(hits[0] as Hit).product]) : [];
  // Words found in a description are not in the record; the index asks for half of them anyway.
  const share = best ? Math.max(LEAST_FOUND, shareFound(index, query, best)) : 0;
  const found = shares(hits, share);
  if (found.size >= FEW || query.groups.length < 2) return found;
  const single = new Map<number, number>();
  const total =
    query.groups.reduce((sum, { mass }) => sum + mass, 0) +
    query.unknown.length * inverseFrequency(index.products, 0);
  for (const { text: word, mass } of query.groups) {
    const own = index.searchNow({ q: word, ...filter, limit: BY_ONE_WORD }).hits;
    for (const [product, value] of shares(own, mass / total))
      single.set(product, (single.get(product) ?? 0) + value);
  }
  for (const [product, value] of single) if (!found.has(product)) found.set(product, value);
  return found;
}

/** Scores over the first one's, times a share. */
function shares(hits: readonly Hit[], share: number): Map<number, number> {
  const best = hits[0]?.score ?? 0;
  return new Map(hits.map(({ product, score }) => [product, best === 0 ? 0 : (share * score) / best]));
}

const ALONE = 'ranked by words alone:';
const NO_VECTORS = `${ALONE} this publication has no vectors of its products`;
const OTHER_MODEL = `${ALONE} the products' vectors are of another model than is configured, until the next publication`;
const NO_SERVICE = `${ALONE} the embedding service did not answer`;

/** Cosines (none below 0) of the nearest products and of `others`; null where there is nothing to compare. */
async function byMeaning(
  { snapshot, embedder, log }: Pick<Deps, 'snapshot' | 'embedder' | 'log'>,
  text: string,
  others: readonly number[],
): Promise<{ meaning: Map<number, number> | null; note: string | null }> {
  const table = await snapshot.vectors();
  if (table === null) return { meaning: null, note: NO_VECTORS };
  if (table.model !== embedder.id) return { meaning: null, note: OTHER_MODEL };
  let vector: Vector;
  try {
    [vector] = (await embedder.embed([text])) as [Vector];
  } catch (error) {
    if (!(error instanceof EmbeddingError)) throw error;
    log.warn({ err: error }, 'an intent could not be embedded; its answer is ranked by words alone');
    return { meaning: null, note: NO_SERVICE };
  }
  // A text of words that the model does not know.
  if (vector.values.every((value) => value === 0)) return { meaning: null, note: null };
  const hits = [
    ...table.scan(vector, BY_MEANING),
    ...(others.length > 0 ? table.scan(vector, others.length, Uint32Array.from(others)) : []),
  ];
  const cosines = hits.map(({ row, dot }): [number, number] => {
    return [row, Math.min(1, Math.max(0, cosineOf(dot, table.dims)))];
  });
  return { meaning: new Map(cosines), note: null };
}
