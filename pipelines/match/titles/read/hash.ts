const FNV_BASIS = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** A character as one byte, 1 to 255: ASCII as it is, other scripts folded so that they rarely meet it. */
export function byteOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return (code < 128 ? code : (code ^ ((code >>> 8) * 0x9b)) & 0xff) || 1;
}

/** 32-bit FNV-1a over the bytes of a text with a closing mix (Murmur3 finaliser), never 0: the id of a word for ever. */
export function hashText(text: string): number {
  let hash = FNV_BASIS;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ byteOf(text, at), FNV_PRIME);
  return mix(hash);
}

/** The id of the text whose bytes these are, 0 bytes (word boundaries) left out. */
export function hashBytes(bytes: Uint8Array, from: number, to: number): number {
  let hash = FNV_BASIS;
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte !== 0) hash = Math.imul(hash ^ byte, FNV_PRIME);
  }
  return mix(hash);
}

/** The Murmur3 finaliser: every bit of the input moves every bit of the result. */
export function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = (hash ^ (hash >>> 16)) >>> 0;
  return hash === 0 ? 1 : hash;
}

/** Order-free hash of two ids. */
export function hashPair(left: number, right: number): number {
  const low = left < right ? left : right;
  const high = left < right ? right : left;
  return mix(Math.imul(low, 0x9e3779b1) ^ (high + 0x7f4a7c15));
}
