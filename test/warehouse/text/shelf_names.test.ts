import { describe, expect, test } from 'vitest';
import { indexOf, type TestProduct } from './catalogue.ts';

const OFFER = { seller: 'alpha', cost: 1, stock: 0 } as const;
const lying = (category: string | null, title: string, brand: string | null = null): TestProduct => ({
  texts: [{ title, category, brand }],
  offers: [OFFER],
});

describe('what a shelf is called just so', () => {
  const index = indexOf([
    lying('health.neusspray', 'Otrivin neusspray 10 ml'),
    lying('health.neusspray', 'Sinomarin neusspray 100 ml'),
    lying('sports.cycling', 'Urban helmet L'),
    lying('sports.cycling', 'Granit folding lock'),
    lying('toys.one_pieces', 'One piece puzzle'),
    lying('tools.wireless', 'Anyclean brush'),
    lying('audio.headphones', 'Halo wireless headphones'),
    lying('audio.speakers', 'Fold wireless speaker'),
  ]);

  test.each([
    ['neusspray', true],
    // No title of its things says it.
    ['cycling', false],
    // A shelf of something else beside it.
    ['one', false],
    // Most titles that say it lie elsewhere.
    ['wireless', false],
    ['helmet', false],
    ['nowhere', false],
  ])('%s: %s', (word, names) => {
    expect(index.namesShelf(word)).toBe(names);
  });
});

test('which share of the titles that say a word are of a maker whose name has it', () => {
  const index = indexOf([
    lying(null, 'Bosch drill', 'Bosch Professional'),
    lying(null, 'Bosch mixer', 'Bosch'),
    lying(null, 'Charger for Bosch', 'Voltaro'),
    lying(null, 'Ring light', 'Lumeta'),
    lying(null, 'Ring doorbell', 'Ring'),
    lying(null, 'Silver ring', null),
  ]);
  expect(index.shareNamed('bosch')).toBe(1);
  expect(index.shareNamed('ring')).toBeCloseTo(1 / 3);
  expect(index.shareNamed('drill')).toBe(0);
  expect(index.shareNamed('nowhere')).toBe(0);
});
