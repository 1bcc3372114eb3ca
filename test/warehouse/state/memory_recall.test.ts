import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { staticEmbedder } from '../../../warehouse/embedding/static_embedder.ts';
import { opened } from './opened_state.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../fixtures/memory/${name}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

test('of 100 questions about 200 facts, 85 find theirs among the first three', async () => {
  const { state } = await opened();
  const embedder = staticEmbedder();
  const facts = read('facts.txt');
  const questions = read('questions.tsv').map((line) => line.split('\t') as [string, string]);
  expect([facts.length, questions.length]).toEqual([200, 100]);
  expect(questions.filter(([, fact]) => !facts.includes(fact))).toEqual([]);
  const common = { owner: 'ada', namespace: 'n' };
  for (const text of facts)
    await state.memory.add(
      {
        ...common,
        text,
        constraints: null,
        metadata: null,
        created_at: '2026-01-01T00:00:00.000Z',
        expires_at: null,
      },
      embedder.embedText(text),
    );
  const missed: string[] = [];
  for (const [text, fact] of questions) {
    const vector = embedder.embedText(text);
    const now = new Date('2026-01-02T00:00:00Z');
    const found = await state.memory.recall({ ...common, text, vector, limit: 3, minScore: 0, now });
    if (!found?.some(({ item }) => item.text === fact)) missed.push(`${text} → ${fact}`);
  }
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(15);
});
