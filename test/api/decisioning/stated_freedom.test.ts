import { afterAll, expect, test } from 'vitest';
import type { Listing } from '../../../pipelines/domain/listing.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over, post } = await deciding(afterAll);

test('what it is to be free of must be said', async () => {
  const pasta = (sku: string, title: string, price_minor: number) =>
    listing('alpha', sku, { title, brand: 'Campo', category: 'grocery.pantry.pasta', price_minor });
  const shelf = [
    pasta('plain', 'Campo pasta, free returns', 100),
    pasta('safe', 'Campo gluten-free pasta', 300),
  ];
  const chosen = async (listings: readonly Listing[], text = 'gluten free pasta') =>
    (await over(listings, text)).recommendation?.title ?? null;
  expect(await chosen(shelf)).toBe('Campo gluten-free pasta');
  expect(await chosen(shelf.slice(0, 1))).toBeNull();
  expect(await chosen(shelf, 'tasty gluten free pasta')).toBe('Campo gluten-free pasta');
  expect(await chosen(shelf, 'glutenfreie Nudeln')).toBe('Campo gluten-free pasta');
});

const BARS = [
  ['plain', 'Crackle dark chocolate bar', 300],
  ['almond', 'Crackle almond chocolate bar', 100],
  ['traces', 'Crackle peanut-free chocolate bar, may contain almonds', 150],
  ['returns', 'Crackle chocolate bar with peanuts, free returns', 120],
  ['safe', 'Crackle peanut-free chocolate bar, no lactose', 900],
] as const;
const bars = BARS.map(([sku, title, price_minor]) =>
  listing('alpha', sku, { title, brand: 'Crackle', category: 'food.candy_chocolate', price_minor }),
);
async function ofBars(intent: string, skus: readonly string[] = BARS.map(([sku]) => sku), more: object = {}) {
  const sold = bars.filter((_, at) => skus.includes(BARS[at]?.[0] ?? ''));
  return await over(sold, intent, more);
}

test.each([
  'my son is allergic to peanuts, chocolate bar please',
  'chocolate bar, peanut allergy',
  'peanut-free chocolate bar, my son is allergic',
  'chocolat, allergique aux cacahuètes',
  'Schokolade, Erdnussallergie',
  'chocolate bar, I am lactose intolerant',
  'a chocolate bar for a child who must not eat peanuts',
  "chocolate bar, she doesn't eat peanuts",
  'Schokolade, er darf keine Erdnüsse essen',
  'chocolat, mon fils ne doit pas manger de cacahuètes',
  'chocolate bar, peanuts make me sick',
])('%s: only what says that it is free of it, and speaks of nothing beside it', async (intent) => {
  expect((await ofBars(intent)).recommendation?.title).toBe(bars[4]?.title);
  const { recommendation, relax, not_known } = await ofBars(intent, ['plain', 'almond', 'returns']);
  expect([recommendation, relax]).toEqual([null, []]);
  expect(not_known.join()).toMatch(/what is free of/);
});

test('given candidates and memory are held to health as what is searched', async () => {
  const given = await ofBars('I am allergic to peanuts', undefined, {
    candidates: ['alpha:plain', 'alpha:almond'],
  });
  expect(given.recommendation).toBeNull();
  await post('/v1/memory', {
    namespace: 'max',
    text: 'Max: peanuts',
    constraints: { avoid: ['peanuts'] },
  });
  const remembered = await ofBars('chocolate bar', ['plain', 'almond', 'safe'], { namespace: 'max' });
  expect(remembered.recommendation?.title).toBe(bars[4]?.title);
});

test('what may be a matter of taste may be given up, and the answer says what for', async () => {
  const { recommendation, relax } = await ofBars('chocolate bar without sugar', ['plain', 'almond']);
  expect(recommendation).toBeNull();
  expect(relax).toMatchObject([{ constraint: 'that its record says that it is free of sugar' }]);
});

const said = (sku: string, title: string, price_minor: number, ...freed: string[]): Listing => ({
  ...listing('alpha', sku, { title, brand: 'Pronto', category: null, price_minor }),
  readings: freed.map((value) => ({
    key: 'general.free_of',
    value,
    unit: null,
    source: 'parsed' as const,
    confidence: 0.94,
  })),
});

test('what only a description says that it is free of counts, and the answer says so', async () => {
  const fountains = [
    said('plain', 'Pronto Drinking Fountain', 2_000),
    said('free', 'Pronto Drinking Fountain Leaf', 3_000, 'bpa'),
  ];
  const { recommendation } = await over(fountains, 'drinking fountain, BPA free');
  expect(recommendation?.title).toBe('Pronto Drinking Fountain Leaf');
  expect(recommendation?.why.join('\n')).toContain('its text says that it is free of bpa');
  expect(recommendation?.why.join('\n')).not.toContain('does not say: BPA');
});

test('what is refused in one language is said in another, and what is silent has it where others say so', async () => {
  const doorbells = [
    said('plain', 'Pronto Video Doorbell', 8_000),
    said('free', 'Pronto Doorbell Two', 14_000, 'abonnement'),
  ];
  const text = 'a doorbell please, but I refuse to pay a monthly subscription';
  expect((await over(doorbells, text)).recommendation?.title).toBe('Pronto Doorbell Two');
  expect((await over(doorbells.slice(0, 1), text)).recommendation?.title).toBe('Pronto Video Doorbell');
});

test('words of what a thing is free of find it by its description: they name nothing', async () => {
  const creams = [
    said('lotion', 'Pronto Fragrance Free Lotion', 900, 'fragrance'),
    said('sun', 'Pronto Sunscreen for kids', 1_500, 'fragrance'),
    said('scented', 'Pronto Sunscreen', 1_000),
  ];
  const { recommendation } = await over(creams, 'fragrance free sunscreen');
  expect(recommendation?.title).toBe('Pronto Sunscreen for kids');
});
