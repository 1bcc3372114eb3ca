import { expect, test } from 'vitest';
import { pairCandidates } from '../../../../../pipelines/match/titles/candidates/candidate_pairs.ts';
import {
  concatFeatures,
  type Features,
  featureColumns,
  featuresFrom,
  featuresOf,
} from '../../../../../pipelines/match/titles/compare/features.ts';
import { lexiconOf } from '../../../../../pipelines/match/titles/compare/lexicon.ts';
import { comparePairs } from '../../../../../pipelines/match/titles/compare/pairs.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import { compete } from '../../../../../pipelines/match/titles/score/competition.ts';
import { modelFromJson, modelToJson } from '../../../../../pipelines/match/titles/score/model.ts';
import { KINDS } from '../../../../../pipelines/match/titles/score/open_world.ts';
import { weigh } from '../../../../../pipelines/match/titles/score/weights.ts';
import { background, listings } from '../catalogue.ts';

const left = listings(1, 0, 300);
const right = listings(2, 100, 400);

test('a model scores alike after a trip through JSON', () => {
  const taught = teachModel([{ left, right }]);
  const model = {
    ...taught,
    vocabulary: {
      ...taught.vocabulary,
      contrasts: Uint32Array.of(3, 70_000, 4_000_000_000),
      shades: Uint32Array.of(5, 16_000_000),
    },
    tolerated: { everywhere: 5, sellers: [[7, 3]] as [number, number][] },
    two_makers_from: 0.97,
    lone_from: 0.98,
    witnessed_from: 0.96,
    contradicted: -1.5,
    seller_nats: { left: 0.25, right: -0.5 },
    uncoded: { sure_from: KINDS.map((_, kind) => (kind === 0 ? 0.5 : null)), calibrations: null },
    partners: { terms: lexiconOf([[9, 1.5]]), base: -0.5, share: 0.25 },
  };
  const again = modelFromJson(modelToJson(model));
  expect(again).toEqual(model);
  const scores = [model, again].map(({ vocabulary, weights }) => {
    const a = featuresOf(left, vocabulary);
    const b = featuresOf(right, vocabulary);
    return weigh(comparePairs(a, b, pairCandidates(a, b, vocabulary), vocabulary), weights);
  });
  expect(scores[0]).toEqual(scores[1]);
});

test('a model of other comparisons is refused', () => {
  const json = modelToJson(teachModel([{ left, right }])).replace('"words",20', '"words",19');
  expect(() => modelFromJson(json)).toThrow('run `commerce-index rebuild`');
});

test('a model of an older format, which may know no contrasts, is refused', () => {
  const model = JSON.parse(modelToJson(teachModel([{ left, right }]))) as { format: number };
  const { contrasts: _, ...without } = { contrasts: '', ...model };
  const json = JSON.stringify({ ...without, format: model.format - 1 });
  expect(() => modelFromJson(json)).toThrow('run `commerce-index rebuild`');
});

const plain = (features: Features) =>
  Object.fromEntries(
    featureColumns(features).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]),
  );

test('features come back from their bytes', () => {
  const features = featuresOf(left, background);
  const again = featuresFrom(new Map(featureColumns(features)));
  expect(plain(again)).toEqual(plain(features));
  expect(again.count).toBe(left.length);
});

test('features built in parts are those built at once', () => {
  const parts = [left.slice(0, 100), left.slice(100, 101), left.slice(101)].map((some) =>
    featuresOf(some, background),
  );
  expect(plain(concatFeatures(parts))).toEqual(plain(featuresOf(left, background)));
});

test('a record reads alike whatever stands before it', () => {
  const alone = featuresOf(left.slice(5, 6), background);
  const among = featuresOf(left, background);
  const words = (features: Features, place: number) => [
    ...features.word_id.subarray(features.word_start[place], features.word_start[place + 1]),
  ];
  expect(words(among, 5)).toEqual(words(alone, 0));
});

test('without a column features are refused', () => {
  const columns = new Map(featureColumns(featuresOf(left, background)));
  columns.delete('brand');
  expect(() => featuresFrom(columns)).toThrow('the column brand is missing');
});

test('competition gives each record at most one match in all', () => {
  const model = teachModel([{ left, right }]);
  const a = featuresOf(left, model.vocabulary);
  const b = featuresOf(right, model.vocabulary);
  const pairs = comparePairs(a, b, pairCandidates(a, b, model.vocabulary), model.vocabulary);
  const chances = compete(pairs, weigh(pairs, model.weights));
  const sums = new Float64Array(left.length);
  chances.forEach((chance, k) => {
    expect(chance).toBeGreaterThanOrEqual(0);
    expect(chance).toBeLessThanOrEqual(1);
    sums[pairs.left[k] as number]! += chance;
  });
  expect(Math.max(...sums)).toBeLessThan(1.05);
});
