import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Area, areasOf } from '../../../../pipelines/domain/picture/areas.ts';

/** The same by spreading from pixel to pixel. */
function spread(mask: Uint8Array, width: number, height: number): Area[] {
  const left = new Set([...mask.keys()].filter((at) => mask[at] !== 0));
  const areas: Area[] = [];
  for (const start of left) {
    const area: Area = { size: 0, left: width, top: height, right: -1, bottom: -1 };
    const next = [start];
    left.delete(start);
    for (let at = next.pop(); at !== undefined; at = next.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)];
      area.size++;
      area.left = Math.min(area.left, x);
      area.right = Math.max(area.right, x);
      area.top = Math.min(area.top, y);
      area.bottom = Math.max(area.bottom, y);
      for (const [ny, nx] of [-1, 0, 1].flatMap((down) =>
        [-1, 0, 1].map((on) => [y + down, x + on] as const),
      ))
        if (nx >= 0 && nx < width && left.delete(ny * width + nx)) next.push(ny * width + nx);
    }
    areas.push(area);
  }
  return areas;
}

test('areas are what spreading from pixel to pixel finds, in the order of their first pixels', () => {
  const pictures = fc
    .record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
    .chain(({ width, height }) =>
      fc.record({
        width: fc.constant(width),
        height: fc.constant(height),
        mask: fc.uint8Array({ min: 0, max: 2, minLength: width * height, maxLength: width * height }),
      }),
    );
  fc.assert(
    fc.property(pictures, ({ mask, width, height }) => {
      expect(areasOf(mask, width, height)).toEqual(spread(mask, width, height));
    }),
    { numRuns: 2000 },
  );
});

test('what is joined only far below is one area', () => {
  const rows = [
    '#...#...#',
    '#.#.#.#.#',
    '#.#...#.#',
    '###.#.###',
    '....#....',
    '.........',
    '##.......',
    '..#......',
  ];
  const mask = Uint8Array.from(rows.join(''), (letter) => (letter === '#' ? 1 : 0));
  expect(areasOf(mask, 9, rows.length)).toEqual(spread(mask, 9, rows.length));
});
