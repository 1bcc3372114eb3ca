import { readFileSync } from 'node:fs';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import type { State } from '../../../warehouse/state/state.ts';

/** Facts, and questions with the facts that answer each. */
export interface RecallSet {
  facts: string[];
  questions: { text: string; answers: string[] }[];
}

interface Written {
  facts: { id: string; text: string; namespace?: string }[];
  questions: { text: string; answers: string[]; namespace?: string }[];
}

/** A set as `fixtures/memory/household.json` is written: `facts` of id and text, `questions` of text and ids. */
export const recallSet = (path: string | URL): RecallSet => setOf(written(path));

/** The same for each `namespace` that facts and questions may name: each question is asked in its own alone. */
export function recallSets(path: string | URL): RecallSet[] {
  const { facts, questions } = written(path);
  return [...new Set(facts.map(({ namespace }) => namespace))].map((wanted) =>
    setOf({
      facts: facts.filter(({ namespace }) => namespace === wanted),
      questions: questions.filter(({ namespace }) => namespace === wanted),
    }),
  );
}

const written = (path: string | URL): Written => JSON.parse(readFileSync(path, 'utf8')) as Written;

function setOf({ facts, questions }: Written): RecallSet {
  const textOf = new Map(facts.map(({ id, text }) => [id, text]));
  return {
    facts: facts.map(({ text }) => text),
    questions: questions.map(({ text, answers }) => ({
      text,
      answers: answers.map((id) => textOf.get(id) ?? ''),
    })),
  };
}

/** The questions of a set of which no answer is among the first so many facts recalled. */
export async function missedQuestions(
  state: State,
  { facts, questions }: RecallSet,
  limit: number,
): Promise<string[]> {
  const embedder = staticEmbedder();
  const common = { owner: 'ada', namespace: `first ${limit}` };
  const now = new Date('2026-01-02T00:00:00Z');
  for (const text of facts) {
    const item = { ...common, text, constraints: null, metadata: null, expires_at: null };
    await state.memory.add({ ...item, created_at: '2026-01-01T00:00:00.000Z' }, embedder.embedText(text));
  }
  const missed: string[] = [];
  for (const { text, answers } of questions) {
    const vector = embedder.embedText(text);
    const found = await state.memory.recall({ ...common, text, vector, limit, minScore: 0, now });
    if (!found?.some(({ item }) => answers.includes(item.text)))
      missed.push(`${text} → ${answers.join(' | ')}`);
  }
  return missed;
}
