import { expect, test } from 'vitest';
import { openMatchModel } from '../../../../pipelines/match/titles/score/model_file.ts';
import { listingOf } from '../../../bench/match_catalogue.ts';
import { type Row, TestMarket } from '../../snapshot/market.ts';
import { gtinOf } from '../../snapshot/numbered_gtin.ts';
import { placedListings } from '../listing_identity.ts';

/** Items up to here have a code at both sellers: too few to teach. */
const CODED = 60;
const rowOf = (id: number, seller: number): Row => {
  const { title, brand, price_minor } = listingOf(id, seller);
  return {
    sku: `I${id}`,
    title,
    brand: brand ?? '',
    price: ((price_minor ?? 1000) / 100).toFixed(2),
    ...(id < CODED && { gtin: gtinOf(id) }),
  };
};
const items = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

/** Two sellers of 160 listings who share 60 codes, and so many items that neither states the code of. */
async function published(shared: number, isCoded = true) {
  await using market = await TestMarket.open('left', 'right');
  const stock = [items(0, 160), [...items(0, CODED + shared), ...items(1_000, 1_000 + 100 - shared)]];
  for (const [at, seller] of ['left', 'right'].entries()) {
    const rows = (stock[at] as number[]).map((id) => rowOf(id, at + 1));
    await market.observe(
      seller,
      '2026-01-01',
      rows.map(({ gtin, ...row }) => (isCoded && gtin ? { ...row, gtin } : row)),
    );
  }
  await market.publish();
  const model = await market.read((snapshot) => openMatchModel(snapshot.matchModel() ?? ''));
  expect(model.taught.by).toBe('public_sets');
  const variants = Map.groupBy(await placedListings(market), ({ variant_key }) => variant_key);
  const joined = [...variants.values()].filter((members) =>
    members.some(({ method }) => method === 'title_fuzzy'),
  );
  return {
    from: model.open_world?.sure_from[0],
    right: joined.filter((members) => new Set(members.map(({ sku }) => sku)).size === 1).length,
    wrong: joined.filter((members) => new Set(members.map(({ sku }) => sku)).size > 1).length,
  };
}

test('hidden codes that show no mistake, where many listings have a partner, let less likely pairs be joined', async () => {
  const [coded, bare] = [await published(80), await published(80, false)];
  expect(coded.from).toBeLessThan(0.99);
  expect(bare.from).toBe(0.99);
  expect(coded.right).toBeGreaterThan(bare.right);
  expect(coded.wrong).toBeLessThanOrEqual(1);
});

test('where what has no code has no partner, they do not, however right they are', async () => {
  const alone = await published(0);
  expect(alone.from).toBe(0.99);
  expect(alone.wrong).toBe(0);
});
