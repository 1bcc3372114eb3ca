import type { ByteTable } from './byte_table.ts';

const NUMBER_BITS = 24;

/** The numbers of a table's texts in the order of their bytes. Throws for more than 16,777,216 texts. */
export function sortedOrder(table: ByteTable): Uint32Array {
  const { size } = table;
  if (size > 1 << NUMBER_BITS)
    throw new Error(`the catalogue has ${size} distinct words; the text index takes ${1 << NUMBER_BITS}`);
  // The first five bytes and the number make one 64-bit key, which the engine sorts without a comparing function.
  const keys = new BigUint64Array(size);
  const halves = new Uint32Array(keys.buffer);
  for (let number = 0; number < size; number++) {
    const start = table.offsets[number] as number;
    const length = (table.offsets[number + 1] as number) - start;
    const at = (index: number) => (index < length ? (table.bytes[start + index] as number) : 0);
    halves[2 * number + 1] = ((at(0) << 24) | (at(1) << 16) | (at(2) << 8) | at(3)) >>> 0;
    halves[2 * number] = ((at(4) << NUMBER_BITS) | number) >>> 0;
  }
  keys.sort();
  const order = new Uint32Array(size);
  for (let place = 0; place < size; place++) order[place] = (halves[2 * place] as number) & 0xffffff;
  for (let from = 0; from < size; ) {
    let to = from + 1;
    while (to < size && sameStart(halves, from, to)) to++;
    if (to - from > 1) order.subarray(from, to).sort((a, b) => compareTexts(table, a, b));
    from = to;
  }
  return order;
}

function sameStart(halves: Uint32Array, a: number, b: number): boolean {
  return (
    halves[2 * a + 1] === halves[2 * b + 1] &&
    (halves[2 * a] as number) >>> NUMBER_BITS === (halves[2 * b] as number) >>> NUMBER_BITS
  );
}

function compareTexts(table: ByteTable, a: number, b: number): number {
  const [startA, startB] = [table.offsets[a] as number, table.offsets[b] as number];
  const lengthA = (table.offsets[a + 1] as number) - startA;
  const lengthB = (table.offsets[b + 1] as number) - startB;
  const shared = Math.min(lengthA, lengthB);
  for (let index = 0; index < shared; index++) {
    const difference = (table.bytes[startA + index] as number) - (table.bytes[startB + index] as number);
    if (difference !== 0) return difference;
  }
  return lengthA - lengthB;
}
