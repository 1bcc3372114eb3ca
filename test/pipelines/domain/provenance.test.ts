import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHANNELS,
  channelOf,
  medianAgeMinutes,
  offerConfidence,
  valueConfidence,
} from '../../../pipelines/domain/provenance.ts';

test('the channel follows the access to the seller', () => {
  expect(channelOf('direct_api')).toBe('direct_api');
  expect(channelOf('merchant_feed')).toBe('listing_view');
});

describe('confidence', () => {
  const day = 1440;

  test('is the channel’s until the feed is due again, and half of it three intervals later', () => {
    const observed = { channel: 'direct_api', interval_minutes: day } as const;
    expect(valueConfidence({ ...observed, age_minutes: 0 })).toBe(0.99);
    expect(valueConfidence({ ...observed, age_minutes: day })).toBe(0.99);
    expect(valueConfidence({ ...observed, age_minutes: 4 * day })).toBe(0.5);
    expect(valueConfidence({ ...observed, age_minutes: 7 * day })).toBe(0.25);
  });

  test('never rises with age or with doubt about the match, and stays between 0 and 1', () => {
    const observed = fc.record({
      channel: fc.constantFrom(...CHANNELS),
      age_minutes: fc.nat(1e6),
      interval_minutes: fc.integer({ min: 1, max: 1e5 }),
    });
    fc.assert(
      fc.property(observed, fc.nat(1e5), fc.double({ min: 0, max: 1, noNaN: true }), (seen, more, match) => {
        const sure = valueConfidence(seen);
        expect(sure).toBeLessThanOrEqual(1);
        expect(valueConfidence({ ...seen, age_minutes: seen.age_minutes + more })).toBeLessThanOrEqual(sure);
        expect(offerConfidence(seen, match)).toBeLessThanOrEqual(sure);
        expect(offerConfidence(seen, match)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('medianAgeMinutes', () => {
  const now = Date.parse('2026-06-30T12:00:00Z');
  const feed = (last_as_of: string, listings: number) => ({ last_as_of, listings });

  test('half of the listings are no older', () => {
    const feeds = [
      feed('2026-06-30T00:00:00Z', 10),
      feed('2026-06-30T11:00:00Z', 30),
      feed('2026-06-29T12:00:00Z', 5),
    ];
    expect(medianAgeMinutes(feeds, now)).toBe(60);
    expect(medianAgeMinutes([feed('2026-06-30T00:00:00Z', 31), ...feeds.slice(1)], now)).toBe(720);
  });

  test('an empty feed still tells how fresh its seller is; no feed tells nothing', () => {
    expect(medianAgeMinutes([feed('2026-06-30T11:50:00Z', 0)], now)).toBe(10);
    expect(medianAgeMinutes([feed('2026-06-30T11:50:00Z', 0), feed('2026-06-30T11:00:00Z', 1)], now)).toBe(
      60,
    );
    expect(medianAgeMinutes([], now)).toBeNull();
  });
});
