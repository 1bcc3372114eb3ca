import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPARISON_COUNT, Comparer } from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { VocabularyCounter } from '../../../../../pipelines/match/titles/compare/vocabulary.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import {
  CLOSENESS,
  closenessOf,
  openWorldSteps,
  SURE,
} from '../../../../../pipelines/match/titles/score/open_world.ts';

const vocabulary = new VocabularyCounter().freeze();
const recordOf = (title: string, more: Partial<MatchRecord> = {}): MatchRecord => ({
  key: title,
  seller: 'alpha',
  title,
  brand: null,
  mpn: null,
  price_minor: null,
  category: null,
  attributes: {},
  quantity: null,
  gtin: null,
  ...more,
});

function closeness(one: MatchRecord, other: MatchRecord): string | undefined {
  const features = featuresOf([one, other], vocabulary);
  const comparer = new Comparer(vocabulary);
  const levels = new Uint8Array(COMPARISON_COUNT);
  comparer.setLeft(features, 0);
  comparer.compare(features, 1, levels);
  return CLOSENESS[closenessOf({ levels, offset: 0, leftover: comparer.leftover })];
}

describe('two titles are', () => {
  test.each([
    ['equal', 'Ardentis steel kettle', 'Ardentis steel kettle'],
    ['equal', 'Ardentis steel kettle', 'Steel kettle Ardentis'],
    ['equal', 'Ardentis steel kettle 1.7 l', 'Ardentis steel kettle 1700 ml'],
    ['contained', 'Ardentis steel kettle', 'Ardentis steel kettle with gift box and cleaning cloth'],
    ['contained', 'Ardentis steel kettle', 'Ardentis steel kettle 1.7 l'],
    ['contained', 'Ardentis steel kettle', 'Ardentis steel kettle, black'],
    ['contained', 'Watch 38 mm aluminium', 'Watch 42 mm aluminium'],
    ['parted', 'Ardentis steel kettle for camping', 'Ardentis steel kettle with thermometer'],
    ['contradicting', 'Ardentis kettle 1.7 l', 'Ardentis kettle 0.5 l'],
    ['contradicting', 'Memory DDR4 32 GB', 'Memory DDR4 8 GB'],
    ['contradicting', 'Football boots, red', 'Football boots, blue'],
    ['contradicting', 'Toner TN-2410 original', 'Toner TN-3512 original'],
  ])('%s: %s | %s', (expected, one, other) => {
    expect(closeness(recordOf(one), recordOf(other))).toBe(expected);
    expect(closeness(recordOf(other), recordOf(one))).toBe(expected);
  });

  test('contradicting where both name a size or a brand, and another one', () => {
    const shirt = recordOf('Powerblend fleece crew');
    const sized = (size: string) => ({ ...shirt, attributes: { size } });
    expect(closeness(sized('L'), sized('XL'))).toBe('contradicting');
    expect(closeness(sized('L'), shirt)).toBe('contained');
    expect(closeness({ ...shirt, brand: 'Ardentis' }, { ...shirt, brand: 'Nordlicht' })).toBe(
      'contradicting',
    );
  });
});

describe('what a pair is worth', () => {
  const times = (count: number, chance: number) => Array.from({ length: count }, () => chance);

  test('is nothing sure where one seller’s own listings look alike as often', () => {
    const steps = openWorldSteps({ targets: times(400, 0.99), decoys: times(100, 0.99) }, 4, true);
    expect(steps).toEqual([{ from: 0.99, probability: 0 }]);
  });

  test('is sure above the decoys, and the share they leave below', () => {
    const targets = [...times(200, 0.99), ...times(100, 0.9)];
    expect(openWorldSteps({ targets, decoys: times(10, 0.9) }, 4, true)).toEqual([
      { from: 0.99, probability: 1 },
      { from: 0.9, probability: 0.6 },
    ]);
  });

  test('is never sure of a few, nor of what contradicts itself, nor where luck could have spared a decoy', () => {
    const sure = (targets: number, scale: number, maySure = true) =>
      openWorldSteps({ targets: times(targets, 0.99), decoys: [] }, scale, maySure)[0]?.probability;
    expect(sure(49, 1)).toBe(0.97);
    expect(sure(50, 1)).toBe(1);
    expect(sure(50, 1, false)).toBe(0.97);
    expect(sure(449, 9)).toBe(0.97);
    expect(sure(450, 9)).toBe(1);
  });

  test('one decoy among so many', () => {
    const sure = (targets: number) =>
      openWorldSteps({ targets: times(targets, 0.99), decoys: [0.995] }, 1, true)[0]?.probability;
    expect(sure(99)).toBeLessThan(SURE);
    expect(sure(100)).toBeGreaterThanOrEqual(SURE);
  });

  test('falls with the chance, and only ever less with more decoys', () => {
    const chances = fc.array(fc.double({ min: 0.1, max: 1, noNaN: true }), { maxLength: 300 });
    fc.assert(
      fc.property(
        chances,
        chances,
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        (targets, decoys, scale) => {
          const steps = openWorldSteps({ targets, decoys }, scale, true);
          for (const [at, { from, probability }] of steps.entries()) {
            expect(probability).toBeGreaterThanOrEqual(0);
            expect(probability).toBeLessThanOrEqual(1);
            const next = steps[at + 1];
            if (!next) continue;
            expect(next.from).toBeLessThan(from);
            expect(next.probability).toBeLessThanOrEqual(probability);
          }
          const sureOf = (more: readonly number[]) =>
            openWorldSteps({ targets, decoys: [...decoys, ...more] }, scale, true).find(
              ({ probability }) => probability >= SURE,
            )?.from ?? Infinity;
          expect(sureOf([1])).toBeGreaterThanOrEqual(sureOf([]));
        },
      ),
    );
  });
});
