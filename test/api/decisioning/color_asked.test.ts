import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);
const kettle = (sku: string, color: string | null, price_minor: number) =>
  listing('alpha', sku, {
    title: `Boilwell ${sku} kettle`,
    category: 'home.kitchen.kettles',
    price_minor,
    ...(color !== null && { attributes: { 'general.color': color } }),
  });
const kettles = [kettle('Dawn', 'White', 2_000), kettle('Ember', 'Red', 5_000), kettle('Plain', null, 1_000)];

test.each([
  ['a red kettle', 'Boilwell Ember kettle'],
  ['un hervidor rojo', 'Boilwell Ember kettle'],
  ['a kettle', 'Boilwell Plain kettle'],
  ['a blue kettle', null],
  // Of two around an `or` any will do; of others none is a must.
  ['a black or grey kettle', null],
  ['a blue or red kettle', 'Boilwell Ember kettle'],
  ['a red or white kettle', 'Boilwell Dawn kettle'],
  ['a red and white kettle', 'Boilwell Dawn kettle'],
  ['a kettle, blue or patterned', 'Boilwell Plain kettle'],
  ['a kettle for red tea', 'Boilwell Plain kettle'],
  ['a kettle for my red kitchen', 'Boilwell Plain kettle'],
])('one colour that is asked for is a must: %s', async (intent, title) => {
  expect((await over(kettles, intent)).recommendation?.title ?? null).toBe(title);
});

test('which may be given up', async () => {
  const { relax } = await over(kettles, 'a blue kettle');
  expect(relax).toMatchObject([{ constraint: 'must have blue' }]);
});
