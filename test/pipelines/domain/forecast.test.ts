import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FORECAST_HORIZONS,
  forecastOf,
  noSignalOf,
  type Outlook,
  outlookAt,
  peerOutlookAt,
  storedForecast,
  storedNoSignal,
} from '../../../pipelines/domain/forecast.ts';

const outlook = (days: number, parts: Partial<Outlook> = {}): Outlook => ({
  days,
  fall: 0,
  saving: 0,
  dearer: 0,
  low: 1,
  middle: 1,
  high: 1,
  wait: false,
  ...parts,
});

describe('outlook at a horizon', () => {
  const forecast = {
    outlooks: FORECAST_HORIZONS.map((days) =>
      outlook(days, { fall: days / 100, low: 1 - days / 100, wait: days >= 28 }),
    ),
  };

  // Between 7 (fall .07) and 14 (.14) lies 10 at three sevenths: .10.
  test.each([
    [7, 0.07, false],
    [10, 0.1, false],
    [1, 0.01, false],
    [24, 0.24, false],
    [25, 0.25, true],
    [42, 0.42, true],
  ])('%i days', (days, fall, wait) => {
    const found = outlookAt(forecast, days);
    expect(found.fall).toBeCloseTo(fall);
    expect(found.low).toBeCloseTo(1 - fall);
    expect(found.wait).toBe(wait);
  });

  test('of what peers let expect, stored and read, and of what was stored before them', () => {
    const peers = FORECAST_HORIZONS.map((days) => ({ days, fall: days / 100, saving: 0.02, dearer: 0.1 }));
    const told = { reason: 'flat_history' as const, peers };
    expect(noSignalOf(storedNoSignal(told))).toEqual(told);
    expect(peerOutlookAt(peers, 28)).toEqual({ days: 28, fall: 0.28, saving: 0.02, dearer: 0.1 });
    expect(noSignalOf({ r: 'flat_history' })).toEqual({ reason: 'flat_history', peers: [] });
    expect(peerOutlookAt([], 28)).toBeNull();
  });

  test('what is stored comes back, to four decimals', () => {
    const share = fc.integer({ min: 0, max: 10_000 }).map((number) => number / 10_000);
    const outlooks = fc.tuple(
      ...FORECAST_HORIZONS.map((days) =>
        fc.record({
          days: fc.constant(days),
          fall: share,
          saving: share,
          dearer: share,
          low: share,
          middle: share,
          high: share,
          wait: fc.boolean(),
        }),
      ),
    );
    const backtest = fc.option(fc.record({ mase: fc.option(share), coverage: share, windows: fc.nat(8) }));
    fc.assert(
      fc.property(outlooks, backtest, (own, tested) => {
        const drawn = { day: 20_000, price_minor: 1299, outlooks: own, backtest: tested };
        expect(forecastOf(JSON.parse(JSON.stringify(storedForecast(drawn))) as never)).toEqual(drawn);
      }),
    );
  });
});
