import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bearsOnPrice,
  judgeContrasts,
  LEAST_CONTRASTS,
  type PriceContrasts,
  priceAxes,
} from '../../../pipelines/domain/price_axes.ts';

/** What SQL sums up of contrasts between two values, all of one product. */
function summed(differences: readonly number[], changes: Partial<PriceContrasts> = {}): PriceContrasts {
  const sum = differences.reduce((total, one) => total + one, 0);
  const squares = differences.reduce((total, one) => total + one ** 2, 0);
  const pairs = differences.length * (differences.length - 1);
  return {
    category: '',
    key: 'general.color',
    contrasts: differences.length,
    same: differences.filter((one) => Math.abs(one) <= 0.01).length,
    squares,
    value_pairs: pairs,
    value_products: sum ** 2 - squares,
    product_pairs: pairs,
    product_products: sum ** 2 - squares,
    ...changes,
  };
}

/** Chance of every listing, the same in each run. */
const chance = (size: number, seed: number) =>
  fc.sample(fc.double({ min: -size, max: size, noNaN: true }), { numRuns: 400, seed });

describe('what contrasts of prices say of an axis', () => {
  test('sellers that ask one price mean a neutral axis, whatever a few of them ask', () => {
    expect(judgeContrasts(summed([...Array<number>(12).fill(0), ...Array<number>(10).fill(0.4)]))).toBe(
      false,
    );
  });

  test('sellers that ask a fifth more for one of two values mean an axis that bears on price', () => {
    expect(judgeContrasts(summed(Array<number>(LEAST_CONTRASTS).fill(0.2)))).toBe(true);
    expect(judgeContrasts(summed(Array<number>(LEAST_CONTRASTS).fill(-0.2)))).toBe(true);
  });

  test('too few say nothing', () => {
    expect(judgeContrasts(summed(Array<number>(LEAST_CONTRASTS - 1).fill(0.2)))).toBeNull();
    expect(
      judgeContrasts(summed(Array<number>(LEAST_CONTRASTS).fill(0.2), { value_pairs: 0, product_pairs: 0 })),
    ).toBeNull();
  });

  test('prices that differ by chance are not taken for a difference, those that differ by more are', () => {
    fc.assert(
      fc.property(fc.integer(), fc.double({ min: 0.02, max: 0.15, noNaN: true }), (seed, size) => {
        const differences = chance(size, seed);
        expect(judgeContrasts(summed(differences))).toBe(false);
        expect(judgeContrasts(summed(differences.map((one) => one + 0.15)))).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  test('a colour that is dearer in one product and cheaper in another bears on price, where each product’s sellers agree', () => {
    const differences = Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? 0.2 : -0.2));
    const within = summed(Array<number>(20).fill(0.2));
    const found = summed(differences, {
      product_pairs: 2 * within.product_pairs,
      product_products: 2 * within.product_products,
    });
    expect(judgeContrasts({ ...found, product_pairs: 0, product_products: 0 })).toBe(false);
    expect(judgeContrasts(found)).toBe(true);
  });
});

describe('which axes bear on price', () => {
  const learned = priceAxes([
    summed(Array<number>(50).fill(0), { category: '', key: 'general.color' }),
    summed(Array<number>(50).fill(0), { category: 'home', key: 'general.color' }),
    summed(Array<number>(50).fill(0.2), { category: 'home.coffee', key: 'general.color' }),
    summed(Array<number>(3).fill(0), { category: 'home.coffee.machines', key: 'general.color' }),
    summed(Array<number>(50).fill(0), { category: 'phones', key: 'general.capacity' }),
  ]);

  test.each([
    ['as the catalogue says', 'apparel.shoes', 'general.color', false],
    ['as the nearest node says that taught', 'home.coffee.machines', 'general.color', true],
    ['not as a neighbour with the same beginning', 'home.coffeehouse', 'general.color', false],
    ['below the node that taught', 'phones.smart', 'general.capacity', false],
    ['as usual where nothing taught: colour and size not', '', 'general.size', false],
    ['all others do', 'laptops', 'general.capacity', true],
    ['also those that nobody knows', 'laptops', 'laptop.edition', true],
  ])('%s', (_, category, key, bears) => {
    expect(bearsOnPrice(learned, category, key)).toBe(bears);
  });

  test('a node that says what the one above it says is not kept', () => {
    expect(learned.map(({ category, key }) => `${category} ${key}`)).toEqual([
      ' general.color',
      'phones general.capacity',
      'home.coffee general.color',
    ]);
  });
});
