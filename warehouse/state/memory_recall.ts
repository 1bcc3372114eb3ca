import { termsOf } from '../../pipelines/text/words.ts';
import { cosineOf, type Vector } from '../embedding/vector.ts';
import { type ItemRow, itemOf, type MemoryItem } from './memory_item.ts';
import { nearestFacts } from './memory_vectors.ts';
import type { NamespaceStanding, NamespaceVectors } from './namespace_vectors.ts';
import { type StateQueries, statement } from './state_database.ts';
import type { WordCounts } from './word_counts.ts';

/** A fact and how well it answers, 0 to 1. */
export interface Recalled {
  item: MemoryItem;
  score: number;
}

export interface Recall extends NamespaceStanding {
  text: string;
  vector: Vector | null;
  limit: number;
  minScore: number;
  /** ISO 8601. */
  now: string;
}

/** Share of the score that is meaning; the rest is words. */
const MEANING = 0.5;
/** Candidates by words and by meaning; what is best in both is far within them. */
const BY_WORDS = 200;
const BY_MEANING = 200;
/** Facts looked at for the rarest words; what is in more says little of any of them. */
const MOST_POSTINGS = 20_000;

/** What a process keeps between calls. */
export interface RecallMemory {
  vectors: NamespaceVectors;
  counts: WordCounts;
}

/**
 * The facts that answer a text: candidates that share its weightiest words and candidates near to it in meaning, ranked
 * by the share of the words' weight that they have (inverse document frequency within the namespace, as in BM25) and by
 * the cosine of their vectors. Without a vector words alone rank.
 */
export async function recall(
  queries: StateQueries,
  asked: Recall,
  { vectors, counts }: RecallMemory,
): Promise<Recalled[]> {
  const { namespace_no, vector, limit, minScore } = asked;
  const weights = await weightsOf(queries, asked, counts);
  const cosines = new Map<number, number>();
  if (vector)
    for (const { item_no, dot } of await nearestFacts(queries, asked, {
      vector,
      most: BY_MEANING,
      kept: vectors,
    }))
      if (dot > 0) cosines.set(item_no, Math.min(1, cosineOf(dot, vector.values.length)));
  const numbers = new Set([...(await byWords(queries, asked, weights)), ...cosines.keys()]);
  const rows = await queries.all<ItemRow>(statement('memory_items'), {
    namespace_no,
    items: JSON.stringify([...numbers]),
    now: asked.now,
  });
  const meaning = vector ? MEANING : 0;
  const total = [...weights.values()].reduce((sum, { weight }) => sum + weight, 0);
  return rows
    .map((row) => {
      const shared = termsOf(row.text).reduce((sum, term) => sum + (weights.get(term)?.weight ?? 0), 0);
      const words = total > 0 ? shared / total : 0;
      const score = (1 - meaning) * words + meaning * (cosines.get(row.item_no) ?? 0);
      return { item: itemOf(row), score: Math.round(score * 10_000) / 10_000, item_no: row.item_no };
    })
    .filter(({ score }) => score > 0 && score >= minScore)
    .sort((a, b) => b.score - a.score || b.item_no - a.item_no)
    .slice(0, limit)
    .map(({ item, score }) => ({ item, score }));
}

interface Weighed {
  weight: number;
  /** Facts that have it. */
  items: number;
}

async function weightsOf(
  queries: StateQueries,
  asked: Recall,
  counter: WordCounts,
): Promise<Map<string, Weighed>> {
  const { items, text } = asked;
  const terms = termsOf(text);
  const counts = await counter.count(queries, asked, terms);
  return new Map(
    terms.map((term) => {
      const having = counts.get(term) ?? 0;
      return [
        term,
        { weight: Math.log(1 + (Math.max(0, items - having) + 0.5) / (having + 0.5)), items: having },
      ];
    }),
  );
}

/** Numbers of the facts that have most of the weight of the rarest words. */
async function byWords(
  queries: StateQueries,
  { namespace_no }: Recall,
  weights: ReadonlyMap<string, Weighed>,
): Promise<number[]> {
  let postings = 0;
  const words = [...weights]
    .filter(([, { items }]) => items > 0)
    .sort(([, a], [, b]) => a.items - b.items)
    .filter(([, { items }], at) => {
      postings += items;
      return at === 0 || postings <= MOST_POSTINGS;
    })
    .map(([word, { weight }]) => ({ word, weight }));
  if (words.length === 0) return [];
  const rows = await queries.all<{ item_no: number }>(statement('memory_by_words'), {
    namespace_no,
    words: JSON.stringify(words),
    most: BY_WORDS,
  });
  return rows.map((row) => row.item_no);
}
