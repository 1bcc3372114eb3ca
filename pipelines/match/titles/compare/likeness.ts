/** Characters of a word, number or brand: `length` bytes of an array from `from` on. Made once and set anew. */
export class Slice {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  length = 0;

  set(bytes: Uint8Array, from: number, length: number): this {
    this.bytes = bytes;
    this.from = from;
    this.length = length;
    return this;
  }
}

/** Length of the longest common prefix. */
export function commonPrefix(a: Slice, b: Slice): number {
  const { bytes: aBytes, from: aFrom } = a;
  const { bytes: bBytes, from: bFrom } = b;
  const shorter = a.length < b.length ? a.length : b.length;
  let length = 0;
  while (length < shorter && aBytes[aFrom + length] === bBytes[bFrom + length]) length++;
  return length;
}

/** Length of the longest common suffix. */
export function commonSuffix(a: Slice, b: Slice): number {
  const { bytes: aBytes, from: aFrom } = a;
  const { bytes: bBytes, from: bFrom } = b;
  const [aLast, bLast] = [aFrom + a.length - 1, bFrom + b.length - 1];
  const shorter = a.length < b.length ? a.length : b.length;
  let length = 0;
  while (length < shorter && aBytes[aLast - length] === bBytes[bLast - length]) length++;
  return length;
}

/** A prefix this long of long words makes them likely forms of one (`headphone`, `headphones`; cut-off titles). */
const STRONG_PREFIX = 5;

const [LETTER_A, LETTER_Z] = [97, 122];
const VOWELS: ReadonlySet<number> = new Set(Buffer.from('aeiouy'));
/** A word without its vowels is as good as one cut off in the middle. */
const SKELETON_LIKENESS = 0.75;

/**
 * How alike two different words are, 0 to 1: a word cut off or abbreviated to its beginning or its consonants, a typing
 * error (one changed stretch of one character, two in long words), or one stem. Symmetric.
 */
export function wordLikeness(a: Slice, b: Slice): number {
  const { bytes: aBytes, from: aFrom, length: aLength } = a;
  const { bytes: bBytes, from: bFrom, length: bLength } = b;
  const shorter = Math.min(aLength, bLength);
  const longer = Math.max(aLength, bLength);
  const prefix = commonPrefix(a, b);
  if (prefix === shorter) {
    if (shorter >= 3) return 0.75 + (0.25 * shorter) / longer;
    return shorter === 2 ? 0.6 : 0.35;
  }
  if (shorter >= 3 && prefix > 0 && isSkeleton(aLength < bLength ? a : b, aLength < bLength ? b : a))
    return SKELETON_LIKENESS;
  if (shorter < 4) return 0;
  const [aEnd, bEnd] = [aFrom + aLength - 1, bFrom + bLength - 1];
  let suffix = 0;
  while (suffix < shorter - prefix && aBytes[aEnd - suffix] === bBytes[bEnd - suffix]) suffix++;
  const changed = longer - prefix - suffix;
  if (changed <= 1 || (changed <= 2 && shorter >= 7)) return 1 - changed / longer;
  const swapped =
    changed === 2 &&
    aLength === bLength &&
    aBytes[aFrom + prefix] === bBytes[bFrom + prefix + 1] &&
    aBytes[aFrom + prefix + 1] === bBytes[bFrom + prefix];
  if (swapped) return 1 - 1 / longer;
  return prefix >= STRONG_PREFIX ? 0.4 + (0.4 * prefix) / longer : 0;
}

/** Whether a word without vowels has letters of another in their order, from its first to its last consonant: `blk`, `dlx`. */
function isSkeleton(short: Slice, long: Slice): boolean {
  let matched = 0;
  let last = -1;
  for (let at = 0; at < short.length; at++) {
    const letter = short.bytes[short.from + at] as number;
    if (letter < LETTER_A || letter > LETTER_Z || (at > 0 && VOWELS.has(letter))) return false;
  }
  for (let at = 0; at < long.length; at++) {
    const letter = long.bytes[long.from + at] as number;
    if (letter < LETTER_A || letter > LETTER_Z) return false;
    if (matched < short.length && letter === short.bytes[short.from + matched]) matched++;
    if (!VOWELS.has(letter)) last = letter;
  }
  return matched === short.length && last === short.bytes[short.from + short.length - 1];
}

/** Whether two words are worth a closer look, which nearly no two are: `wordLikeness` of all others is 0. */
export function mayBeAlike(a: Slice, b: Slice): boolean {
  if (a.bytes[a.from] === b.bytes[b.from]) return true;
  if (a.length < 4 || b.length < 4) return false;
  return a.bytes[a.from + a.length - 1] === b.bytes[b.from + b.length - 1];
}
