import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Subject } from '../../../pipelines/forecast/features.ts';
import { type Evidence, evidenceAt, type Groups, peersOf } from '../../../pipelines/forecast/peers.ts';
import {
  learnPooling,
  NO_PEERS,
  type Pooling,
  peersLift,
  pooledShare,
  poolingError,
} from '../../../pipelines/forecast/pooling.ts';
import { subjectOf } from './market_of_prices.ts';

const seen = (known: number, fell: number) => ({ known, fell });
const POOLING: Pooling = { group_windows: 10, category: 1, brand: 0.5, own_windows: 4 };

describe('windows of a price and of its peers', () => {
  // Each lasts 70 days from day 0. Windows of 28 days are counted where they begin on days 0, 7, 14 …; on day 63 those
  // of days 0 to 35 had ended, six of them. A price that falls on day 40 did so in the windows of days 14, 21, 28, 35.
  const falls = subjectOf((day) => (day < 40 ? 1000 : 800), 70);
  const stands = subjectOf(() => 500, 70);
  const groups: Groups[] = [
    { category: 1, brand: 7 },
    { category: 1, brand: -1 },
    { category: 2, brand: 7 },
    // Two of no known brand are no peers.
    { category: -1, brand: -1 },
  ];
  const subjects = [falls, stands, falls, stands];
  const peers = peersOf(subjects, groups);
  const evidence = (index: number, at: number) => evidenceAt(subjects[index] as Subject, peers[index], at);

  test('by hand; its own are not among its peers’', () => {
    expect(evidence(0, 63)).toEqual({
      own: seen(6, 4),
      category: seen(6, 0),
      brand: seen(6, 4),
      feed: seen(24, 8),
    });
    expect(evidence(1, 63)).toEqual({
      own: seen(6, 0),
      category: seen(6, 4),
      brand: seen(0, 0),
      feed: seen(24, 8),
    });
    // Of what had ended by day 41 (windows of days 0 and 7) nothing had fallen.
    expect(evidence(1, 41)).toMatchObject({ category: seen(2, 0), feed: seen(8, 0) });
    expect(evidence(1, 27)).toMatchObject({ own: seen(0, 0), feed: seen(0, 0) });
  });

  test('hangs on distances in time alone, whole weeks apart, and begins where each price does', () => {
    const later = (past: Subject, days: number): Subject => ({
      ...past,
      series: { ...past.series, first: past.series.first + days },
    });
    const shifted = subjects.map((past) => later(past, 7000));
    const theirs = peersOf(shifted, groups);
    for (const [index, past] of shifted.entries())
      for (const at of [27, 41, 63, 69])
        expect(evidenceAt(past, theirs[index], at)).toEqual(evidence(index, at));
    // Three days on, its weeks begin on its days 4, 11, … 32: of these five that had ended by day 63 all but that of day
    // 4 and 11 fell. On day 60 of its own the other was at day 63.
    const mixed = [later(falls, 3), stands];
    const both = peersOf(mixed, [{ category: 1, brand: -1 }, groups[1] as Groups]);
    expect(evidenceAt(mixed[0] as Subject, both[0], 60)).toMatchObject({
      own: seen(5, 3),
      category: seen(6, 0),
      feed: seen(11, 3),
    });
  });

  test('of one alone its feed is itself', () => {
    expect(evidenceAt(falls, undefined, 63)).toEqual({
      own: seen(6, 4),
      category: seen(0, 0),
      brand: seen(0, 0),
      feed: seen(6, 4),
    });
    expect(evidenceAt(falls, peersOf([falls], [])[0], 63)).toMatchObject({
      category: seen(0, 0),
      feed: seen(6, 4),
    });
  });

  test('what comes later, and what never had a price, changes nothing', () => {
    const longer = [subjectOf((day) => (day < 40 ? 1000 : 800), 120), stands, falls, stands];
    const unpriced = subjectOf((day) => (day < 40 ? 1000 : 800), 70);
    const empty: Subject = {
      series: { ...unpriced.series, first: 0, known: new Int32Array(1), prices: new Float64Array(1) },
      waited: unpriced.waited,
    };
    const others = peersOf([...longer, empty], [...groups, { category: 1, brand: 7 }]);
    expect(evidenceAt(stands, others[1], 63)).toEqual(evidence(1, 63));
  });
});

