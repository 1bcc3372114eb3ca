import { afterAll, expect, test } from 'vitest';
import { deniesAny, saidWords } from '../../../api/decisioning/denied_words.ts';
import { claimsOf } from '../../../pipelines/domain/claims.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

test.each([
  ['Frying Pan 24 cm (not induction)', 'a frying pan for induction', true],
  // What does not come with a thing is what it is for.
  ['Tripod 150 cm (camera not included)', 'tripod for my camera', false],
  // Both deny it.
  ['Non-stick Frying Pan', 'non-stick frying pan', false],
  ['Gluten-free pasta', 'glutenfreie Pasta', false],
])('%s, of which is said: %s', (title, text, isDenied) => {
  expect(deniesAny(claimsOf(title), saidWords(text))).toBe(isDenied);
});

test('what goes with a thing that does not come with it is recommended', async () => {
  const tripod = listing('alpha', 'tripod', {
    title: 'Pronto Tripod 150 cm (camera not included)',
    brand: 'Pronto',
    category: null,
    price_minor: 3_000,
  });
  expect((await over([tripod], 'tripod for my camera')).recommendation?.title).toBe(tripod.title);
});
