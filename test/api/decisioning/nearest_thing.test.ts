import { afterAll, expect, test } from 'vitest';
import { LEAST_CHANCE } from '../../../api/decisioning/meant_chance.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';
import { inLargeShop } from './learned_shop.ts';

const { over } = await deciding(afterAll);

const sold = (
  sku: string,
  title: string,
  price_minor: number,
  category: string,
  brand: string | null = null,
) => listing('alpha', sku, { title, brand, category, price_minor });
const FISH = 'animals_pet_supplies.pet_supplies';
const shelf = [
  sold(
    'oil',
    'Fish oil by Nordal, dietary supplement omega-3, 1200 mg, 200 softgels',
    1_900,
    'health_beauty.health_care',
  ),
  sold('pod', 'Perfecta refillable coffee capsule', 900, 'home_garden.kitchen_dining'),
  sold('flakes', 'Tetralin tropical flakes fish food, 1 oz', 400, FISH),
  sold('filter', 'Flusso canister filter for aquariums up to 45 gallons', 9_900, FISH),
  sold('chair', 'Hermo ergonomic office chair, graphite', 80_000, 'furniture.office_chairs'),
  sold('starter', 'Nocora jump starter for car batteries, 1000 A', 9_900, 'vehicles_parts.car_tools'),
  sold('tea', 'Celesta chamomile herbal tea, 20 bags', 400, 'food_beverages_tobacco.tea'),
];
/** In a shop of a handful what merely shares words is recommended in no case. */
const shop = inLargeShop(shelf);

test.each([
  // What it comes as is called otherwise here, and all else is said.
  ['fish oil capsules 1200 mg', 'Fish oil by Nordal, dietary supplement omega-3, 1200 mg, 200 softgels'],
  // A number that no constraint took is no other number.
  ['fish oil capsules 900', null],
  // Constraints hold.
  ['fish oil capsules 1200 mg under $10', null],
  ['fish oil capsules 1200 mg, not nordal', null],
  // One word alone may be of what is told beside the thing.
  ['ammonia is high in my aquariums, what would you pour in?', null],
  // Nor what may never be left aside.
  ['fish oil capsules 1200 mg for my two cats, one each', null],
  // What tells of health is not guessed at.
  ['fish oil capsules 1200 mg that a strict halal diet allows', null],
])('what shares most of the words of %s', async (intent, title) => {
  const { recommendation, not_known, relax } = await over(shop, intent);
  expect(recommendation?.title ?? null).toBe(title);
  if (recommendation === null) return;
  expect(recommendation.confidence).toBeGreaterThan(LEAST_CHANCE.by_words / 2);
  expect(recommendation.confidence).toBeLessThan(0.95);
  expect((await over(shelf, intent)).recommendation).toBeNull();
  expect(recommendation.why.join()).toContain('was not understood as a whole');
  expect(not_known.join()).toContain('what shares most of the words is taken');
  expect(relax).toEqual([]);
});

test('what the words only tell of another thing is not near', async () => {
  const cereal = sold('cereal', 'Camporeal choco rings cereal 375 g', 800, 'food_beverages_tobacco.cereals');
  const { recommendation, relax } = await over([...shop, cereal], 'engagement ring');
  expect(recommendation).toBeNull();
  expect(relax).toEqual([]);
});

test('one word of what is called otherwise than the text asks for brings nothing', async () => {
  const { recommendation, relax } = await over(shop, 'herbal shampoo');
  expect(recommendation).toBeNull();
  expect(relax).toEqual([]);
});

test('what is near and not clearly so is no recommendation, and is what leaving the rest aside brings', async () => {
  const { recommendation, relax } = await over(
    shop,
    'whether omega softgels would wobble beside herbal chamomile jelly frogs',
  );
  expect(recommendation).toBeNull();
  expect(relax.map(({ constraint }) => constraint)).toEqual([
    expect.stringMatching(/^all that the text says but “[a-z]+”, “[a-z]+”$/),
  ]);
});