describe('the pooled share', () => {
  const evidence: Evidence = {
    own: seen(4, 1),
    category: seen(30, 21),
    brand: seen(0, 0),
    feed: seen(99, 19.5),
  };

  test('by hand', () => {
    // The feed: (19.5 + .5) / 100 = .2. Its category, drawn to that by ten windows: (21 + 2) / 40 = .575. Of its own
    // four windows one fell, and what is expected counts as four more: (1 + 4 × .575) / 8 = .4125.
    expect(pooledShare(evidence, POOLING)).toBeCloseTo(0.4125, 9);
    expect(peersLift(evidence, POOLING)).toBeCloseTo(Math.log(0.575 / 0.425) - Math.log(0.2 / 0.8), 9);
    // Of a brand's lift half counts: a brand as its category is between the two.
    const both = { ...evidence, brand: evidence.category };
    expect(peersLift(both, POOLING)).toBeCloseTo(1.5 * peersLift(evidence, POOLING), 9);
    expect(pooledShare(evidence, NO_PEERS)).toBeCloseTo((1 + 16 * 0.2) / 20, 9);
  });

  test('without category and brand is its own and the feed’s, and peers are not known', () => {
    const alone = { ...evidence, category: seen(0, 0) };
    expect(peersLift(alone, POOLING)).toBeNaN();
    expect(pooledShare(alone, POOLING)).toBeCloseTo((1 + 4 * 0.2) / 8, 9);
  });

  const share = fc
    .integer({ min: 0, max: 50 })
    .chain((known) => fc.nat(known).map((fell) => ({ known, fell })));
  const anyEvidence = fc.record({ own: share, category: share, brand: share, feed: share });

  test('is a chance, rises with every fall of its own or of its peers, and its own past outweighs them', () => {
    fc.assert(
      fc.property(anyEvidence, fc.constantFrom('own', 'category', 'brand', 'feed'), (given, part) => {
        const told = pooledShare(given, POOLING);
        expect(told).toBeGreaterThan(0);
        expect(told).toBeLessThan(1);
        const { known, fell } = given[part];
        if (fell < known && part !== 'feed')
          expect(pooledShare({ ...given, [part]: seen(known, fell + 1) }, POOLING)).toBeGreaterThan(told);
        const steady = { ...given, own: seen(4000, 1000) };
        expect(Math.abs(pooledShare(steady, POOLING) - 0.25)).toBeLessThan(0.01);
      }),
    );
  });
});

describe('how much peers count is learned', () => {
  const windowsOf = (shareOf: (category: number) => number) =>
    Array.from({ length: 600 }, (_, index) => {
      const high = index % 2;
      const fell = (index >> 1) % 10 < 10 * shareOf(high) ? 1 : 0;
      const evidence = {
        own: seen(1, 0),
        category: seen(200, high ? 160 : 20),
        brand: seen(200, high ? 20 : 160),
        feed: seen(4000, 1800),
      };
      return { evidence, fell };
    });

  test('of categories that go on as they were, and not of those that tell nothing', () => {
    const telling = windowsOf((high) => (high ? 0.8 : 0.1));
    const learned = learnPooling(telling, true);
    expect(learned).toMatchObject({ category: 1, brand: 0 });
    expect(learnPooling(telling, false)).toMatchObject({ category: 0, brand: 0 });
    expect(poolingError(telling, learned)).toBeLessThan(0.25);
    expect(poolingError(telling, learned)).toBeLessThan(
      poolingError(telling, learnPooling(telling, false)) / 1.4,
    );
    expect(
      learnPooling(
        windowsOf(() => 0.45),
        true,
      ),
    ).toMatchObject({ category: 0, brand: 0 });
  });

  test('and is no worse than without on what it was learned of', () => {
    const telling = windowsOf((high) => (high ? 0.3 : 0.5));
    const [without, withPeers] = [false, true].map((apart) =>
      poolingError(telling, learnPooling(telling, apart)),
    );
    expect(withPeers).toBeLessThanOrEqual(without as number);
  });
});
