import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type NoSignal,
  outlookAt,
  type PriceForecast,
  peerOutlookAt,
} from '../../../pipelines/domain/forecast.ts';
import { FEATURES, writeFeatures } from '../../../pipelines/forecast/features.ts';
import { forecastSeries, refusal } from '../../../pipelines/forecast/forecast_series.ts';
import { type ForecastModel, learnForecasts } from '../../../pipelines/forecast/forecaster.ts';
import { LIKENESSES, learnTable, tableOutlook } from '../../../pipelines/forecast/outcome_table.ts';
import { chanceOf, learnFalls } from '../../../pipelines/forecast/outlook_trees.ts';
import { type Peers, peersOf } from '../../../pipelines/forecast/peers.ts';
import { drawWindows, poolWindows } from '../../../pipelines/forecast/windows.ts';
import { MARKET_DAYS, marketOf, rhythmic, rising, subjectOf } from './market_of_prices.ts';

const market = marketOf(160);
const model = learnForecasts(market, MARKET_DAYS - 1) as ForecastModel;
const [every, never] = [rhythmic(28, 0), rising(100)];
type Hazard = NoSignal & { fall: number };
const told = (...subjects: (typeof every)[]) => forecastSeries(model, subjects) as PriceForecast[];

describe('forecasts of a market that falls every fourth week, or never', () => {
  test('know both apart, whatever the method', () => {
    const windows = drawWindows(market, MARKET_DAYS - 1, 10_000);
    const row = (subject: typeof every) => {
      const features = new Float64Array(FEATURES.length);
      writeFeatures(features, subject, 150, 28);
      return features;
    };
    for (const likeness of ['own_windows', 'discount_hazard'] as const) {
      const table = learnTable(likeness, windows);
      const chance = (subject: typeof every) => chanceOf(tableOutlook(table, row(subject)).fall_odds);
      expect(chance(never), likeness).toBeLessThan(0.1);
      expect(chance(every), likeness).toBeGreaterThan(0.8);
    }
    const [fourth, none] = told(every, never);
    expect(outlookAt(fourth as PriceForecast, 28).fall).toBeGreaterThan(0.9);
    expect(outlookAt(none as PriceForecast, 28).fall).toBeLessThan(0.1);
  });

  test('the hazard of what never fell lies below that of what falls every fourth week, at every horizon', () => {
    const day = fc.integer({ min: 20, max: MARKET_DAYS - 20 });
    fc.assert(
      fc.property(fc.nat(24), day, fc.integer({ min: 200, max: 9000 }), (days, on, price) => {
        // Three days of a cut are over: it stands at its full price.
        const since = MARKET_DAYS - 4 - days;
        const [fourth, none] = told(rhythmic(28, 28 - (since % 28), price), rising(on, price));
        for (const [index, { fall }] of (none?.outlooks ?? []).entries())
          expect(fall).toBeLessThan(fourth?.outlooks[index]?.fall ?? 0);
      }),
      { numRuns: 20 },
    );
  });

  test('wait for the fall that is due, for a fifth, and hold still where none is', () => {
    const [fourth, none] = told(every, never);
    const due = outlookAt(fourth as PriceForecast, 28);
    expect(due.wait).toBe(true);
    expect(Math.abs(due.saving - 0.2)).toBeLessThan(0.03);
    expect(due.dearer).toBeLessThan(0.05);
    const still = outlookAt(none as PriceForecast, 28);
    expect(still).toMatchObject({ wait: false });
    expect(Math.abs(still.middle - 1)).toBeLessThan(0.02);
  });

  test('take the method that did best on later windows, and tell how each did', () => {
    const briers = Object.entries(model.judged).map(([method, { brier }]) => [brier, method] as const);
    const [[least, method] = [1, '']] = briers.toSorted((a, b) => a[0] - b[0]);
    expect(model.outlooks.method).toBe(method);
    expect(model.judged.last_value?.brier).toBeGreaterThan(3 * least);
    expect(Object.keys(model.judged)).toEqual(expect.arrayContaining(Object.keys(LIKENESSES)));
  });

  test('carry the backtest of their own last months', () => {
    const [fourth] = told(every);
    expect(fourth?.backtest?.windows).toBe(8);
    expect(fourth?.backtest?.coverage).toBeGreaterThan(0.7);
  });

  test('do not hang on the price’s scale', () => {
    const scales = fc.integer({ min: 2, max: 50 });
    fc.assert(
      fc.property(scales, fc.integer({ min: 0, max: 27 }), (scale, offset) => {
        const [one, other] = told(rhythmic(28, offset, 1000), rhythmic(28, offset, 1000 * scale));
        expect({ ...other, price_minor: 0 }).toEqual({ ...one, price_minor: 0 });
      }),
      { numRuns: 10 },
    );
  });

  test('chances never fall, and intervals never narrow, with time', () => {
    for (const { outlooks } of told(...market.slice(0, 40)))
      for (const [index, { fall, low, high }] of outlooks.entries()) {
        const before = outlooks[index - 1] ?? { fall: 0, low: 1, high: 1 };
        expect(fall).toBeGreaterThanOrEqual(before.fall);
        expect(low).toBeLessThanOrEqual(before.low);
        expect(high).toBeGreaterThanOrEqual(before.high);
      }
  });
});

