import { expect, test } from 'vitest';
import { CollectedPairs } from '../../../../pipelines/match/publish/pairs.ts';
import { weighFound } from '../../../../pipelines/match/publish/partners.ts';
import { COMPARISON_COUNT } from '../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../pipelines/match/titles/compare/features.ts';
import { lexiconOf, newTerms } from '../../../../pipelines/match/titles/compare/lexicon.ts';
import type { Partners } from '../../../../pipelines/match/titles/score/partners.ts';
import { partnerTerms } from '../../../../pipelines/match/titles/score/partners.ts';
import { background } from '../titles/catalogue.ts';

test('what is known of partners counts where a listing meets a code, whatever it meets, and nowhere else', () => {
  const features = featuresOf(
    ['alpha', '*', '*', 'beta'].map((seller, at) => ({ key: String(at), seller, title: 'steel kettle' })),
    background,
  );
  const terms = newTerms();
  partnerTerms(features, 0, terms);
  const [any] = terms.keys;
  const partners: Partners = { terms: lexiconOf([[any as number, 1]]), base: 0.25, share: 0.5 };
  const found = new CollectedPairs();
  for (const right of [1, 2, 3])
    found.add({ left: 0, right, weight: right, kind: 0, twin: 0, levels: new Uint8Array(COMPARISON_COUNT) });
  const pairs = found.pairs();
  const untied = Uint8Array.of(1, 0, 0, 1);
  expect([...weighFound({ partners }, features, pairs, untied).weight]).toEqual([1.75, 2.75, 3]);
  expect(weighFound({}, features, pairs, untied)).toBe(pairs);
});
