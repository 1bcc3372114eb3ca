import { afterAll, describe, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const over = await deciding(afterAll);

/** What a seller lists without a category. */
const plain = (sku: string, title: string, price_minor: number, category: string | null = null) =>
  listing('alpha', sku, { title, brand: null, category, price_minor });

describe('goods without a category', () => {
  const goods = [
    plain('headset', 'Earlow wired headset for Xbox, blue', 3_000),
    plain('ball', 'Rebound soccer trainer with net', 4_000),
    plain('wall', 'Rebound wall sends the ball back, steel', 9_000),
    plain('pan', 'Ferro frying pan of cast iron', 2_500),
    plain('feeder', 'Garden bird feeder of oak', 3_500),
  ];

  test.each([
    ['an Xbox headset', 'Earlow wired headset for Xbox, blue'],
    // It has all of the words but the noun, which another record has.
    ['a blue Xbox trainer', null],
    ['a frying pan', 'Ferro frying pan of cast iron'],
    ['a rebound, something that sends the ball back', 'Rebound wall sends the ball back, steel'],
    // One has one of the nouns, one the other.
    ['a pan of oak', null],
    ['an oak bird feeder', 'Garden bird feeder of oak'],
  ])('the record must have the noun: %s', async (intent, title) => {
    expect((await over(goods, intent)).recommendation?.title ?? null).toBe(title);
  });
});

describe('a kind', () => {
  const clothes = [
    plain('romper', 'Minikin summer romper', 2_000, 'clothing.baby.one_pieces'),
    plain('suit', 'Solana swimsuit', 4_000, 'clothing.women.one_pieces'),
    plain('router', 'Wavelink AX router', 9_000, 'electronics.networking.wireless_routers'),
    plain('lamp', 'Glowby table lamp', 3_000, 'home.lighting.table_lamps'),
  ];
  test.each([
    // `one` stands in the name of a shelf and is not what goods are called.
    ['a lamp for one evening', 'Glowby table lamp'],
    ['something for one evening', null],
    // Most of these words are like nothing that is sold.
    ['a lamp frobnicating quuxish zorbulated wimbly blorps', null],
    ['a router', 'Wavelink AX router'],
  ])('is named only by words that goods are called: %s', async (intent, title) => {
    expect((await over(clothes, intent)).recommendation?.title ?? null).toBe(title);
  });

  test('a clause about the thing must be told by half', async () => {
    const mirror = plain('mirror', 'Clara mirror, folds flat on shelves', 900, 'home.mirrors');
    const folding = plain('fold', 'Lumo lamp, folds flat', 9_000, 'home.lighting.table_lamps');
    const ask = async (more: readonly Listing[]) =>
      (await over([mirror, ...clothes, ...more], 'a lamp that folds flat')).recommendation?.title;
    expect(await ask([folding])).toBe('Lumo lamp, folds flat');
    expect(await ask([])).toBeUndefined();
  });
});
