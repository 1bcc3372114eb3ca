import { describe, expect, test } from 'vitest';
import {
  chanceOf,
  likeliest,
  type Odds,
  oddsOf,
  QUESTIONS,
  type Question,
  type RelationWeights,
} from '../../../pipelines/equivalence/judgement.ts';
import { RELATIONS } from '../../../pipelines/equivalence/relation.ts';

/** Weights that answer each question with a chance, whatever the evidence. */
const answering = (chances: Partial<Record<Question, number>>): RelationWeights =>
  Object.fromEntries(
    QUESTIONS.map((one) => {
      const chance = chances[one] ?? 0.5;
      return [one, { base: Math.log(chance / (1 - chance)), weights: {} }];
    }),
  ) as unknown as RelationWeights;

test('evidence is added up by its weights, from what it is without any; what has no weight tells nothing', () => {
  const question = { base: 1, weights: { brand_same: 2, price_ratio: -3 } };
  const chance = (sum: number) => 1 / (1 + Math.exp(-sum));
  expect(chanceOf({}, question)).toBeCloseTo(chance(1), 12);
  expect(chanceOf({ brand_same: 1 }, question)).toBeCloseTo(chance(3), 12);
  expect(chanceOf({ brand_same: 1, price_ratio: 0.5, unknown: 9 }, question)).toBeCloseTo(chance(1.5), 12);
});

describe('odds', () => {
  const odds = (parts: Partial<Odds>): Odds => ({
    identical: 0,
    variant: 0,
    substitute: 0,
    successor: 0,
    unrelated: 0,
    ...parts,
  });

  test('are a half of each where there is no evidence, and add up to one', () => {
    expect(oddsOf({ brand_same: 1 }, answering({}))).toEqual({
      identical: 0.125,
      variant: 0.125,
      successor: 0.25,
      substitute: 0.25,
      unrelated: 0.25,
    });
    const learned = oddsOf({ brand_same: 1, codes_shared: 1 });
    expect(RELATIONS.reduce((sum, one) => sum + learned[one], 0)).toBeCloseTo(1, 10);
  });

  test('follow the questions one after the other', () => {
    const found = oddsOf(
      {},
      answering({ one_line: 0.8, other_generation: 0.25, one_article: 0.9, same_purpose: 0.6 }),
    );
    const expected = { identical: 0.54, variant: 0.06, successor: 0.2, substitute: 0.12, unrelated: 0.08 };
    for (const one of RELATIONS) expect(found[one], one).toBeCloseTo(expected[one], 12);
  });

  test.each([
    // three relations of a line are likelier together than the likeliest other
    [{ identical: 0.2, variant: 0.25, successor: 0.1, substitute: 0.45 }, 'variant'],
    [{ variant: 0.2, successor: 0.35, substitute: 0.4, unrelated: 0.05 }, 'successor'],
    [{ identical: 0.2, variant: 0.2, substitute: 0.2, unrelated: 0.4 }, 'unrelated'],
    // the two others together, though a line is the likeliest one
    [{ identical: 0.4, substitute: 0.3, unrelated: 0.3 }, 'substitute'],
    [{ successor: 0.4, variant: 0.3, substitute: 0.3 }, 'successor'],
    [{ successor: 0.3, variant: 0.4, identical: 0.2, substitute: 0.1 }, 'variant'],
    [{ successor: 0.3, variant: 0.2, identical: 0.4, substitute: 0.1 }, 'identical'],
    [{ successor: 0.3, variant: 0.3, substitute: 0.4 }, 'variant'],
    [{ identical: 0.3, variant: 0.3, substitute: 0.4 }, 'variant'],
    [{ substitute: 0.7, unrelated: 0.3 }, 'substitute'],
    [{ substitute: 0.3, unrelated: 0.7 }, 'unrelated'],
    [{ substitute: 0.5, unrelated: 0.5 }, 'substitute'],
  ] as const)('%j are those of %s', (parts, relation) => {
    expect(likeliest(odds(parts))).toBe(relation);
  });
});
