import { expect, test } from 'vitest';
import { type Row, TestMarket } from './market.ts';

const GTIN = '4006381333931';

/** Days on which listings come, change, lose their stock, go and come back, at two sellers of one article. */
const DAYS: { alpha: Row[]; beta: Row[] }[] = [
  {
    alpha: [
      { sku: 'a1', gtin: GTIN, title: 'Boss highlighter yellow', brand: 'Stabilo' },
      { sku: 'a2', title: 'Kettle 1.7 l steel', brand: 'Boilo', item_group_id: 'g', color: 'grey' },
      { sku: 'a3', title: 'Kettle 1.7 l red', brand: 'Boilo', item_group_id: 'g', color: 'red' },
    ],
    beta: [{ sku: 'b1', gtin: GTIN, title: 'Highlighter BOSS, yellow', brand: 'STABILO' }, { sku: 'b2' }],
  },
  {
    alpha: [
      { sku: 'a1', gtin: GTIN, title: 'Boss highlighter yellow', brand: 'Stabilo', price: '9.00' },
      { sku: 'a2', title: 'Kettle 1.7 l of steel', brand: 'Boilo', item_group_id: 'g', color: 'grey' },
    ],
    beta: [{ sku: 'b2', gtin: GTIN, availability: 'out of stock' }],
  },
];

test('what is published of few rows, planned for few, is what is published of many', async () => {
  await using few = await TestMarket.open('alpha', 'beta');
  await using many = await TestMarket.open('alpha', 'beta');
  for (const [index, day] of DAYS.entries()) {
    for (const [market, fewRows] of [
      [few, undefined],
      [many, 0],
    ] as const) {
      for (const seller of ['alpha', 'beta'] as const)
        await market.observe(seller, `2026-01-0${index + 1}`, day[seller]);
      await market.publish({ fewRows });
    }
    expect(await few.contents()).toEqual(await many.contents());
  }
  const before = await few.contents();
  await few.publish({ rebuild: true });
  await many.publish({ rebuild: true, fewRows: 0 });
  expect(await few.contents()).toEqual(before);
  expect(await many.contents()).toEqual(before);
});
