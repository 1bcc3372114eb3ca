import { truncate } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { PriceForecast } from '../../../pipelines/domain/forecast.ts';
import { TestMarket } from '../snapshot/market.ts';

const WEEKS = 20;
const SKUS = 60;
const dayOf = (week: number) => new Date(Date.UTC(2025, 9, 6 + 7 * week)).toISOString().slice(0, 10);
/** Every fourth week a fifth off for even skus, each at its own phase; odd ones rise a little once. */
const priceOf = (sku: number, week: number): string =>
  (sku % 2 === 0
    ? (week + sku / 2) % 4 === 0
      ? 8 + sku
      : 10 + 1.25 * sku
    : week < sku % WEEKS
      ? 10 + sku
      : 10.1 + sku
  ).toFixed(2);
const rowsOf = (week: number) =>
  Array.from({ length: SKUS }, (_, sku) => ({ sku: `s${sku}`, price: priceOf(sku, week) }));

const forecastsOf = (market: TestMarket) =>
  market.read(async (snapshot) => {
    const products = await snapshot.products(Array.from({ length: snapshot.product_count }, (_, no) => no));
    const told = await Promise.all(products.map((product) => snapshot.forecasts(product)));
    return new Map(
      products.flatMap(({ listings }, index) =>
        listings.map(({ seller, sku }, at) => [`${seller}:${sku}`, told[index]?.[at]] as const),
      ),
    );
  });

test('every price is forecast at publication, and again where there is something new', async () => {
  await using market = await TestMarket.open('alpha', 'beta');
  for (const { feeds } of market.sellers) Object.assign(feeds[0] as object, { schedule: '0 4 * * 1' });
  for (let week = 0; week < WEEKS; week++) await market.observe('alpha', dayOf(week), rowsOf(week));
  await market.observe('beta', dayOf(WEEKS - 1), [{ sku: 'b1', price: '5.00' }]);
  const first = await market.publish();
  expect(first.forecasts_written).toBe(SKUS + 1);
  const told = await forecastsOf(market);
  expect(told.get('beta:b1')).toMatchObject({ reason: 'insufficient_history' });
  const rhythmic = told.get('alpha:s4') as PriceForecast;
  expect(rhythmic).toMatchObject({ price_minor: Math.round(100 * Number(priceOf(4, WEEKS - 1))) });
  expect(rhythmic.day).toBe(Date.parse(dayOf(WEEKS - 1)) / 86_400_000);
  const chanceOf = (sku: number) => (told.get(`alpha:s${sku}`) as PriceForecast).outlooks[5]?.fall ?? NaN;
  expect(chanceOf(4)).toBeGreaterThan(chanceOf(5) + 0.3);

  // Beta alone is read again: alpha's forecasts stay as they are, by the same model.
  const before = (await market.manifest()).tables;
  await market.observe('beta', dayOf(WEEKS), [{ sku: 'b1', price: '5.00' }]);
  expect((await market.publish()).forecasts_written).toBe(1);
  const after = (await market.manifest()).tables;
  expect(after.forecast_model).toEqual(before.forecast_model);
  expect(after.forecasts?.slice(0, 1)).toEqual(before.forecasts);
  expect((await forecastsOf(market)).get('alpha:s4')).toEqual(rhythmic);

  // What was written piece by piece is what a rebuild writes at once.
  const contents = (await market.contents()).forecasts;
  expect((await market.publish({ rebuild: true })).forecasts_written).toBe(SKUS + 1);
  expect((await market.contents()).forecasts).toEqual(contents);

  // A model of which the file is cut off is learned anew by a rebuild.
  const [model] = (await market.manifest()).tables.forecast_model ?? [];
  await truncate(await market.store.local(model?.key ?? ''), 10);
  expect((await market.publish({ rebuild: true })).forecasts_written).toBe(SKUS + 1);
  expect((await forecastsOf(market)).size).toBe(SKUS + 1);
});
