import { expect, test } from 'vitest';
import { pairCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_pairs.ts';
import { Alignment } from '../../../../../pipelines/match/titles/compare/alignment.ts';
import {
  COMPARISON_COUNT,
  LEXICON_COMPARISON,
} from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { newTerms, termsOf, weighTerms } from '../../../../../pipelines/match/titles/compare/lexicon.ts';
import { comparePairs } from '../../../../../pipelines/match/titles/compare/pairs.ts';
import { learnLexicon } from '../../../../../pipelines/match/titles/learn/learn_lexicon.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { modelFromJson, modelToJson } from '../../../../../pipelines/match/titles/score/model.ts';
import { WEIGHT_COUNT } from '../../../../../pipelines/match/titles/score/weights.ts';
import { listings, vocabularyOf } from '../catalogue.ts';

const gtinOf = (item: number) => String(item * 10).padStart(14, '0');
const listing = (seller: string, item: number, title: string): MatchRecord => ({
  key: `${seller}/${item}`,
  seller,
  title,
  gtin: gtinOf(item),
});

/** The candidates of two lists, all weighed alike before words speak. */
function lessonOf(left: MatchRecord[], right: MatchRecord[]) {
  const vocabulary = vocabularyOf([...left, ...right]);
  const [a, b] = [featuresOf(left, vocabulary), featuresOf(right, vocabulary)];
  const pairs = comparePairs(a, b, pairCandidates(a, b, vocabulary), vocabulary);
  const matches = Float64Array.from(pairs.left, (i, k) =>
    left[i]?.gtin === right[pairs.right[k] as number]?.gtin ? 1 : 0,
  );
  const weights = new Float64Array(WEIGHT_COUNT);
  weights[0] = -2;
  const taught = {
    pairs,
    matches,
    left_taught: new Uint8Array(left.length).fill(1),
    right_taught: new Uint8Array(right.length).fill(1),
  };
  return { vocabulary, lesson: { left: a, right: b, taught }, weights };
}

/** What the lexicon says of two titles, in nats. */
function sayer(lexicon: ReturnType<typeof learnLexicon>, vocabulary: ReturnType<typeof vocabularyOf>) {
  return (one: string, other: string) => {
    const both = featuresOf([listing('l', 1, one), listing('r', 2, other)], vocabulary);
    const alignment = new Alignment();
    const terms = newTerms();
    alignment.align(both, 0, both, 1);
    termsOf(alignment, terms);
    return weighTerms(lexicon, terms);
  };
}

test('words that sellers write for each other speak for a match, words that set siblings apart against it', () => {
  const tastes = [
    ['banana', 'bnn'],
    ['cherry', 'kirsch'],
    ['vanilla', 'wht'],
  ] as const;
  const families = Array.from({ length: 60 }, (_, at) => `maker${String.fromCharCode(97 + (at % 26))}${at}`);
  const items = families.flatMap((family) => tastes.map((taste) => ({ family, taste })));
  const left = items.map(({ family, taste }, at) => listing('l', at + 1, `${family} yogurt ${taste[0]}`));
  const right = items.map(({ family, taste }, at) => listing('r', at + 1, `${family} yogurt ${taste[1]}`));
  const { vocabulary, lesson, weights } = lessonOf(left, right);
  const say = sayer(learnLexicon([lesson], vocabulary, weights), vocabulary);
  expect(say('newcomer yogurt cherry', 'newcomer yogurt kirsch')).toBeGreaterThan(
    say('newcomer yogurt cherry', 'newcomer yogurt bnn') + 2,
  );
  expect(say('never seen', 'nor this')).toBe(0);
});

test('many matches say of words that begin as two others do what they say of these', () => {
  const tastes = [
    ['banana', 'platano'],
    ['cherry', 'kirsche'],
    ['lime', 'kwas'],
  ] as const;
  const families = Array.from({ length: 60 }, (_, at) => `maker${String.fromCharCode(97 + (at % 26))}${at}`);
  const items = families.flatMap((family) => tastes.map((taste) => ({ family, taste })));
  const left = items.map(({ family, taste }, at) => listing('l', at + 1, `${family} yogurt ${taste[0]}`));
  const right = items.map(({ family, taste }, at) => listing('r', at + 1, `${family} yogurt ${taste[1]}`));
  const { vocabulary, lesson, weights } = lessonOf(left, right);
  const few = sayer(learnLexicon([lesson], vocabulary, weights), vocabulary);
  expect(few('newcomer yogurt cherries', 'newcomer yogurt kirschen')).toBe(
    few('newcomer yogurt peach', 'newcomer yogurt quince'),
  );
  const many = Array.from({ length: 9 }, () => lesson);
  const say = sayer(learnLexicon(many, vocabulary, weights), vocabulary);
  const unknown = say('newcomer yogurt peach', 'newcomer yogurt quince');
  expect(say('newcomer yogurt cherries', 'newcomer yogurt kirschen')).toBeGreaterThan(unknown + 0.5);
  expect(say('newcomer yogurt cherries', 'newcomer yogurt platanos')).toBeLessThan(unknown - 0.5);
  // Three letters alike are no beginning.
  expect(say('newcomer yogurt chestnut', 'newcomer yogurt kirmes')).toBe(unknown);
});

test('the level of a pair knows nothing of what its own GTIN taught', () => {
  // Four items share a word; the others are each on one listing alone, so no item can teach anything of another.
  const letters = 'bcdfghjklm';
  const name = (at: number, side: string) =>
    String(at).replace(/\d/g, (digit) => letters[Number(digit)] + side);
  const items = Array.from({ length: 240 }, (_, at) => at);
  const left = items.map((at) => listing('l', at + 1, `${name(Math.floor(at / 4), 'a')} ${name(at, 'e')}`));
  const right = items.map((at) => listing('r', at + 1, `${name(Math.floor(at / 4), 'a')} ${name(at, 'u')}`));
  const { vocabulary, lesson, weights } = lessonOf(left, right);
  const { pairs, matches } = lesson.taught;
  const say = sayer(learnLexicon([lesson], vocabulary, weights), vocabulary);
  const sums = [0, 1].map((match) => {
    const asked = [...matches.keys()].filter((k) => matches[k] === match);
    const mean = (value: (k: number) => number) => asked.reduce((sum, k) => sum + value(k), 0) / asked.length;
    return {
      fitted: mean((k) =>
        say(left[pairs.left[k] as number]?.title ?? '', right[pairs.right[k] as number]?.title ?? ''),
      ),
      level: mean((k) => pairs.levels[k * COMPARISON_COUNT + LEXICON_COMPARISON] as number),
    };
  });
  const [others, same] = sums as [(typeof sums)[number], (typeof sums)[number]];
  expect(same.fitted).toBeGreaterThan(others.fitted + 0.5);
  expect(Math.abs(same.level - others.level)).toBeLessThan(0.5);
});

const withGtins = (records: MatchRecord[]) =>
  records.map((record) => ({ ...record, gtin: gtinOf(Number(record.key.split('/')[1]) + 1) }));

test('only known matches fill the lexicon and what stands for what, and both survive the trip through JSON', () => {
  const [left, right] = [listings(1, 0, 500), listings(2, 100, 600)];
  const { lexicon, equivalents } = teachModel([{ left, right }]).vocabulary;
  expect([lexicon.count, equivalents.count, equivalents.entries.words.length]).toEqual([0, 0, 0]);
  const taught = teachModel([{ left: withGtins(left), right: withGtins(right) }]);
  expect(taught.vocabulary.lexicon.count).toBeGreaterThan(0);
  expect(taught.vocabulary.equivalents.count).toBeGreaterThan(0);
  expect(modelFromJson(modelToJson(taught))).toEqual(taught);
});
