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

  test('the share that is kept and what it is kept of are of one statement', () => {
    const opened = said({ restocking_pct: 10, restocking_applies_to: ['opened'] });
    expect(termsOf([opened, said({ sku: 's1', restocking_pct: 15 })], offer)).toMatchObject({
      restocking_pct: 15,
      restocking_applies_to: [],
    });
    expect(termsOf([opened, said({ sku: 's1', window_days: 9 })], offer)).toMatchObject({
      restocking_pct: 10,
      restocking_applies_to: ['opened'],
    });
  });

  test('a sku goes before a category, a deep one before a high one, and those before a condition', () => {
    const ranked = [
      said({ sku: 's1', window_days: 1 }),
      said({ category: 'electronics.video.televisions', window_days: 2 }),
      said({ category: 'electronics', condition: 'new', window_days: 3 }),
      said({ category: 'electronics', window_days: 4 }),
      said({ condition: 'new', window_days: 5 }),
      said({ window_days: 6 }),
    ];
    for (const at of ranked.keys())
      expect(termsOf(ranked.slice(at).toReversed(), offer).window_days).toBe(at + 1);
    const unplaced = { ...offer, category: null };
    expect(termsOf([said({ category: 'electronics', window_days: 4 })], unplaced).stated).toBe(false);
  });

  test('who pays the way back is told by the first statement that does, by mail as well', () => {
    const shipping = (...statements: Partial<ReturnStatement>[]) =>
      termsOf(statements.map(said), offer).return_shipping;
    expect(shipping({ free_return: true })).toBe('free');
    expect(shipping({ sku: 's1', method: 'mail' }, { free_return: false })).toBe('buyer_pays');
    expect(shipping({ sku: 's1', free_return: true }, { method: 'store' })).toBe('free');
    expect(shipping({ method: 'any' })).toBeNull();
  });

  test('a fee without a currency is none, and the warranty has its giver', () => {
    expect(termsOf([said({ fee_minor: 500 })], offer).fee).toBeNull();
    expect(termsOf([said({ fee_minor: 0, currency: 'USD' })], offer).fee).toEqual({
      minor: 0,
      currency: 'USD',
    });
    const wide = said({ fee_minor: 500, currency: 'USD' });
    expect(termsOf([wide, said({ sku: 's1', window_days: 9 })], offer).fee).toEqual({
      minor: 500,
      currency: 'USD',
    });
    expect(termsOf([said({ condition: 'used', fee_minor: 500 })], offer).stated).toBe(false);
    expect(termsOf([said({ warranty_by: 'seller' })], offer).warranty_by).toBe('seller');
    expect(termsOf([said({ exchange_only: true })], offer).exchange_only).toBe(true);
  });

  test('of what cannot be returned all is null that a return has', () => {
    const [terms] = [
      said({ returnable: false, free_return: true, exchange_only: true, fee_minor: 1, currency: 'USD' }),
    ].map((one) => termsOf([one, said({ holiday_until: '2027-01-31' })], offer));
    expect(terms).toEqual({
      stated: true,
      returnable: false,
      window_days: null,
      return_shipping: null,
      fee: null,
      restocking_pct: null,
      restocking_applies_to: [],
      exchange_only: null,
      warranty_months: null,
      warranty_by: null,
      extension: null,
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

  test('that says no first or last order is of all until its end', () => {
    const open = termsOf([said({ holiday_until: '2027-01-31' })], offer);
    expect(open.extension).toEqual({ from: null, to: null, until: '2027-01-31' });
    expect(['2020-01-01', '2027-01-31', '2027-02-01'].map((day) => isExtended(open, day))).toEqual([
      true,
      true,
      false,
    ]);
    expect(
      termsOf([said({ sku: 's1', window_days: 9 }), said({ holiday_until: '2027-01-31' })], offer),
    ).toMatchObject({
      window_days: 9,
      extension: { until: '2027-01-31' },
    });
  });

  test('is none where none is stated', () => {
    expect(isExtended(termsOf([], offer), '2026-12-01')).toBe(false);
  });
});
