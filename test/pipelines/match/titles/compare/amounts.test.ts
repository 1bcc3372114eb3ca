import { expect, test } from 'vitest';
import { isOfOtherAmount } from '../../../../../pipelines/match/titles/compare/amounts.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { background } from '../catalogue.ts';

/** Whether a listing of `own` is of another amount than a variant with these titles. */
function differs(own: string, ...others: string[]): boolean {
  const titles = [own, ...others].map((amount, place) => ({
    key: String(place),
    seller: String(place),
    title: `Ardentis coating ${amount}`,
  }));
  const features = featuresOf(titles, background);
  return isOfOtherAmount(
    features,
    0,
    features,
    others.map((_, at) => at + 1),
  );
}

test('what two titles of a variant state otherwise, and none alike, parts a listing from it', () => {
  expect(differs('600 g', '400 g', '400 g')).toBe(true);
  expect(differs('600 g', '400 g', '380 g', '')).toBe(true);
  expect(differs('950 ml', '750 ml', '0.75 l')).toBe(true);
});

test('one that states otherwise may be mistaken, and one that agrees says that it is the same', () => {
  expect(differs('600 g', '400 g')).toBe(false);
  expect(differs('600 g', '400 g', '')).toBe(false);
  expect(differs('', '400 g', '400 g')).toBe(false);
  expect(differs('600 g', '400 g', '400 g', '600 g')).toBe(false);
  expect(differs('600 g', '400 g', '400 g', '2 x 300 g')).toBe(false);
  expect(differs('600 g', '400 g', '400 g', '580 g')).toBe(false);
  expect(differs('600 g', '400 g', '400 g', '200 g, 600 g')).toBe(false);
});

test('nor does a thousand times as much, another kind of amount, or how many there are', () => {
  expect(differs('400 kg', '400 g', '400 g')).toBe(false);
  expect(differs('600 g', '400 ml', '400 ml')).toBe(false);
  expect(differs('12 pieces', '6 pieces', '6 pieces')).toBe(false);
});
