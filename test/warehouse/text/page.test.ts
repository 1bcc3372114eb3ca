import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { comesBefore, Page, type Position } from '../../../warehouse/text/page.ts';

/** Few keys, so that many are equal; products each once, in any order. */
const OFFERED = fc.uniqueArray(fc.nat(500), { maxLength: 60 }).chain((products) =>
  fc
    .array(fc.constantFrom(Number.NEGATIVE_INFINITY, -2, 0, 0.5, 3), {
      minLength: products.length,
      maxLength: products.length,
    })
    .map((keys) => products.map((product, at): Position => ({ key: keys[at] as number, product }))),
);

const inOrder = (positions: readonly Position[]) =>
  positions.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1));

describe('a page', () => {
  test('has the first of what it was offered, in order, and takes more after it was read', () => {
    fc.assert(
      fc.property(OFFERED, OFFERED, fc.nat(30), (some, others, size) => {
        const more = others.map(({ key, product }) => ({ key, product: product + 1_000 }));
        const page = new Page(size, null);
        for (const { key, product } of some) page.offer(key, product);
        expect(page.positions()).toEqual(inOrder(some).slice(0, size));
        expect(page.positions()).toEqual(inOrder(some).slice(0, size));
        for (const { key, product } of more) page.offer(key, product);
        expect(page.positions()).toEqual(inOrder([...some, ...more]).slice(0, size));
      }),
    );
  });

  test('begins behind a position', () => {
    const page = new Page(2, { key: 3, product: 5 });
    for (const [key, product] of [
      [3, 4],
      [3, 5],
      [2, 1],
      [3, 6],
      [4, 9],
      [2, 0],
    ] as const)
      page.offer(key, product);
    expect(page.positions()).toEqual([
      { key: 3, product: 6 },
      { key: 2, product: 0 },
    ]);
  });
});
