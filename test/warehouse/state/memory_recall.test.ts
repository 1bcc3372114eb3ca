import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { opened } from './opened_state.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../fixtures/memory/${name}`, import.meta.url), 'utf8').trimEnd();

/** Facts, and questions with the facts that answer each. */
interface Asked {
  facts: string[];
  questions: { text: string; answers: string[] }[];
}

function ownSet(): Asked {
  const questions = read('questions.tsv')
    .split('\n')
    .map((line) => line.split('\t') as [string, string]);
  return {
    facts: read('facts.txt').split('\n'),
    questions: questions.map(([text, fact]) => ({ text, answers: [fact] })),
  };
}

/** Written by somebody who had not seen the code, many questions without a word of their answer. */
function household(): Asked {
  const { facts, questions } = JSON.parse(read('household.json')) as {
    facts: { id: string; text: string }[];
    questions: { text: string; answers: string[] }[];
  };
  const textOf = new Map(facts.map(({ id, text }) => [id, text]));
  return {
    facts: facts.map(({ text }) => text),
    questions: questions.map(({ text, answers }) => ({
      text,
      answers: answers.map((id) => textOf.get(id) ?? ''),
    })),
  };
}

// 92 and 70 by words and the vectors of whole texts alone; 99 and 131 with the thesaurus, 121 before its author had seen
// the second half of these questions.
test.each([
  { name: 'our own', set: ownSet, facts: 200, of: 100, least: 95 },
  { name: 'another author', set: household, facts: 235, of: 143, least: 122 },
])(
  'of $of questions of $name, $least find an answer among the first three',
  async ({ set, facts, of, least }) => {
    const { state } = await opened();
    const embedder = staticEmbedder();
    const asked = set();
    expect([asked.facts.length, asked.questions.length]).toEqual([facts, of]);
    expect(
      asked.questions.filter(({ answers }) => !answers.every((one) => asked.facts.includes(one))),
    ).toEqual([]);
    const common = { owner: 'ada', namespace: 'n' };
    const now = new Date('2026-01-02T00:00:00Z');
    for (const text of asked.facts) {
      const item = { ...common, text, constraints: null, metadata: null, expires_at: null };
      await state.memory.add({ ...item, created_at: '2026-01-01T00:00:00.000Z' }, embedder.embedText(text));
    }
    const missed: string[] = [];
    for (const { text, answers } of asked.questions) {
      const vector = embedder.embedText(text);
      const found = await state.memory.recall({ ...common, text, vector, limit: 3, minScore: 0, now });
      if (!found?.some(({ item }) => answers.includes(item.text)))
        missed.push(`${text} → ${answers.join(' | ')}`);
    }
    expect(of - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(least);
  },
);
