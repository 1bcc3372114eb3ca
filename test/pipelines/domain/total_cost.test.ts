import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Consumable,
  cheapestConsumables,
  subscriptionCost,
  totalCost,
  wholeUnits,
} from '../../../pipelines/domain/total_cost.ts';

const ink = (id: string, slot: string, unit_minor: number, lasts: number): Consumable => ({
  product_id: id,
  variant_id: id,
  slot,
  unit_minor,
  yield: lasts,
});

describe('whole units', () => {
  // 24 months of 100 pages: 2,400 pages; at 450 a cartridge 5.33, so six are bought.
  test.each([
    [2400, 450, 6],
    [2400, 600, 4],
    [2400, 2400, 1],
    [2401, 2400, 2],
    [0, 450, 0],
    // 0.1 + 0.2 is a little more than 0.3
    [0.1 + 0.2, 0.3, 1],
    // the same ten million times over: the error grows with the number
    [(0.1 + 0.2) * 1e7, 0.3, 1e7],
    [(0.1 + 0.2) * 1e8, 0.3, 1e8],
    // two cups a day for a year: 730.5 capsules
    [2 * 30.4375 * 12, 50, 15],
  ])('%d uses at %d each take %d', (uses, lasts, units) => {
    expect(wholeUnits(uses, lasts)).toBe(units);
  });

  test('are refused for what lasts nothing', () => {
    expect(() => wholeUnits(10, 0)).toThrow(/lasts 0 uses/);
  });

  test('are enough, and one fewer is not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e7 }), fc.integer({ min: 1, max: 1e5 }), (uses, lasts) => {
        const units = wholeUnits(uses, lasts);
        expect(units * lasts).toBeGreaterThanOrEqual(uses);
        expect((units - 1) * lasts).toBeLessThan(uses);
      }),
    );
  });
});

describe('the cheapest consumables', () => {
  test('are chosen by what they cost over the horizon, slot by slot', () => {
    // 2,400 pages: six of 20.00 are 120.00, three of 35.00 are 105.00
    const chosen = cheapestConsumables(
      [ink('small', 'black', 2000, 450), ink('large', 'black', 3500, 900), ink('cyan', 'cyan', 1500, 300)],
      2400,
    );
    expect(chosen.map((one) => [one.consumable.product_id, one.units, one.subtotal_minor])).toEqual([
      ['large', 3, 10500],
      ['cyan', 8, 12000],
    ]);
  });

  test('over a short horizon the small one wins, though the large one is cheaper a page', () => {
    const [chosen] = cheapestConsumables([ink('small', '', 2000, 450), ink('large', '', 3500, 900)], 400);
    expect(chosen).toMatchObject({ consumable: { product_id: 'small' }, units: 1, subtotal_minor: 2000 });
  });

  test('that cost the same are the fewer units, then the cheaper one, then the first by id', () => {
    // Nothing is used: of both none is bought.
    const [none] = cheapestConsumables([ink('a', '', 3500, 900), ink('b', '', 2000, 450)], 0);
    expect(none).toMatchObject({ consumable: { product_id: 'b' }, units: 0, subtotal_minor: 0 });
    // 900 uses: two of 10.00 or one of 20.00
    const [fewer] = cheapestConsumables([ink('a', '', 1000, 450), ink('b', '', 2000, 900)], 900);
    expect(fewer).toMatchObject({ consumable: { product_id: 'b' }, units: 1, subtotal_minor: 2000 });
    for (const ids of [
      ['a', 'b'],
      ['b', 'a'],
    ]) {
      const [first] = cheapestConsumables(
        ids.map((id) => ink(id, '', 1000, 450)),
        900,
      );
      expect(first?.consumable.product_id).toBe('a');
    }
  });

  test('do not depend on the order of candidates, and none of the others costs less', () => {
    const candidates = fc.array(
      fc.record({
        id: fc.uuid(),
        slot: fc.constantFrom('black', 'cyan'),
        unit_minor: fc.integer({ min: 1, max: 10_000 }),
        lasts: fc.integer({ min: 1, max: 2000 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(candidates, fc.integer({ min: 0, max: 50_000 }), (given, uses) => {
        const all = given.map(({ id, slot, unit_minor, lasts }) => ink(id, slot, unit_minor, lasts));
        const chosen = cheapestConsumables(all, uses);
        expect(cheapestConsumables(all.toReversed(), uses)).toEqual(chosen);
        for (const { consumable, subtotal_minor } of chosen)
          for (const other of all.filter(({ slot }) => slot === consumable.slot))
            expect(wholeUnits(uses, other.yield) * other.unit_minor).toBeGreaterThanOrEqual(subtotal_minor);
      }),
    );
  });
});

test('a subscription is paid while it runs and while the product is kept', () => {
  const plan = { name: 'plan', unit_minor: 1500 };
  expect(subscriptionCost({ ...plan, months: 12 }, 24)).toMatchObject({ months: 12, subtotal_minor: 18000 });
  expect(subscriptionCost({ ...plan, months: 36 }, 24)).toMatchObject({ months: 24, subtotal_minor: 36000 });
  expect(subscriptionCost({ ...plan, months: null }, 24)).toMatchObject({
    months: 24,
    subtotal_minor: 36000,
  });
});

test('a total is the purchase and every subtotal, and a month its rounded share', () => {
  // 70.99 + 110.97 + 3 x 101.97 = 487.87; by 24 months 20.3279
  expect(totalCost(7099, [11097, 10197, 10197, 10197], 24)).toEqual({
    total_minor: 48787,
    monthly_equivalent_minor: 2033,
  });
});
