import { expect, test } from 'vitest';
import {
  isToldApart,
  memberOf,
  PHRASE,
  phraseId,
} from '../../../../../pipelines/match/titles/compare/contrasts.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { hashPair, hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import { vocabularyOf } from '../catalogue.ts';

const SPACE_GRAY = phraseId(['space', 'gray'].map(hashText));
const CONTRASTS = Uint32Array.of(
  hashPair(hashText('larch'), hashText('ivory')),
  hashPair(SPACE_GRAY, hashText('silver')),
  memberOf(SPACE_GRAY),
  memberOf(PHRASE),
).sort();

/** Whether two records are told apart, each known by its titles. */
function apart(left: readonly string[], right: readonly string[], cut_at: number | null = null): boolean {
  const records = [...left, ...right].map((title, at) => ({ key: String(at), seller: 's', title, cut_at }));
  const features = featuresOf(records, vocabularyOf(records));
  const places = [...records.keys()];
  const [one, other] = [places.slice(0, left.length), places.slice(left.length)];
  const told = isToldApart(CONTRASTS, [features, one], [features, other]);
  expect(isToldApart(CONTRASTS, [features, other], [features, one])).toBe(told);
  return told;
}

test.each<[left: string[], right: string[], told: boolean]>([
  [['Vista wall shelf larch'], ['wall shelf Vista, ivory'], true],
  [['Vista wall shelf larch'], ['wall shelf Vista'], false],
  [['Vista wall shelf larch'], ['wall shelf Vista, larch'], false],
  // Both name both.
  [['Vista shelf larch, rim ivory'], ['Vista shelf ivory, rim larch'], false],
  // What one title of a record says, the record says.
  [['Vista shelf larch', 'Vista shelf larch ivory'], ['Vista shelf ivory'], false],
  [['Vista shelf', 'Vista shelf larch'], ['Vista shelf ivory'], true],
  [['Vista wall shelf larch'], ['wall shelf Vista, white'], false],
  [['Vista shelf space gray'], ['Vista shelf, silver'], true],
  [['space gray Vista shelf'], ['Vista shelf silver'], true],
  // The words do not stand together, or the other has one of them.
  [['Vista space shelf gray'], ['Vista shelf, silver'], false],
  [['Vista shelf space gray'], ['Vista shelf, silver gray'], false],
  [['Vista shelf space gray'], ['Vista shelf'], false],
  [['Vista shelf space gray', 'Vista shelf silver'], ['Vista shelf, silver'], false],
])('%j and %j: %j', (left, right, told) => {
  expect(apart(left, right)).toBe(told);
});

test('the beginning of a word says nothing', () => {
  expect(apart(['Vista shelf larch'], ['Vista shelf ivory'])).toBe(true);
  expect(apart(['Vista shelf larch'], ['Vista shelf ivory'], 17)).toBe(false);
});
