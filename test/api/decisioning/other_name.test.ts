import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const sold = (sku: string, title: string, price_minor: number, category: string) =>
  listing('alpha', sku, { title, brand: title.split(' ')[0] as string, category, price_minor });
const CLOTHES = sold(
  'clothes',
  'Kestrix Electric Clothes Dryer, White',
  79_900,
  'home_garden.household_appliances',
);
const HAIR = sold('hair', 'Revola Ionic Hair Dryer, Pink', 1_649, 'health_beauty.personal_care.hair_dryers');

test.each(['a dryer', 'a tumble dryer under $900', 'Wäschetrockner'])(
  'no money is spent on what lists call by another name, however cheap: %s',
  async (intent) => {
    expect((await over([CLOTHES, HAIR], intent)).recommendation?.title).toBe(CLOTHES.title);
    expect((await over([HAIR], intent)).recommendation).toBeNull();
  },
);

test('who asks for that name buys it', async () => {
  expect((await over([CLOTHES, HAIR], 'a hair dryer')).recommendation?.title).toBe(HAIR.title);
});
