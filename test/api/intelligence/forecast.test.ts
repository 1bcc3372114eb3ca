import { describe, expect, test } from 'vitest';
import { FORECAST_HORIZONS, type PriceForecast } from '../../../pipelines/domain/forecast.ts';
import type { ChangePoint } from '../../../pipelines/domain/listing.ts';
import { listedSnapshot, listing } from '../../warehouse/reads/listed_snapshot.ts';
import { indexServer } from '../index_server.ts';

const at = (day: string) => Date.parse(`2026-${day}T00:00:00Z`) / 1000;
const point = (day: string, price_minor: number): ChangePoint => ({
  from: at(day),
  currency: 'USD',
  price_minor,
  landed_minor: null,
  availability: 'in_stock',
});
const GTIN = '04006381333931';
// Every eight weeks a fifth off, for a week.
const rhythmic = listing('alpha', 'a1', {
  gtin: GTIN,
  changes: [
    point('01-01', 1000),
    point('02-01', 800),
    point('02-08', 1000),
    point('03-29', 800),
    point('04-05', 1000),
  ],
});
const dearer = listing('beta', 'b1', { gtin: GTIN, changes: [point('01-01', 1100)] });
const forecast: PriceForecast = {
  day: at('06-30') / 86_400,
  price_minor: 1000,
  outlooks: FORECAST_HORIZONS.map((days) => ({
    days,
    fall: days / 50,
    saving: days / 500,
    dearer: 0.01,
    low: 0.8,
    middle: 1,
    high: 1.1,
    wait: days >= 28,
  })),
  backtest: { mase: 0.51234, coverage: 0.875, windows: 8 },
};
const snapshot = listedSnapshot([rhythmic, dearer], {
  forecasts: { [rhythmic.offer_id]: forecast, [dearer.offer_id]: 'flat_history' },
});
const path = `/v1/products/${rhythmic.product_id}/forecast`;

describe('GET /v1/products/:id/forecast', () => {
  test('of the cheapest offer, thirty days ahead', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(path);
    expect(body).toMatchObject({
      seller: 'alpha',
      advice: 'wait',
      reason: null,
      confidence: 0.6,
      horizon_days: 30,
      current: '$10.00',
      expected: {
        date: '2026-07-30',
        price_minor: 1000,
        interval: { level: 0.8, low_minor: 800, high: '$11.00' },
      },
      next_discount: {
        judged_by: 'own_history',
        probability: 0.6,
        within_days: 30,
        typical_depth_pct: 20,
        expected_saving_pct: 6,
      },
      backtest: { mase: 0.512, coverage: 0.875, windows: 8 },
      covered_days: 180,
      as_of: '2026-06-30',
    });
    expect((body['points'] as { date: string }[]).map(({ date }) => date.slice(5))).toEqual([
      '07-07',
      '07-14',
      '07-21',
      '07-28',
      '07-30',
    ]);
    expect(body['basis']).toEqual([
      'the price fell by 3 % or more twice in the 180 days that are known of the last 365, by 20 % in the middle; of these cuts 2 have ended',
      'cuts came 56 days apart in the middle; the last was 93 days ago',
      'within 30 days a fall of 3 % has a chance of 60 %; waiting for it saves 6 % in the mean and ends dearer in 1 of 100 such cases',
    ]);
  });

  test('a shorter horizon is another question', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?horizon_days=7`);
    expect(body).toMatchObject({
      advice: 'buy_now',
      confidence: 0.86,
      expected: { date: '2026-07-07' },
      points: [{ date: '2026-07-07' }],
    });
  });

  test('a window before which the cuts lie has none', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?days=60`);
    expect(body).toMatchObject({ covered_days: 60, next_discount: { typical_depth_pct: null } });
  });

  test('why it is bought now though a fall is likely, and what waiting costs where it does', async () => {
    const basisOf = async (outlook: { fall: number; saving: number; dearer: number }, query = '') => {
      const outlooks = forecast.outlooks.map((own) => ({ ...own, ...outlook, wait: false }));
      const forecasts = { [rhythmic.offer_id]: { ...forecast, outlooks } };
      const server = await indexServer(listedSnapshot([rhythmic], { forecasts }));
      return (await server.get(`${path}${query}`)).body['basis'];
    };
    expect(await basisOf({ fall: 0.7, saving: 0.08, dearer: 0.12 }, '?days=100')).toEqual([
      'the price fell by 3 % or more once in the last 100 days, by 20 %, 93 days ago; it has gone up again',
      'within 30 days a fall of 3 % has a chance of 70 %; waiting for it saves 8 % in the mean and ends dearer in 12 of 100 such cases',
      'waiting is not advised because it ends dearer too often',
    ]);
    // a saving is told, so it is told as well why not to wait for it, however small it is
    expect((await basisOf({ fall: 0.18, saving: 0.029, dearer: 0.23 })) as string[]).toContain(
      'waiting is not advised because it ends dearer too often',
    );
    expect(await basisOf({ fall: 0.4, saving: -0.01, dearer: 0.3 }, '?days=60')).toEqual([
      'the price has not fallen by 3 % or more in the last 60 days',
      'within 30 days a fall of 3 % has a chance of 40 %; waiting for it costs 1 % more in the mean and ends dearer in 30 of 100 such cases',
    ]);
  });

  test('a price that never moved is no signal', async () => {
    const server = await indexServer(snapshot);
    const { body } = await server.get(`${path}?seller=beta`);
    expect(body).toMatchObject({
      seller: 'beta',
      advice: 'no_signal',
      reason: 'flat_history',
      confidence: null,
      expected: null,
      points: [],
      next_discount: null,
      backtest: null,
      covered_days: 180,
    });
  });

  test('but what its peers let expect is told, and that it is theirs', async () => {
    const peers = FORECAST_HORIZONS.map((days) => ({ days, fall: days / 100, saving: 0.02, dearer: 0.05 }));
    const forecasts = { [rhythmic.offer_id]: { reason: 'insufficient_history' as const, peers } };
    const server = await indexServer(listedSnapshot([rhythmic], { forecasts }));
    const { body } = await server.get(`${path}?horizon_days=14`);
    expect(body).toMatchObject({
      advice: 'no_signal',
      reason: 'insufficient_history',
      confidence: null,
      next_discount: { judged_by: 'peers', probability: 0.14, within_days: 14, expected_saving_pct: 2 },
    });
    expect((body['basis'] as string[]).at(-1)).toBe(
      'by other prices of this seller, of its category and brand as far as these tell, a fall of 3 % within 14 days has a chance of 14 %',
    );
  });

  test('nor one of which none was made', async () => {
    const server = await indexServer(listedSnapshot([rhythmic]));
    expect((await server.get(path)).body).toMatchObject({
      advice: 'no_signal',
      reason: 'insufficient_history',
    });
  });

  test.each([
    ['horizon_days=43', 400, 'horizon_days'],
    ['seller=nobody', 404, 'seller'],
    ['variant_id=var_0000000000000001', 404, 'variant_id'],
  ])('refuses %s', async (query, status, param) => {
    const server = await indexServer(snapshot);
    expect(await server.get(`${path}?${query}`)).toMatchObject({ status, body: { param } });
  });
});
