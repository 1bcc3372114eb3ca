import { expect, test } from 'vitest';
import { contradictions } from '../../../../pipelines/match/publish/contradictions.ts';
import { Views } from '../../../../pipelines/match/publish/views.ts';
import { featuresOf } from '../../../../pipelines/match/titles/compare/features.ts';
import { generalModel } from '../../../../pipelines/match/titles/learn/teach_model.ts';
import { hashText } from '../../../../pipelines/match/titles/read/hash.ts';
import type { MatchRecord } from '../../../../pipelines/match/titles/read/record.ts';

const record = (seller: string, title: string, at = 0): MatchRecord => ({
  key: `${seller}/${title}${at}`,
  seller,
  title,
});
/** A small seller's: it tells its tablets apart by `space gray` and `silver`. */
const SHELF = ['Pira tablet 9th edition wifi space gray', 'Pira tablet 9th edition wifi silver'].map(
  (title) => record('alpha', title),
);

/** Whether two titles of other sellers contradict each other, by what a catalogue of `listings` taught. */
function contradict(left: string, right: string, listings: readonly MatchRecord[] = SHELF): boolean {
  const model = generalModel([{ left: listings, right: [] }]);
  const records = [record('beta', left), record('gamma', right)];
  const features = featuresOf(records, model.vocabulary);
  const contradicts = contradictions(features, model, new Views(Uint32Array.of(0, 1)));
  expect(contradicts(1, 0)).toBe(contradicts(0, 1));
  return contradicts(0, 1);
}

test('two records are told apart by phrases that a small seller puts in each other’s place', () => {
  expect(contradict('tablet Pira wifi, space gray', 'Pira wifi tablet silver')).toBe(true);
  expect(contradict('tablet Pira wifi, space gray', 'Pira wifi tablet')).toBe(false);
  expect(contradict('tablet Pira wifi, space gray', 'Pira wifi tablet silver', [])).toBe(false);
});

test('of a seller of a thousand listings single words tell records apart, phrases do not', () => {
  const filler = (count: number) =>
    Array.from({ length: count }, (_, at) => record('alpha', `filler ${hashText(String(at))}`, at));
  const apart = (count: number) =>
    contradict('tablet Pira wifi, space gray', 'Pira wifi tablet silver', [...SHELF, ...filler(count - 2)]);
  expect(apart(999)).toBe(true);
  expect(apart(1_000)).toBe(false);
});

test('what comes with a thing and what comes without it contradict each other', () => {
  expect(contradict('Sura microphone with switch', 'Sura microphone, without switch')).toBe(true);
  expect(contradict('Sura microphone with switch', 'Sura microphone')).toBe(false);
});
