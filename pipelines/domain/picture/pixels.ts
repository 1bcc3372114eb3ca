/** A picture as plain numbers: `channels` bytes a pixel, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** 3: red, green, blue in sRGB; 1: brightness. */
  channels: 1 | 3;
}

/** The middle one of the numbers; 0 of none. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The middle one of so many bytes, as `median` has it, counted instead of sorted; 0 of none. */
export function medianByte(length: number, byteAt: (nth: number) => number): number {
  const counts = new Int32Array(256);
  for (let nth = 0; nth < length; nth++) counts[byteAt(nth)]!++;
  let before = length >> 1;
  for (const [value, count] of counts.entries()) {
    if (count > before) return value;
    before -= count;
  }
  return 0;
}
