import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import {
  learnPriceLevels,
  NO_PRICE_LEVELS,
  priceLevelOf,
} from '../../../../../pipelines/match/titles/compare/price_levels.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import { hashText } from '../../../../../pipelines/match/titles/read/hash.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { modelFromJson, modelToJson } from '../../../../../pipelines/match/titles/score/model.ts';
import { listings } from '../catalogue.ts';

const levels = fc.array(fc.double({ min: -0.5, max: 0.5, noNaN: true }), { minLength: 2, maxLength: 6 });

test('levels of which the medians speak are found, but for the middle that no median tells', () => {
  fc.assert(
    fc.property(levels, (truth) => {
      const pairs = truth.flatMap((left, x) =>
        truth.slice(x + 1).map((right, y) => ({
          left: x + 1,
          right: x + y + 2,
          ratio: left - right,
          items: 4000,
        })),
      );
      const learned = learnPriceLevels(pairs);
      for (const { left, right, ratio } of pairs)
        expect(Math.abs(priceLevelOf(learned, left) - priceLevelOf(learned, right) - ratio)).toBeLessThan(
          0.02,
        );
    }),
  );
});

test('a handful of items moves no seller far, and of a seller that did not teach nothing is known', () => {
  const learned = learnPriceLevels([{ left: 1, right: 2, ratio: 0.6, items: 2 }]);
  expect(priceLevelOf(learned, 1) - priceLevelOf(learned, 2)).toBeLessThan(0.15);
  expect(priceLevelOf(learned, 3)).toBe(0);
  expect(priceLevelOf(NO_PRICE_LEVELS, 1)).toBe(0);
});

const dearer = (records: MatchRecord[], by: number) =>
  records.map((record) => ({
    ...record,
    gtin: `${Number(record.key.split('/')[1]) + 1}0`.padStart(14, '0'),
    price_minor: Math.round((1000 + 37 * Number(record.key.split('/')[1])) * by),
  }));

test('what a seller asks more throughout is taken off its prices', () => {
  const [left, right] = [dearer(listings(1, 0, 500), 1.2), dearer(listings(2, 0, 500), 1)];
  const { vocabulary } = modelFromJson(modelToJson(teachModel([{ left, right }])));
  const [dear, cheap] = [left, right].map(([first]) => hashText((first as MatchRecord).seller)) as [
    number,
    number,
  ];
  const apart = priceLevelOf(vocabulary.price_levels, dear) - priceLevelOf(vocabulary.price_levels, cheap);
  expect(Math.abs(apart - Math.log(1.2))).toBeLessThan(0.02);
  const [a, b] = [featuresOf(left, vocabulary), featuresOf(right, vocabulary)];
  for (const at of [0, 7, 499])
    expect(Math.abs((a.log_price[at] as number) - (b.log_price[at] as number))).toBeLessThan(0.02);
});
