import { describe, expect, test } from 'vitest';
import { isExtended, type ReturnTerms, termsOf } from '../../../pipelines/domain/return_terms.ts';

const said = (parts: Partial<ReturnTerms>): ReturnTerms => ({
  sku: null,
  category: null,
  condition: null,
  returnable: null,
  window_days: null,
  return_shipping: null,
  restocking_fee_pct: null,
  restocking_applies_to: [],
  warranty_months: null,
  warranty_by: null,
  extended_from: null,
  extended_to: null,
  extended_until: null,
  ...parts,
});
const offer = { sku: 's1', category: 'electronics.video.televisions', condition: 'new' } as const;

describe('the terms of an offer', () => {
  test('are each of the most specific statement that makes them', () => {
    const terms = termsOf(
      [
        said({ window_days: 30, return_shipping: 'free', warranty_months: 12 }),
        said({ category: 'electronics', window_days: 14 }),
        said({ category: 'electronics.video', restocking_fee_pct: 15, restocking_applies_to: ['opened'] }),
        said({ sku: 's1', return_shipping: 'buyer_pays' }),
        said({ sku: 's2', window_days: 90 }),
        said({ category: 'electronics.vid', window_days: 1 }),
        said({ condition: 'used', window_days: 2 }),
      ],
      offer,
    );
    expect(terms).toMatchObject({
      stated: true,
      returnable: true,
      window_days: 14,
      return_shipping: 'buyer_pays',
      restocking_fee_pct: 15,
      restocking_applies_to: ['opened'],
      warranty_months: 12,
    });
  });

  test('do not depend on the order of statements', () => {
    const all = [
      said({ window_days: 30 }),
      said({ condition: 'new', window_days: 20 }),
      said({ sku: 's1', window_days: 10 }),
    ];
    for (const statements of [all, all.toReversed()]) expect(termsOf(statements, offer).window_days).toBe(10);
  });

  test('of what cannot be returned are no window and no fee, but the warranty', () => {
    const all = [
      said({ window_days: 30, restocking_fee_pct: 10, warranty_months: 24 }),
      said({ sku: 's1', returnable: false }),
    ];
    expect(termsOf(all, offer)).toMatchObject({
      returnable: false,
      window_days: null,
      restocking_fee_pct: null,
      warranty_months: 24,
    });
  });

  test('that nobody states are unknown, never refused', () => {
    expect(termsOf([], offer)).toMatchObject({ stated: false, returnable: null, window_days: null });
    expect(termsOf([said({ warranty_months: 12 })], offer)).toMatchObject({ stated: true, returnable: null });
  });
});

describe('a holiday extension', () => {
  const terms = termsOf(
    [
      said({
        window_days: 30,
        extended_from: '2026-11-01',
        extended_to: '2026-12-31',
        extended_until: '2027-01-31',
      }),
    ],
    offer,
  );

  test.each([
    ['2026-10-31', false],
    ['2026-11-01', true],
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('of an order of %s: %s', (day, extended) => {
    expect(isExtended(terms, day)).toBe(extended);
  });

  test('is none where none is stated', () => {
    expect(isExtended(termsOf([], offer), '2026-12-01')).toBe(false);
  });
});
