/** Longest common prefix of two slices of bytes. */
export function commonPrefix(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
): number {
  const shorter = aLength < bLength ? aLength : bLength;
  let length = 0;
  while (length < shorter && a[aFrom + length] === b[bFrom + length]) length++;
  return length;
}

/** A prefix this long of long words makes them likely forms of one (`headphone`, `headphones`; cut-off titles). */
const STRONG_PREFIX = 5;

/**
 * How alike two different words are, 0 to 1: a word cut off or abbreviated to its beginning, a typing error (one
 * changed stretch of one character, two in long words), or one stem. Symmetric.
 */
export function wordLikeness(
  a: Uint8Array,
  aFrom: number,
  aLength: number,
  b: Uint8Array,
  bFrom: number,
  bLength: number,
): number {
  const shorter = Math.min(aLength, bLength);
  const longer = Math.max(aLength, bLength);
  const prefix = commonPrefix(a, aFrom, aLength, b, bFrom, bLength);
  if (prefix === shorter) {
    if (shorter >= 3) return 0.75 + (0.25 * shorter) / longer;
    return shorter === 2 ? 0.6 : 0.35;
  }
  if (shorter < 4) return 0;
  let suffix = 0;
  while (suffix < shorter - prefix && a[aFrom + aLength - 1 - suffix] === b[bFrom + bLength - 1 - suffix])
    suffix++;
  const changed = longer - prefix - suffix;
  if (changed <= 1 || (changed <= 2 && shorter >= 7)) return 1 - changed / longer;
  const swapped =
    changed === 2 &&
    aLength === bLength &&
    a[aFrom + prefix] === b[bFrom + prefix + 1] &&
    a[aFrom + prefix + 1] === b[bFrom + prefix];
  if (swapped) return 1 - 1 / longer;
  return prefix >= STRONG_PREFIX ? 0.4 + (0.4 * prefix) / longer : 0;
}
