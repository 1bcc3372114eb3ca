import { describe, expect, test } from 'vitest';
import { Arena } from '../../../warehouse/text/arena.ts';
import type { Offers } from '../../../warehouse/text/offers.ts';
import { OnlyQuantities } from '../../../warehouse/text/only_quantities.ts';
import { type Judge, NOTHING, SEVERAL } from '../../../warehouse/text/variant_amounts.ts';

/** Offers of four products: none, one, two and three. */
const FIRSTS = Uint32Array.of(0, 0, 1, 3, 6);
const offers = { columns: { firsts: FIRSTS }, arena: new Arena() } as unknown as Offers;

/** A judge by what each offer's variant states, which writes down what it is asked. */
function judgeOf(dimensions: string, stated: readonly number[], most = 100) {
  const asked: number[] = [];
  const judge: Judge = {
    dimensions,
    most,
    only: (offer) => {
      asked.push(offer);
      return stated[offer] as number;
    },
    meets: () => false,
  };
  return { judge, asked };
}

const columnOf = (quantities: OnlyQuantities, judge: Judge) => quantities.of([judge])[0];

describe('the only quantity of a product', () => {
  test('is what all its offers state, none where they state none, and several where they differ', () => {
    const of = (...stated: number[]) => [
      ...(columnOf(new OnlyQuantities(offers), judgeOf('mass', stated).judge) ?? []),
    ];
    expect(of(7, 7, 7, 7, 7, 7)).toEqual([NOTHING, 7, 7, 7]);
    expect(of(7, 7, 8, 9, 9, 7)).toEqual([NOTHING, 7, SEVERAL, SEVERAL]);
    // What one of them does not state is another thing than what the others do.
    expect(of(NOTHING, NOTHING, 7, 7, NOTHING, 7)).toEqual([NOTHING, NOTHING, SEVERAL, SEVERAL]);
    // What differs once does not become one again.
    expect(of(7, 7, 7, 9, 7, 9)).toEqual([NOTHING, 7, 7, SEVERAL]);
    expect(of(SEVERAL, 7, SEVERAL, 7, 7, 7)).toEqual([NOTHING, SEVERAL, SEVERAL, 7]);
  });

  test('is a number of any size', () => {
    const large = judgeOf('mass', Array(6).fill(70_000), 70_001).judge;
    expect([...(columnOf(new OnlyQuantities(offers), large) ?? [])]).toEqual([
      NOTHING,
      70_000,
      70_000,
      70_000,
    ]);
    const edge = judgeOf('length', Array(6).fill(65_535), 65_536).judge;
    expect([...(columnOf(new OnlyQuantities(offers), edge) ?? [])]).toEqual([
      NOTHING,
      65_535,
      65_535,
      65_535,
    ]);
  });

  test('is found once a dimension, and again when twelve others were asked for since', () => {
    const quantities = new OnlyQuantities(offers);
    const mass = judgeOf('mass', Array(6).fill(7));
    const column = columnOf(quantities, mass.judge);
    expect(columnOf(quantities, mass.judge)).toBe(column);
    expect(mass.asked).toEqual([0, 1, 2, 3, 4, 5]);
    const others = Array.from({ length: 12 }, (_, no) => judgeOf(`other ${no}`, Array(6).fill(no)));
    for (const { judge } of others.slice(0, 11)) columnOf(quantities, judge);
    // It was asked for again, so another one is the oldest.
    expect(columnOf(quantities, mass.judge)).toBe(column);
    const [first, last] = [others[0], others[11]] as [typeof mass, typeof mass];
    columnOf(quantities, last.judge);
    expect(columnOf(quantities, mass.judge)).toBe(column);
    columnOf(quantities, first.judge);
    expect(first.asked).toHaveLength(12);
  });

  test('lies in memory that is used again, and is never what is asked for beside it', () => {
    const arena = new Arena();
    const quantities = new OnlyQuantities({ columns: { firsts: FIRSTS }, arena } as unknown as Offers);
    const judges = Array.from({ length: 13 }, (_, no) => judgeOf(`no ${no}`, Array(6).fill(2 + no)).judge);
    const columns = quantities.of(judges);
    expect(columns.map((column) => column[1])).toEqual(judges.map((_, no) => 2 + no));
    const { used } = arena.shared;
    const before = used[0];
    for (let no = 20; no < 40; no++) columnOf(quantities, judgeOf(`no ${no}`, Array(6).fill(no)).judge);
    expect(used[0]).toBe(before);
    // A wider one needs memory of its own.
    columnOf(quantities, judgeOf('mass', Array(6).fill(70_000), 70_001).judge);
    expect(used[0]).toBeGreaterThan(Number(before));
  });
});
