import { describe, expect, it } from 'vitest';
import { COMPARISON_COUNT, Comparer } from '../../../../../pipelines/match/titles/compare/comparison.ts';
import { featuresOf } from '../../../../../pipelines/match/titles/compare/features.ts';
import { teachModel } from '../../../../../pipelines/match/titles/learn/teach_model.ts';
import type { MatchRecord } from '../../../../../pipelines/match/titles/read/record.ts';
import { UNCALIBRATED } from '../../../../../pipelines/match/titles/score/calibration.ts';
import { isIdentified, probabilityOf } from '../../../../../pipelines/match/titles/score/identification.ts';

const record = (seller: string, title: string, rest: Partial<MatchRecord> = {}): MatchRecord => ({
  key: `${seller}/${title}`,
  seller,
  title,
  ...rest,
});

const THINGS = [
  'garlic aioli',
  'pesto aioli',
  'smoked salmon',
  'lemon juice',
  'coconut oil',
  'rice crackers',
];
const SIZES = ['100 g', '250 g', '400 g', '750 g', '1 kg'];
const titles = THINGS.flatMap((thing) => SIZES.map((size) => `${thing} ${size}`));
const list = (seller: string, brand: string | null) =>
  titles.map((title, at) => record(seller, title, { brand, price_minor: 500 + 10 * at }));

describe('a pair', () => {
  it.each([
    ['garlic aioli 250 g', {}, 'garlic aioli 250 g', {}, false],
    ['garlic aioli 250 g', { brand: 'Kirbo' }, 'garlic aioli 250 g', { brand: 'Kirbo' }, true],
    ['garlic aioli 250 g', { brand: 'Kirbo' }, 'Kirbo garlic aioli 250 g', {}, true],
    ['garlic aioli 250 g', { brand: 'Kirbo' }, 'garlic aioli by Kirbo', {}, true],
    ['garlic aioli 250 g', { brand: 'Kirbo' }, 'garlic aioli 250 g', {}, false],
    ['garlic aioli 250 g', { brand: 'Kirbo' }, 'garlic aioli 250 g', { brand: 'Zest' }, false],
    ['headphones WH1000XM4', {}, 'headphones WH1000XM4 black', {}, true],
    ['headphones', { mpn: 'WH1000XM4' }, 'black headphones', { mpn: 'WH-1000XM4' }, true],
    ['headphones WH1000XM4', {}, 'headphones WH1000XM5', {}, false],
  ] as const)('%s %o and %s %o: identified %s', (left, ofLeft, right, ofRight, identified) => {
    const { vocabulary } = teachModel([{ left: list('a', null), right: list('b', null) }]);
    const features = featuresOf([record('a', left, ofLeft), record('b', right, ofRight)], vocabulary);
    const levels = new Uint8Array(COMPARISON_COUNT);
    const comparer = new Comparer(vocabulary);
    comparer.setLeft(features, 0);
    comparer.compare(features, 1, levels);
    expect(isIdentified(levels, 0)).toBe(identified);
  });

  it('that names no maker and no model is for a person, unless GTINs have taught what such pairs are worth', () => {
    const silent = { taught: { by: 'competition', matches: 0 } } as const;
    const told = { taught: { by: 'hidden_gtins', matches: 500 } } as const;
    expect(probabilityOf(silent, UNCALIBRATED, 0.999, false)).toBeLessThan(0.9);
    expect(probabilityOf(silent, UNCALIBRATED, 0.999, true)).toBeCloseTo(0.999);
    expect(probabilityOf(told, UNCALIBRATED, 0.999, false)).toBeCloseTo(0.999);
  });
});
