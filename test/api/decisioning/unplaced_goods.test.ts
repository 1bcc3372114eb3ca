import { afterAll, expect, test } from 'vitest';
import { listing } from '../../warehouse/reads/listed_snapshot.ts';
import { deciding } from './decided_over.ts';

const { over } = await deciding(afterAll);

/** What a seller lists without a category. */
const plain = (sku: string, title: string, price_minor: number) =>
  listing('alpha', sku, { title, brand: null, category: null, price_minor });
const goods = [
  plain('rest', 'Restwell keyboard wrist rest', 900),
  plain('case', 'Carry sleeve case for keyboard', 1_200),
  plain('typo', 'Typo 88 keyboard, black', 3_000),
  plain('tkl', 'Clack tenkeyless keyboard, white', 4_000),
  plain('duo', 'Duo keyboard', 5_000),
  plain('shaver', 'Smooth shaver, mains power, cuts close', 2_000),
  plain('ups', 'Voltaro backup battery for router and NAS, mains power', 9_000),
];

test.each([
  ['a keyboard', 'Typo 88 keyboard, black'],
  ['a keyboard wrist rest', 'Restwell keyboard wrist rest'],
  // Two words of nine are no shaver.
  ['power cuts here, the router and the NAS should survive ten minutes of that', null],
  ['mains power backup battery for router', 'Voltaro backup battery for router and NAS, mains power'],
])('where no seller says the kind, a title must: %s', async (intent, title) => {
  expect((await over(goods, intent)).recommendation?.title ?? null).toBe(title);
});

test('a seller who says the kind is believed', async () => {
  const shelf = goods.map((one) =>
    one.sku === 'rest' ? { ...one, category: 'electronics.computer_accessories.keyboards' } : one,
  );
  expect((await over(shelf, 'a keyboard')).recommendation?.title).toBe('Restwell keyboard wrist rest');
});

test('where others are of the kind that is named, what says less than half of a text is not guessed to be', async () => {
  const shelf = [
    ...goods.filter(({ sku }) => sku !== 'duo'),
    { ...plain('deck', 'Deck keys', 6_000), category: 'electronics.computer_accessories.keyboards' },
  ];
  expect((await over(shelf, 'a clack tenkeyless keyboard')).recommendation?.title).toBe(
    'Clack tenkeyless keyboard, white',
  );
  expect((await over(shelf, 'a clack smooth restwell keyboard')).recommendation).toBeNull();
});