describe('a price that is new', () => {
  // Of category 0 every price falls every fourth week, of category 1 none ever does; brands tell nothing. Each of the
  // newest came 40 days ago, at one price.
  const known = market.map((past, index) => ({ past, groups: { category: index % 2, brand: index % 7 } }));
  const fresh = [0, 1, -1].map((category) => ({
    past: {
      ...subjectOf(() => 1000, 40),
      series: { ...subjectOf(() => 1000, 40).series, first: MARKET_DAYS - 40 },
    },
    groups: { category, brand: -1 },
  }));
  const all = [...known, ...fresh];
  const peers = peersOf(
    all.map(({ past }) => past),
    all.map(({ groups }) => groups),
  );
  const subjects = all.map(({ past }, index) => ({ ...past, peers: peers[index] as Peers }));
  const own = learnForecasts(subjects, MARKET_DAYS - 1) as ForecastModel;
  const hazards = (forecastSeries(own, subjects) as NoSignal[])
    .slice(-3)
    .map((one) => ({ ...one, fall: peerOutlookAt(one.peers, 28)?.fall ?? NaN }));

  test('falls as those of its category do, and as all where it has none; nothing is advised', () => {
    const [often, rarely, unknown] = hazards as [Hazard, Hazard, Hazard];
    for (const { reason } of hazards) expect(reason).toBe('insufficient_history');
    expect(often.fall).toBeGreaterThan(0.8);
    expect(rarely.fall).toBeLessThan(0.1);
    expect(unknown.fall).toBeGreaterThan(rarely.fall);
    expect(unknown.fall).toBeLessThan(often.fall);
    for (const hazard of hazards)
      for (const [index, { fall }] of hazard.peers.entries())
        expect(fall).toBeGreaterThanOrEqual(hazard.peers[index - 1]?.fall ?? 0);
  });

  test('is judged by its category because that did better on later windows; without one nothing changes', () => {
    expect(own.pooling.category).toBeGreaterThan(0);
    expect(model.pooling).toMatchObject({ category: 0, brand: 0 });
    const { pooled_hazard, last_value } = own.judged;
    expect(pooled_hazard?.brier).toBeLessThan(last_value?.brier ?? 0);
  });
});

