import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

const CREAMS = 'health_beauty.personal_care.cosmetics.lotion_moisturizer';
const cream = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: null, category: CREAMS, price_minor });
const plain = cream('plain', 'Solaro moisturizer, plain', 1_000);
const sensitive = cream('sensitive', 'Solaro moisturizer, sensitive', 1_500);
const goods = [plain, sensitive];

test.each([
  ['moisturizer with the neighbours', plain.title],
  ['moisturizer for the beach with kids', plain.title],
  // What a property is of is left out where no record has it.
  ['moisturizer, must be for sensitive skin', sensitive.title],
  ['moisturizer with sensitive function', sensitive.title],
  // A must that no record meets stays one.
  ['moisturizer with a pump', null],
  ['moisturizer with a pump function', null],
])('%s', async (intent, title) => {
  expect((await over(goods, intent)).recommendation?.title ?? null).toBe(title);
});

test('people are held where some record of the kind speaks of them, and so is what a property is of', async () => {
  const kids = cream('kids', 'Solaro moisturizer for kids', 2_000);
  expect((await over([...goods, kids], 'moisturizer with kids')).recommendation?.title).toBe(kids.title);
  const skin = cream('skin', 'Solaro moisturizer for sensitive skin', 2_000);
  const { recommendation } = await over([...goods, skin], 'moisturizer with sensitive skin');
  expect(recommendation?.title).toBe(skin.title);
});
