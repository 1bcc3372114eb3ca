import { expect, test } from 'vitest';
import { decisionQuestion } from '../../../api/decisioning/decision_request.ts';
import { MEANT_QUESTIONS, MEANT_WEIGHTS, readingEvidence } from '../../../api/decisioning/meant_chance.ts';
import { meantCandidates } from '../../../api/decisioning/meant_evidence.ts';
import type { Deps } from '../../../api/http/deps.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';

const bolt = listing('alpha', 'bolt', {
  title: 'Ferrum hex bolt',
  category: 'hardware.bolts',
  price_minor: 300,
});
const snapshot = listedSnapshot([bolt]);
const deps = {
  snapshot,
  market: { country: 'US', currency: 'USD', locale: 'en-US' },
  now: () => new Date('2026-01-01T00:00:00Z'),
} as unknown as Deps;
const question = await decisionQuestion(
  deps,
  { intent: 'hex bolt' },
  { key_id: '', owner: 'test', scopes: [] },
);

test('every weight is of evidence that is looked for, and all evidence has a weight', async () => {
  const [found] = await meantCandidates(snapshot, question, [], { signal: AbortSignal.timeout(10_000) });
  const read = readingEvidence({ ...question, left_aside: ['that holds'] }, []);
  const looked = { by_words: found?.evidence ?? {}, as_read: { ...found?.evidence, ...read } };
  for (const one of MEANT_QUESTIONS)
    expect(Object.keys(MEANT_WEIGHTS[one].weights).toSorted()).toEqual(Object.keys(looked[one]).toSorted());
});

// What must hold of any weights that are learned, each for the reason that its name tells.
test.each([
  ['by_words', 'says_otherwise', -1],
  ['by_words', 'other_compound', -1],
  ['by_words', 'unknown_share', -1],
  ['by_words', 'owned', -1],
  ['by_words', 'of_title', 1],
  ['by_words', 'place_by_words', 1],
  ['by_words', 'lead', 1],
  ['as_read', 'not_understood', -1],
  ['as_read', 'told_beside', -1],
  ['as_read', 'says_otherwise', -1],
  ['as_read', 'title_says', 1],
  ['as_read', 'lead', 1],
] as const)('%s: %s speaks %i', (asked, name, direction) => {
  expect(Math.sign(MEANT_WEIGHTS[asked].weights[name] ?? 0)).toBe(direction);
});

test.each([
  ['plain', { left_aside: [], need: null }, [], null],
  ['a word that is unknown', { left_aside: [], need: null }, ['zorble'], 'unknown'],
  ['a piece that was left aside', { left_aside: ['that zorbles'], need: null }, [], 'not_understood'],
  [
    'bought against a trouble',
    { left_aside: ['x'], need: { told: 'snoring', goods: 'ear plugs' } },
    [],
    null,
  ],
] as const)('how an answer came about: %s', (_, told, unknown, name) => {
  const evidence = readingEvidence({ ...question, ...told, left_aside: [...told.left_aside] }, unknown);
  expect(name === null ? evidence : evidence?.[name]).toBe(name === null ? null : 1);
});
