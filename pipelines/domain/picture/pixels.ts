/** A picture as plain numbers: `channels` bytes a pixel, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  /** 3: red, green, blue in sRGB; 1: brightness. */
  channels: 1 | 3;
}

/** Areas of pixels that touch one another (also by their corners). */
export interface Area {
  /** Pixels in it. */
  size: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The areas that the pixels set in `mask` (anything but 0) form, in no order. */
export function areasOf(mask: Uint8Array, width: number, height: number): Area[] {
  const seen = new Uint8Array(mask.length);
  const stack = new Int32Array(mask.length);
  const areas: Area[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || seen[start] === 1) continue;
    const area: Area = { size: 0, left: width, top: height, right: -1, bottom: -1 };
    let depth = 0;
    stack[depth++] = start;
    seen[start] = 1;
    while (depth > 0) {
      const at = stack[--depth] as number;
      const x = at % width;
      const y = (at - x) / width;
      take(area, x, y);
      for (let ny = Math.max(0, y - 1); ny <= Math.min(height - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(width - 1, x + 1); nx++) {
          const next = ny * width + nx;
          if (mask[next] === 0 || seen[next] === 1) continue;
          seen[next] = 1;
          stack[depth++] = next;
        }
    }
    areas.push(area);
  }
  return areas;
}

function take(area: Area, x: number, y: number): void {
  area.size++;
  if (x < area.left) area.left = x;
  if (x > area.right) area.right = x;
  if (y < area.top) area.top = y;
  if (y > area.bottom) area.bottom = y;
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
