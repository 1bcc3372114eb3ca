import { afterAll, expect, test } from 'vitest';
import { packedAmounts } from '../../../api/decisioning/packed_amounts.ts';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

test.each([
  ['ginger soda 24x330ml', ['24 x 330']],
  ['ginger soda 24 x 0.33 l', ['24 x 330']],
  ['12 x 500 g spaghetti', ['12 x 500']],
  ['a shelf of 60 x 30 cm', []],
  ['500 g', []],
])('packs of %s', (text, packs) => {
  expect(packedAmounts(text).map(({ pack, amount }) => `${pack} x ${amount}`)).toEqual(packs);
});

const soda = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: 'Citrella', category: 'drinks.soda', price_minor });
const sodas = [
  soda('can', 'Citrella Ginger Soda 330ml', 100),
  soda('six', 'Citrella Ginger Soda 6x330ml', 500),
  soda('crate', 'Citrella Ginger Soda - 24 x 330 ml', 1_800),
  soda('bottles', 'Citrella Ginger Soda 24x1.5l', 4_000),
];

test.each([
  ['ginger soda 24x330ml', 'Citrella Ginger Soda - 24 x 330 ml'],
  ['ginger soda, 24 x 0.33 l', 'Citrella Ginger Soda - 24 x 330 ml'],
  ['ginger soda, pack of 6 x 330 ml', 'Citrella Ginger Soda 6x330ml'],
  ['24 x 1.5 l ginger soda', 'Citrella Ginger Soda 24x1.5l'],
  ['ginger soda 12 x 330 ml', null],
  // Beside nothing that names it a pack is anything.
  ['24 x 330 ml', null],
])('so many of so much, however it is spaced: %s', async (intent, title) => {
  expect((await over(sodas, intent)).recommendation?.title ?? null).toBe(title);
});

test('where no title states it the answer says so', async () => {
  const { not_known } = await over(sodas, 'ginger soda 12 x 330 ml');
  expect(not_known.join('\n')).toContain('“12 x 330 ml”: only what states it');
});
