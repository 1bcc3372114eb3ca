import { afterAll, beforeAll, expect, test } from 'vitest';
import { resolveReference } from '../../../warehouse/reads/reference.ts';
import { type Row, TestMarket } from '../snapshot/market.ts';
import { gtinOf } from '../snapshot/numbered_gtin.ts';

const phone = (sku: string, title: string, parts: Partial<Row> = {}): Row => ({
  sku,
  title,
  brand: 'Acme',
  category: 'Electronics > Phones',
  ...parts,
});

// alpha and beta know no item groups; gamma states them for what it thinks belongs together.
const ALPHA = [
  phone('x2-128', 'Acme Phone X2 128 GB Black', { gtin: gtinOf(1) }),
  phone('x2-256', 'Acme Phone X2 256 GB Black', { gtin: gtinOf(2) }),
  phone('twin-1', 'Acme Phone Z9 Black', { gtin: gtinOf(3) }),
  phone('twin-2', 'Acme Phone Z9 Black', { gtin: gtinOf(4) }),
  phone('twin-3', 'Acme Phone Z9 Blue', { gtin: gtinOf(5) }),
  phone('ink-c', 'Acme Ink 30 Cyan', { gtin: gtinOf(6), category: 'Office > Ink' }),
  phone('ink-m', 'Acme Ink 30 Magenta', { gtin: gtinOf(7), category: 'Office > Ink' }),
  phone('ink-31-c', 'Acme Ink 31 Cyan', { gtin: gtinOf(8), category: 'Office > Ink' }),
  phone('ink-31-m', 'Acme Ink 31 Magenta', { gtin: gtinOf(9), category: 'Office > Ink' }),
  phone('other-brand', 'Acme Phone X2 512 GB Black', { brand: 'Acmex' }),
];
const BETA = [
  phone('x2-blue', 'NEW! Acme Phone X2 128GB Blue', { gtin: gtinOf(10) }),
  phone('x2-128', 'Acme Phone X2 128 GB Black', { gtin: gtinOf(1) }),
  phone('x3-128', 'Acme Phone X3 128 GB Black', { gtin: gtinOf(11) }),
];
const GAMMA = [
  phone('ink-c', 'Acme cartridge no. 30 cyan', { gtin: gtinOf(6), category: 'Office > Ink' }),
  phone('ink-m', 'Acme cartridge no. 30 magenta', { gtin: gtinOf(7), category: 'Office > Ink' }),
  phone('y-128', 'Acme Phone Y1 128 GB Black', { gtin: gtinOf(12), item_group_id: 'y' }),
  phone('y-256', 'Acme Phone Y1 256 GB Black', { gtin: gtinOf(13), item_group_id: 'y' }),
  phone('y-512', 'Acme Phone Y1 512 GB Black', { gtin: gtinOf(14) }),
];

let market: TestMarket;
beforeAll(async () => {
  market = await TestMarket.open('alpha', 'beta', 'gamma');
  await market.observe('alpha', '2026-05-01', ALPHA);
  await market.observe('gamma', '2026-05-01', GAMMA);
  await market.publish();
  await market.observe('beta', '2026-05-02', BETA);
  await market.publish();
});
afterAll(() => market[Symbol.asyncDispose]());

const skusWith = async (reference: string) =>
  ((await market.product(reference))?.listings ?? []).map(({ seller, sku }) => `${seller}:${sku}`).sort();

test('what brand and title say of one model is one product, whoever lists it, a variant for each place', async () => {
  const product = await market.product('alpha:x2-128');
  expect(await skusWith('alpha:x2-128')).toEqual([
    'alpha:x2-128',
    'alpha:x2-256',
    'beta:x2-128',
    'beta:x2-blue',
  ]);
  expect(product?.variants.map(({ gtin }) => gtin).sort()).toEqual([1, 2, 10].map((at) => `0${gtinOf(at)}`));
});

test('another model or brand is not', async () => {
  expect(await skusWith('beta:x3-128')).toEqual(['beta:x3-128']);
  expect(await skusWith('alpha:other-brand')).toEqual(['alpha:other-brand']);
});

test('two of one seller in one place make no family: the title does not say what tells them apart', async () => {
  expect(await skusWith('alpha:twin-3')).toEqual(['alpha:twin-3']);
});

test('a seller that states groups says of the others that they are none, in that category of everybody’s', async () => {
  expect(await skusWith('gamma:y-128')).toEqual(['gamma:y-128', 'gamma:y-256']);
  expect(await skusWith('alpha:ink-c')).toEqual(['alpha:ink-c', 'gamma:ink-c']);
  expect(await skusWith('alpha:ink-31-c')).toEqual(['alpha:ink-31-c']);
});

test('ids outlive a product that its variants leave: two titles are corrected, the old id still answers', async () => {
  const before = await market.product('alpha:x2-128');
  const renamed = ALPHA.map((row) =>
    row.sku === 'x2-256' ? { ...row, title: 'Acme Phone X7 256 GB Black' } : row,
  );
  await market.observe('alpha', '2026-05-03', renamed);
  await market.publish();
  const [kept, left] = [await market.product('alpha:x2-128'), await market.product('alpha:x2-256')];
  expect(left?.product_id).not.toBe(kept?.product_id);
  expect(kept?.product_id).toBe(before?.product_id);
  await market.observe('alpha', '2026-05-04', ALPHA);
  await market.publish();
  await market.read((snapshot) => {
    const found = resolveReference(snapshot, left?.product_id ?? '');
    expect(found).toMatchObject({ outcome: 'found', product_id: before?.product_id });
  });
});

test('what came step by step is what a rebuild makes', async () => {
  const stepwise = await market.contents();
  await market.publish({ rebuild: true });
  expect(await market.contents()).toEqual(stepwise);
});