test('trees look at peers where they may, and never at the feed’s own share, which would tell them the day', () => {
  const peers = peersOf(
    market,
    market.map((_, index) => ({ category: index % 2, brand: -1 })),
  );
  const subjects = market.map((past, index) => ({ ...past, peers: peers[index] as Peers }));
  const windows = drawWindows(subjects, MARKET_DAYS - 1, 2000);
  poolWindows(windows, { group_windows: 4, category: 1, brand: 0, own_windows: 4 });
  const looksAt = (seesPeers: boolean) =>
    new Set(learnFalls(windows, seesPeers).trees.flatMap(({ feature }) => feature.map((at) => FEATURES[at])));
  expect(looksAt(true)).toContain('peers_lift');
  expect(looksAt(true)).not.toContain('pooled_share');
  expect(looksAt(false)).not.toContain('peers_lift');
});

test('peers that told the past, and not what came later, do not count', () => {
  // Until day 150 category 0 falls every fourth week and category 1 never does; then it is the other way round.
  const turned = market.map((_, index) =>
    subjectOf((day) => (index % 2 === (day < 150 ? 0 : 1) && (day + 5 * index) % 28 < 3 ? 800 : 1000)),
  );
  const peers = peersOf(
    turned,
    turned.map((_, index) => ({ category: index % 2, brand: -1 })),
  );
  const learned = learnForecasts(
    turned.map((past, index) => ({ ...past, peers: peers[index] as Peers })),
    MARKET_DAYS - 1,
  );
  expect(learned?.pooling).toMatchObject({ category: 0, brand: 0 });
});

describe('nothing is said', () => {
  test.each([
    ['of a price known for 55 days', subjectOf((day) => (day < 30 ? 1000 : 800), 55), 'insufficient_history'],
    ['of one that never moved', subjectOf(() => 1000), 'flat_history'],
    ['of what is sold out', subjectOf((day) => (day < 200 ? 1000 - day : 0)), 'not_for_sale'],
    ['against one known for 56', subjectOf((day) => (day < 30 ? 1000 : 800), 56), null],
  ])('%s', (_, subject, reason) => {
    expect(refusal(subject)).toBe(reason);
  });

  test('of a price that never moved, but for the chance of those that stood as long', () => {
    const [flat, fourth] = forecastSeries(model, [subjectOf(() => 1000), every]) as [NoSignal, PriceForecast];
    expect(flat.reason).toBe('flat_history');
    for (const [index, { days, fall }] of flat.peers.entries()) {
      expect(days).toBe(fourth.outlooks[index]?.days);
      expect(fall).toBeGreaterThan(0);
      expect(fall).toBeLessThan(fourth.outlooks[index]?.fall ?? 0);
    }
    expect(flat.peers).toHaveLength(7);
    const [gone] = forecastSeries(model, [subjectOf((day) => (day < 200 ? 1000 - day : 0))]);
    expect(gone).toEqual({ reason: 'not_for_sale', peers: [] });
    // Of a feed of one price, known for 40 days, nothing can be told either.
    const [alone] = forecastSeries(model, [subjectOf(() => 1000, 40)]);
    expect(alone).toEqual({ reason: 'insufficient_history', peers: [] });
  });

  test('of waiting, where no price ever fell, is not taken for proof that waiting is safe', () => {
    const risen = Array.from({ length: 160 }, (_, index) => rising(40 + index));
    expect(learnForecasts(risen, MARKET_DAYS - 1)?.wait_ratio).toBe(1);
    expect(model.wait_ratio).toBeLessThan(1);
  });

  test('of a market of few prices', () => {
    expect(learnForecasts(market.slice(0, 3), MARKET_DAYS - 1)).toBeNull();
    expect(learnForecasts([], MARKET_DAYS)).toBeNull();
  });

  test('of the past: what comes later changes nothing that was learned', () => {
    const until = 180;
    const known = market.map(({ series: { prices } }) =>
      subjectOf((day) => prices[day] as number, until + 1),
    );
    const windows = [market, known].map((subjects) => drawWindows(subjects, until, 500));
    expect(windows[0]?.fell).toEqual(windows[1]?.fell);
    expect(windows[0]?.features).toEqual(windows[1]?.features);
  });
});
