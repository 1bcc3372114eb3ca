import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { implausiblePrice, type PriceEvidence } from '../../../../pipelines/domain/risk/implausible_price.ts';

const evidence = (price_minor: number, parts: Partial<PriceEvidence> = {}): PriceEvidence => ({
  price_minor,
  others_minor: [9000, 10_000, 11_000],
  own_usual_minor: null,
  usual_sale: 0,
  ...parts,
});

describe('a price far under its market', () => {
  // By hand: the median of 90, 100 and 110 dollars is 100; the logarithms lie .105 and .095 off, so their median
  // absolute deviation is .095 and the robust deviation .141; three of them are .42, and -ln .6 is .51.
  test('is one of at most 0.6 of the median, grave from 0.4 on', () => {
    expect(implausiblePrice(evidence(6100))).toBeNull();
    expect(implausiblePrice(evidence(5990))).toEqual({
      severity: 'medium',
      market_minor: 10_000,
      ratio: expect.closeTo(0.599, 9),
      sellers: 3,
    });
    expect(implausiblePrice(evidence(4000))).toMatchObject({ severity: 'high' });
    expect(implausiblePrice(evidence(4010))).toMatchObject({ severity: 'medium' });
  });

  test('is none where the market itself is as wide', () => {
    const wide = { others_minor: [3000, 10_000, 30_000] };
    expect(implausiblePrice(evidence(4000, wide))).toBeNull();
    expect(implausiblePrice(evidence(4000, { others_minor: [9900, 10_000, 10_100] }))).not.toBeNull();
  });

  // A seller whose sales usually leave half of a price: .85 x .5 = .425 of the market is the bound then.
  test('is none under a usual sale of that seller', () => {
    expect(implausiblePrice(evidence(5000, { usual_sale: 0.5 }))).toBeNull();
    expect(implausiblePrice(evidence(4200, { usual_sale: 0.5 }))).toMatchObject({ severity: 'medium' });
  });

  test('needs two witnesses, one of them another seller', () => {
    expect(implausiblePrice(evidence(1000, { others_minor: [10_000] }))).toBeNull();
    expect(implausiblePrice(evidence(1000, { others_minor: [], own_usual_minor: 10_000 }))).toBeNull();
    expect(
      implausiblePrice(evidence(1000, { others_minor: [10_000], own_usual_minor: 10_000 })),
    ).toMatchObject({
      severity: 'high',
      sellers: 1,
    });
  });

  const minor = fc.integer({ min: 100, max: 1_000_000 });
  const anyEvidence = fc.record({
    price_minor: minor,
    others_minor: fc.array(minor, { minLength: 1, maxLength: 6 }),
    own_usual_minor: fc.option(minor),
    usual_sale: fc.double({ min: 0, max: 0.9, noNaN: true }),
  });

  test('stays one when it falls further, and is the same in any currency', () => {
    fc.assert(
      fc.property(anyEvidence, fc.integer({ min: 2, max: 50 }), (given, factor) => {
        const found = implausiblePrice(given);
        const lower = implausiblePrice({ ...given, price_minor: Math.ceil(given.price_minor / factor) });
        if (found) expect(lower).not.toBeNull();
        const scaled = implausiblePrice({
          price_minor: given.price_minor * factor,
          others_minor: given.others_minor.map((one) => one * factor),
          own_usual_minor: given.own_usual_minor === null ? null : given.own_usual_minor * factor,
          usual_sale: given.usual_sale,
        });
        // Rounding of a logarithm may tip a price that lies on the bound.
        fc.pre(found === null || Math.abs(found.ratio - 0.4) > 1e-9);
        if (found && found.ratio < 0.5999) expect(scaled?.severity).toBe(found.severity);
      }),
    );
  });

  test('never comes of a price at the market', () => {
    fc.assert(
      fc.property(anyEvidence, (given) => {
        const all = [
          ...given.others_minor,
          ...(given.own_usual_minor === null ? [] : [given.own_usual_minor]),
        ];
        expect(implausiblePrice({ ...given, price_minor: Math.max(...all) })).toBeNull();
      }),
    );
  });
});
