import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const SHOES = 'apparel_accessories.shoes';
const sold = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: 'Strivano', category: SHOES, price_minor });
const womens = sold('w', "Strivano Lido Casual Sneakers, Women's - Red / 9", 4_000);
const mens = sold('m', "Strivano Classico Casual Sneakers, Men's - Red / 9", 9_000);
const any = sold('a', 'Strivano Terra Casual Sneakers, Red / 9', 9_500);

test.each([
  ["men's sneakers", [womens, mens], 'Classico'],
  // Nothing for men is no reason to take what is for women.
  ["men's sneakers", [womens], null],
  ["men's sneakers", [womens, any], 'Terra'],
  ["women's sneakers in red", [womens, mens], 'Lido'],
  ['sneakers', [womens, mens], 'Lido'],
])('what says that it is for others is none: %s', async (intent, shelf, title) => {
  const found = (await over(shelf, intent)).recommendation?.title ?? null;
  if (title === null) expect(found).toBeNull();
  else expect(found).toContain(title);
});

const fed = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, {
    title,
    brand: 'Napf',
    category: 'animals_pet_supplies.pet_supplies',
    price_minor,
  });
const cat = fed('cat', 'Napf Wet Cat Food, salmon, 12 x 85 g', 1_100);
const dog = fed('dog', 'Napf Dry Dog Food, chicken, 3 kg', 1_900);
const hund = fed('hund', 'Napf Hundefutter trocken, Lamm, 3 kg', 2_100);
const plain = fed('plain', 'Napf Dry Food, lamb, 3 kg', 2_400);

test.each([
  ['food for my dog', [cat, dog], dog],
  ['food for my cat', [cat, dog], cat],
  ['comida para perro', [cat, dog], null],
  ['Hundefutter', [cat, hund], hund],
  ['dry food for my cat', [dog, hund], null],
  // What names no animal may be for any.
  ['dry food for my cat', [dog, plain], plain],
  ['food', [cat, dog], cat],
])('what is for another animal is none: %s', async (intent, shelf, wanted) => {
  expect((await over(shelf, intent)).recommendation?.title ?? null).toBe(wanted?.title ?? null);
});

test.each([
  ['gouda for my cat', null],
  ['gouda', 'Napf Gouda, 200 g'],
  ['a gouda, the best there is for grilled hot dogs', 'Napf Gouda, 200 g'],
])('what people eat is for no animal: %s', async (intent, title) => {
  const gouda = listing('alpha', 'gouda', {
    title: 'Napf Gouda, 200 g',
    brand: 'Napf',
    category: 'food_beverages_tobacco.food_items.cheese',
    price_minor: 400,
  });
  // A word that nothing here is like would end in nothing anyway.
  const litter = fed('litter', 'Napf Cat Litter, 5 kg', 800);
  expect((await over([gouda, litter], intent)).recommendation?.title ?? null).toBe(title);
});

test('what is for the other hand is none', async () => {
  const wedge = (sku: string, hand: string, price_minor: number) =>
    listing('alpha', sku, {
      title: `Golfo tour wedge 56, ${hand} hand, steel shaft`,
      brand: 'Golfo',
      category: 'sporting_goods.athletics.golf',
      price_minor,
    });
  const [left, right] = [wedge('l', 'left', 16_000), wedge('r', 'right', 15_000)];
  const titled = async (shelf: (typeof left)[]) =>
    (await over(shelf, 'a wedge for a left-handed player')).recommendation?.title ?? null;
  expect(await titled([left, right])).toBe(left.title);
  expect(await titled([right])).toBeNull();
});
