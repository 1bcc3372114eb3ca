import { afterAll, describe, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const sold = (
  sku: string,
  title: string,
  price_minor: number,
  category: string | null,
  brand: string | null = null,
) => listing('alpha', sku, { title, brand, category, price_minor });

describe('what somebody has', () => {
  const CAPSULES = 'food_beverages_tobacco.beverages.coffee_capsules';
  const pods = [
    sold('lumo', 'Brewhaus caramel pods for Lumo, 50 pods', 2_000, CAPSULES, 'Brewhaus'),
    sold('trivo', 'Caffelune caramel pods for Trivo, 50 pods', 1_000, CAPSULES, 'Caffelune'),
  ];

  test.each([
    // No pod is called Pro, so that binds none.
    ['caramel pods, we have got a Brewhaus Lumo Pro', 'Brewhaus caramel pods for Lumo, 50 pods'],
    ['caramel pods, we have got a Nespresso Vertuo', null],
  ])('binds what is used up by the names that such things have: %s', async (intent, title) => {
    expect((await over(pods, intent)).recommendation?.title ?? null).toBe(title);
  });
});

describe('a wish', () => {
  const MICE = 'electronics.electronics_accessories.mice_trackballs';
  const mice = [
    sold('cheap', 'Great Value! Clacker mouse', 1_000, MICE),
    sold('quiet', 'Hush mouse, quiet clicks', 9_000, MICE),
  ];

  test.each([
    ['a quiet mouse', 'Hush mouse, quiet clicks'],
    ['a quiet mouse under $20', 'Great Value! Clacker mouse'],
    // Any title praises.
    ['a great mouse', 'Great Value! Clacker mouse'],
  ])('is met where a record says it as it is: %s', async (intent, title) => {
    expect((await over(mice, intent)).recommendation?.title ?? null).toBe(title);
  });
});

test('a code in a clause about the thing is held to by itself', async () => {
  const LASERS = 'electronics.print_copy_scan_fax.laser_printers';
  const printers = [
    sold('a4', 'Tonerix laser printer A4', 10_000, LASERS),
    sold('a3', 'Tonerix laser printer A3', 20_000, LASERS),
    sold('take', 'Take laser printer', 30_000, LASERS),
  ];
  const { recommendation } = await over(printers, 'a laser printer that takes A3');
  expect(recommendation?.title).toBe('Tonerix laser printer A3');
});

test('of one variant the offer is chosen whose own title states what is asked for, not one that states another size', async () => {
  const GTIN = '00012345678905';
  const pan = (seller: string, title: string, price_minor: number) =>
    listing(seller, 'pan', { title, brand: 'Panor', category: 'kitchen.pans', price_minor, gtin: GTIN });
  const pans = [pan('alpha', 'Panor Frying Pan 24 cm', 3_000), pan('beta', 'Panor Frying Pan 28 cm', 4_500)];
  const { recommendation } = await over(pans, 'frying pan 28 cm');
  expect(recommendation?.offer).toMatchObject({ seller: 'beta', price: '$45.00' });
  // A title that states none is silent.
  const silent = [pan('alpha', 'Panor Frying Pan', 3_000), pans[1] as (typeof pans)[number]];
  expect((await over(silent, 'frying pan 28 cm')).recommendation?.offer).toMatchObject({ seller: 'alpha' });
});
