import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const plain = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: 'Pronto', category: null, price_minor });
const cooker = plain('cooker', 'Pronto Duo Pressure Cooker, 8 Quart', 9_000);
const ring = plain('ring', 'Pronto Pressure Cooker Sealing Ring for 8 Quart Duo', 900);
const cover = plain('cover', 'Pronto Pressure Cooker Cover, 8 Quart', 1_200);
/** Without others every word tells alike. */
const others = ['Desk lamp', 'Garden hose 15 m', 'Dog bed', 'Steel kettle', 'Wool rug', 'Bread knife'].map(
  (title, at) => plain(`other ${at}`, title, 3_000),
);
/** Whose name holds the thing's own, last but one. */
const grater = plain('grater', 'Pronto Grater Stand Mixer Attachment', 1_500);
const mixer = plain('mixer', 'Pronto Classic Stand Mixer, 5 Quart', 20_000);
const goods = [grater, mixer, cooker, ring, cover, ...others];

test.each([
  // What goes with it costs a tenth, and has every word.
  ['a pronto pressure cooker, the 8 quart', cooker],
  ['a stand mixer', mixer],
  ['a sealing ring', ring],
  ['a pressure cooker cover', cover],
])('of %j', async (intent, wanted) => {
  expect((await over(goods, intent)).recommendation?.title).toBe(wanted.title);
});

test('what a clause says of the thing and no record does is named, and left aside', async () => {
  const bottle = plain('bottle', 'Pronto Insulated Water Bottle, 32 oz', 4_000);
  const { recommendation, not_known } = await over([bottle], 'a water bottle that keeps ice all weekend');
  expect(recommendation?.title).toBe(bottle.title);
  expect(recommendation?.why.join('\n')).toContain('left aside: “keeps ice all weekend”');
  expect(not_known.join('\n')).toContain('keeps ice all weekend');
});
