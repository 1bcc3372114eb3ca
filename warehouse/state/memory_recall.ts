import { staticEmbedder } from '../embedding/static_embedder.ts';
import { cosineOf, dotOf } from '../embedding/vector.ts';
import { Question, type ReadFact, readFact } from '../meaning/question.ts';
import { candidatesOf, type RecallMemory, type RecallQuestion } from './memory_candidates.ts';
import { factText, type ItemRow, itemOf, type MemoryItem } from './memory_item.ts';
import type { StateQueries } from './state_database.ts';

/** A fact and how well it answers, 0 to 1. */
export interface Recalled {
  item: MemoryItem;
  score: number;
}

export interface Recall extends RecallQuestion {
  limit: number;
  minScore: number;
}

/** Share of the score that is the meaning of the whole; the rest is that of the words. */
const MEANING = 0.3;

/**
 * The facts that answer a text: of the candidates those first that have most of the weight of its words, or of words
 * like them, whose vectors are near to its own, and that speak of whom it asks about. Without a vector words alone rank.
 */
export async function recall(queries: StateQueries, asked: Recall, kept: RecallMemory): Promise<Recalled[]> {
  const { rows, cosines, counted, names } = await candidatesOf(queries, asked, kept);
  const question = new Question(asked.text, names);
  const facts = rows.map((row) => readFact(factText(row), names));
  const shares = question.sharesOf(facts, {
    items: asked.items,
    counted: ({ text }) => counted.get(text) ?? 0,
  });
  const isStatic = asked.vector?.model === staticEmbedder().id;
  const translated = translator(question, asked.text);
  return rows
    .map((row, at) => {
      const isMeant = !isStatic || (question.isInTable && (facts[at] as ReadFact).isInTable);
      const meaning = asked.vector && isMeant ? MEANING : 0;
      const inEnglish = isStatic ? translated(facts[at] as ReadFact, row) : null;
      const cosine = inEnglish ?? cosines.get(row.item_no) ?? 0;
      const whole = (1 - meaning) * (shares[at] as number) + meaning * cosine;
      const score = whole * question.rightWho(facts[at] as ReadFact);
      return { item: itemOf(row), score: Math.round(score * 10_000) / 10_000, item_no: row.item_no };
    })
    .filter(({ score }) => score > 0 && score >= asked.minScore)
    .sort((a, b) => b.score - a.score || b.item_no - a.item_no)
    .slice(0, asked.limit)
    .map(({ item, score }) => ({ item, score }));
}

/** Cosine of a question and facts as they are in English, above 0; null where both are written in it. */
function translator(question: Question, text: string): (fact: ReadFact, row: ItemRow) => number | null {
  const embedder = staticEmbedder();
  const asked = embedder.embedText(question.english ?? text).values;
  return (fact, row) => {
    if (question.english === null && fact.english === null) return null;
    const other = embedder.embedText(fact.english ?? factText(row)).values;
    return Math.max(0, cosineOf(dotOf(asked, other), asked.length));
  };
}
