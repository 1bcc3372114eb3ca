import { afterAll, expect, test } from 'vitest';
import { LEAST_CHANCE } from '../../../api/decisioning/meant_chance.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';
import { inLargeShop } from './learned_shop.ts';

const { over } = await deciding(afterAll);

const sold = (sku: string, title: string, price_minor: number, category: string) =>
  listing('alpha', sku, { title, brand: null, category, price_minor });
const KITCHEN = 'home_garden.kitchen_dining';
const shelf = [
  sold('pan', 'Lodera cast iron frying pan, 26 cm', 3_000, KITCHEN),
  sold('screw', 'Pulltor double-lever corkscrew with foil cutter', 1_500, KITCHEN),
  sold('cable', 'Kabelo kitchen extension cable for boats', 2_500, 'hardware.cables'),
];
const shop = inLargeShop(shelf);

const VAGUE = 'my boat kitchen is tiny and damp: a pan whose handle comes off, that nests into the others';

test('what much of the text was left aside for is withheld, and is what leaving it aside brings', async () => {
  const { recommendation, relax, not_known } = await over(shop, VAGUE);
  expect(recommendation).toBeNull();
  expect(relax).toEqual([
    expect.objectContaining({ brings: expect.stringContaining('Lodera cast iron frying pan') }),
  ]);
  expect(not_known[0]).toContain('so it stands in relax alone');
});

test('what is plain is recommended whatever stands around it, as surely as such answers were right', async () => {
  const { recommendation } = await over(shop, 'I need a cast iron frying pan, my sister is coming on Sunday');
  expect(recommendation?.title).toBe(shelf[0]?.title);
  expect(recommendation?.confidence).toBeGreaterThan(LEAST_CHANCE.as_read);
});

test('in a shop of a handful nothing is withheld, since evidence says nothing there', async () => {
  const { recommendation } = await over(shelf, VAGUE);
  expect(recommendation?.title).toBe(shelf[0]?.title);
});
