import type { Pixels } from './pixels.ts';

/**
 * What a picture looks like, so that the same picture in another size or format is found: 256 bits that say where it
 * gets darker to the right (difference hash of 17 x 16 brightnesses), its mean colours in 8 x 8 fields, and its shape.
 */
export interface Fingerprint {
  /** 64 hexadecimal digits. */
  edges: string;
  /** 8 x 8 x 3 bytes, hexadecimal. */
  fields: string;
  /** Width divided by height. */
  aspect: number;
  /** It lay in the file as inks (CMYK), which cannot say every colour of a screen. */
  inks: boolean;
}

/** Sides of what it is made from. */
export const EDGES = { width: 17, height: 16 };
export const FIELDS = { width: 8, height: 8 };

/** Brightness must fall by so much to be an edge: noise of compression is less. */
const FALL = 4;

/** Makes it of the picture scaled to EDGES (brightness) and to FIELDS (colour), whatever its shape. */
export function fingerprintOf(
  edges: Pixels,
  fields: Pixels,
  { aspect, inks }: Pick<Fingerprint, 'aspect' | 'inks'>,
): Fingerprint {
  const bits = new Uint8Array(32);
  for (let y = 0; y < EDGES.height; y++)
    for (let x = 0; x < EDGES.height; x++) {
      const at = y * EDGES.width + x;
      const bit = y * EDGES.height + x;
      if ((edges.data[at] as number) - (edges.data[at + 1] as number) > FALL)
        bits[bit >> 3]! |= 0x80 >> (bit & 7);
    }
  return { edges: toHex(bits), fields: toHex(fields.data), aspect, inks };
}

/** Bits that may differ, of 256. */
const MOST_BITS = 12;
/** How far a field's colour may be off, and all of them in the mean, of 255. */
const OFF = { most: 24, mean: 6 };
/** The same between inks and a screen: 23 drawings and their twins were at most 32 and 10.0 apart. */
const OFF_IN_INKS = { most: 40, mean: 12 };
const MOST_STRETCH = 0.02;

/** Whether two pictures are one and the same, up to size, compression and colour space. */
export function isSamePicture(a: Fingerprint, b: Fingerprint): boolean {
  if (Math.abs(a.aspect - b.aspect) > MOST_STRETCH * Math.max(a.aspect, b.aspect)) return false;
  const [one, other] = [fromHex(a.edges), fromHex(b.edges)];
  let bits = 0;
  for (const [at, byte] of one.entries()) bits += ones(byte ^ (other[at] as number));
  if (bits > MOST_BITS) return false;
  const limit = a.inks === b.inks ? OFF : OFF_IN_INKS;
  const [these, those] = [fromHex(a.fields), fromHex(b.fields)];
  let sum = 0;
  for (const [at, value] of these.entries()) {
    const off = Math.abs(value - (those[at] as number));
    if (off > limit.most) return false;
    sum += off;
  }
  return sum / these.length <= limit.mean;
}

function ones(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest &= rest - 1) count++;
  return count;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function fromHex(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, at) =>
    Number.parseInt(text.slice(2 * at, 2 * at + 2), 16),
  );
}
