import { describe, expect, test } from 'vitest';
import {
  isExtended,
  type ReturnStatement,
  termsOf as termsBy,
} from '../../../pipelines/domain/return_terms.ts';

const nodesOf = (category: string) =>
  category === 'TVs' ? ['electronics.video.televisions', 'home.tvs'] : [category];
const termsOf = (statements: readonly ReturnStatement[], asked: Parameters<typeof termsBy>[1]) =>
  termsBy(statements, asked, nodesOf);

const said = (parts: Partial<ReturnStatement>): ReturnStatement => ({
  sku: null,
  category: null,
  condition: null,
  returnable: null,
  window_days: null,
  fee_minor: null,
  currency: null,
  restocking_pct: null,
  restocking_applies_to: [],
  free_return: null,
  method: null,
  exchange_only: null,
  warranty_months: null,
  warranty_by: null,
  holiday_from: null,
  holiday_to: null,
  holiday_until: null,
  ...parts,
});
const offer = { sku: 's1', category: 'electronics.video.televisions', condition: 'new' } as const;

describe('the terms of an offer', () => {
  test('are each of the most specific statement that makes them', () => {
    const terms = termsOf(
      [
        said({ window_days: 30, free_return: true, warranty_months: 12 }),
        said({ category: 'electronics', window_days: 14 }),
        said({ category: 'electronics.video', restocking_pct: 15, restocking_applies_to: ['opened'] }),
        said({ sku: 's1', free_return: false, fee_minor: 599, currency: 'USD' }),
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
      fee: { minor: 599, currency: 'USD' },
      restocking_pct: 15,
      restocking_applies_to: ['opened'],
      warranty_months: 12,
    });
  });

  test('of a category are found by what it is called, too', () => {
    expect(termsOf([said({ category: 'TVs', window_days: 7 })], offer).window_days).toBe(7);
    expect(termsOf([said({ category: 'Shoes', window_days: 7 })], offer).stated).toBe(false);
  });

  test('say what goes back to the store only, and that no days are no return', () => {
    expect(termsOf([said({ method: 'store', free_return: true })], offer).return_shipping).toBe(
      'in_store_only',
    );
    expect(termsOf([said({ window_days: 0 })], offer)).toMatchObject({
      returnable: false,
      window_days: null,
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
      said({ window_days: 30, restocking_pct: 10, warranty_months: 24 }),
      said({ sku: 's1', returnable: false }),
    ];
    expect(termsOf(all, offer)).toMatchObject({
      returnable: false,
      window_days: null,
      restocking_pct: null,
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
        holiday_from: '2026-11-01',
        holiday_to: '2026-12-31',
        holiday_until: '2027-01-31',
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
