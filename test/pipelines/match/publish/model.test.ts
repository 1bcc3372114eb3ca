import { expect, test } from 'vitest';
import { openMatchModel } from '../../../../pipelines/match/titles/score/model_file.ts';
import { type Row, TestMarket } from '../../snapshot/market.ts';
import { gtinOf } from '../../snapshot/numbered_gtin.ts';

const SYLLABLES = 'ba ke di lo mu ra se ti vo nu fa he'.split(' ');
/** A made-up word of a number. */
const word = (number: number) =>
  [number, number * 7 + 3, number * 31 + 11].map((part) => SYLLABLES[part % SYLLABLES.length]).join('') +
  String.fromCodePoint(97 + (number % 26));
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => word(from + at)).join(' ');

/** Items with a GTIN that each seller calls otherwise. */
const stock = (seller: number, coded: number, listings = 190): Row[] =>
  Array.from({ length: listings }, (_, item) => ({
    sku: `C${item}`,
    title: `Acme Widget ${words(5_000 * seller + 17 * item, 4)}`,
    brand: 'Acme',
    price: '20.00',
    ...(item < coded && { gtin: gtinOf(item) }),
  }));

async function published(coded: number) {
  await using market = await TestMarket.open('alpha', 'beta');
  await market.observe('alpha', '2026-01-01', stock(1, coded));
  await market.observe('beta', '2026-01-01', stock(2, coded));
  await market.publish();
  const { matcher } = await market.manifest();
  const model = await openMatchModel(await market.store.local(matcher?.model ?? ''));
  return model.taught.by;
}

test('of small sellers whose hidden codes show nothing, public sets say what titles are worth', async () => {
  expect(await published(150)).toBe('public_sets');
});

test('fewer codes than teach anything are not asked', async () => {
  expect(await published(40)).toBe('public_sets');
});

test('sellers whose hidden codes show nothing, and who are too small for public sets, are not matched by title', async () => {
  await using market = await TestMarket.open('alpha', 'beta', 'gamma');
  for (const [at, seller] of ['alpha', 'beta', 'gamma'].entries())
    await market.observe(seller, '2026-01-01', stock(at + 1, 40, 40));
  await market.publish();
  expect((await market.manifest()).tables.match_model ?? []).toEqual([]);
});
