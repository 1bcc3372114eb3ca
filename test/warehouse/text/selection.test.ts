import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Arena } from '../../../warehouse/text/arena.ts';
import { Selection } from '../../../warehouse/text/selection.ts';

const OPEN = 1;

test('keeps by a column what passes, and asks of each value but the open one once', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(6), { minLength: 1, maxLength: 60 }),
      fc.func(fc.boolean()),
      fc.boolean(),
      (values, passing, isWide) => {
        const arena = new Arena();
        const selection = new Selection(arena, values.length);
        const column = arena.hold((isWide ? Uint32Array : Uint16Array).from(values));
        const all = [...values.keys()].filter((product) => product % 5 !== 4);
        // Twice, since what was told of values is of one call.
        for (const turn of [0, 1]) {
          const asked: number[] = [];
          const passes = (value: number, product: number) =>
            passing(value === OPEN ? [product, turn] : [value, turn]);
          selection.of(all);
          selection.keepValues(column, { most: 7, open: OPEN }, (value, product) => {
            asked.push(value);
            expect(value).toBe(values[product]);
            return passes(value, product);
          });
          const kept = [...selection.products.subarray(0, selection.count)];
          expect(kept).toEqual(all.filter((product) => passes(values[product] as number, product)));
          const closed = asked.filter((value) => value !== OPEN);
          expect(closed).toEqual([...new Set(closed)]);
        }
      },
    ),
  );
});

test('what is taken of a selection stays as it was', () => {
  const selection = new Selection(new Arena(), 4);
  selection.of([3, 1]);
  const taken = selection.taken();
  selection.of([2]);
  expect([...taken]).toEqual([3, 1]);
});
