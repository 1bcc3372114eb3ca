import { RecentValues } from '../../pipelines/text/recent_values.ts';
import type { Columns } from './array_file.ts';
import { TextList } from './text_list.ts';

/** Shorter words are too close to one another. */
export const SHORTEST = 4;
export const LONGEST = 24;
/** From this length on two mistakes are forgiven, if the first letter is right, and one in the first letter. */
const TWO_MISTAKES = 8;
/** Words whose neighbours are held, at least. */
const MOST_HELD = 256;
const DIGIT_ZERO = 0x30;
const DIGIT_NINE = 0x39;

export interface Neighbour {
  term: number;
  distance: number;
}

/**
 * Columns by which terms near to a misspelt word are found: terms without digits (of a model number every digit
 * counts) by length, each with the set of its letters as 32 bits.
 */
export function misspellingColumns(terms: TextList, postingStarts: Uint32Array): Columns {
  const lengths = new Uint8Array(terms.size);
  const starts = new Uint32Array(LONGEST + 2);
  for (let term = 0; term < terms.size; term++) {
    if (postingStarts[term] === postingStarts[term + 1]) continue;
    const length = lettersOf(terms, term);
    if (length < SHORTEST - 1 || length > LONGEST) continue;
    lengths[term] = length;
    starts[length + 1]!++;
  }
  for (let length = 0; length <= LONGEST; length++) starts[length + 1]! += starts[length] as number;
  const next = starts.slice();
  const numbers = new Uint32Array(starts[LONGEST + 1] as number);
  const signatures = new Uint32Array(numbers.length);
  for (let term = 0; term < terms.size; term++) {
    const length = lengths[term] as number;
    if (length === 0) continue;
    const at = next[length]!++;
    numbers[at] = term;
    signatures[at] = signatureOf(
      terms.bytes,
      terms.offsets[term] as number,
      terms.offsets[term + 1] as number,
    );
  }
  return { spelling_starts: starts, spelling_terms: numbers, spelling_signatures: signatures };
}

/** Characters of a term, or 0 for one with a digit. */
function lettersOf(terms: TextList, term: number): number {
  let length = 0;
  const end = terms.offsets[term + 1] as number;
  for (let at = terms.offsets[term] as number; at < end; at++) {
    const byte = terms.bytes[at] as number;
    if (byte >= DIGIT_ZERO && byte <= DIGIT_NINE) return 0;
    if ((byte & 0xc0) !== 0x80) length++;
  }
  return length;
}

/** One bit for every last byte of a character that occurs. */
export function signatureOf(bytes: Uint8Array, start: number, end: number): number {
  let signature = 0;
  for (let at = start; at < end; at++)
    if (at + 1 === end || ((bytes[at + 1] as number) & 0xc0) !== 0x80)
      signature |= 1 << ((bytes[at] as number) & 31);
  return signature >>> 0;
}

/** Finds the terms that a misspelt word may have meant. */
export class Misspellings {
  readonly #terms: TextList;
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;
  readonly #signatures: Uint32Array;
  /** What was found for the words looked up last: one request reads the same words many times over. */
  readonly #found = new RecentValues<readonly Neighbour[]>(MOST_HELD);

  constructor(columns: Columns, terms: TextList) {
    this.#terms = terms;
    this.#starts = columns['spelling_starts'] as Uint32Array;
    this.#numbers = columns['spelling_terms'] as Uint32Array;
    this.#signatures = columns['spelling_signatures'] as Uint32Array;
  }

  /**
   * Terms within one mistake (a letter wrong, missing, too many, or two swapped), or where there are none within
   * two for long words. People seldom get the first letter wrong, and of a short word it tells much: `dress` is not
   * taken for `press`; a swap (`psotal`, `opstal`) is forgiven anywhere. With `asPrefix` the word may be the beginning of a longer term.
   */
  near(word: string, asPrefix = false): readonly Neighbour[] {
    const letters = Array.from(word);
    if (letters.length < SHORTEST || letters.length > LONGEST || /\d/.test(word)) return [];
    const key = asPrefix ? `${word}*` : word;
    return this.#found.of(key, () => this.#looked(letters, asPrefix));
  }

  #looked(letters: readonly string[], asPrefix: boolean): Neighbour[] {
    const one = this.#within(letters, 1, asPrefix);
    return one.length > 0 || letters.length < TWO_MISTAKES ? one : this.#within(letters, 2, asPrefix);
  }

  #within(letters: readonly string[], most: number, asPrefix: boolean): Neighbour[] {
    const bytes = Buffer.from(letters.join(''));
    const signature = signatureOf(bytes, 0, bytes.length);
    const longest = Math.min(LONGEST, asPrefix ? LONGEST : letters.length + most);
    const beginnings = beginningsOf(letters, most, asPrefix);
    // How many letters of the one the other may lack: a wrong letter is one on each side.
    const mostUnlike = asPrefix ? most : 2 * most;
    const [signatures, numbers] = [this.#signatures, this.#numbers];
    const found: Neighbour[] = [];
    for (let length = Math.max(0, letters.length - most); length <= longest; length++)
      for (const { from, to } of this.#placesOf(length, beginnings))
        for (let at = from; at < to; at++) {
          const other = signatures[at] as number;
          let unlike = asPrefix ? signature & ~other : signature ^ other;
          for (let bit = 0; bit < mostUnlike; bit++) unlike &= unlike - 1;
          if (unlike !== 0) continue;
          const term = numbers[at] as number;
          const spelling = Array.from(this.#terms.text(term));
          if (letters.length < TWO_MISTAKES && !beginsAlike(letters, spelling)) continue;
          const distance = distanceWithin(letters, spelling, most, asPrefix);
          if (distance <= most) found.push({ term, distance });
        }
    return found;
  }

  /** Where the terms of a length lie that begin with one of these bytes, or with any. */
  #placesOf(length: number, beginnings: readonly number[] | null): { from: number; to: number }[] {
    const [start, end] = [this.#starts[length] as number, this.#starts[length + 1] as number];
    if (beginnings === null) return [{ from: start, to: end }];
    return beginnings.map((byte) => ({
      from: this.#firstFrom(byte, start, end),
      to: this.#firstFrom(byte + 1, start, end),
    }));
  }

  /** Of terms in the order of their bytes the first place whose first byte is no less than this one. */
  #firstFrom(byte: number, start: number, end: number): number {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const offset = this.#terms.offsets[this.#numbers[middle] as number] as number;
      if ((this.#terms.bytes[offset] as number) < byte) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * The bytes that a word's neighbours may begin with, in order; null for any. Words of one length lie in the order of
 * their bytes, so only these are looked at.
 */
function beginningsOf(letters: readonly string[], most: number, asPrefix: boolean): number[] | null {
  const first = firstByte(letters[0] as string);
  if (most > 1 || asPrefix) return [first];
  if (letters.length >= TWO_MISTAKES) return null;
  return [...new Set([first, firstByte(letters[1] as string)])].sort((a, b) => a - b);
}

const firstByte = (letter: string): number => Buffer.from(letter)[0] as number;

/** Whether two words begin with the same letter, or with the same two swapped. */
const beginsAlike = (word: readonly string[], other: readonly string[]): boolean =>
  word[0] === other[0] || (word[0] === other[1] && word[1] === other[0]);

let rows = [new Uint8Array(64), new Uint8Array(64), new Uint8Array(64)] as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

/**
 * Edit distance with swaps of neighbours (optimal string alignment), or `most` + 1 where it is larger. With
 * `asPrefix` the least distance to any beginning of `other`.
 */
export function distanceWithin(
  word: readonly string[],
  other: readonly string[],
  most: number,
  asPrefix: boolean,
): number {
  const width = asPrefix ? Math.min(other.length, word.length + most) : other.length;
  if (word.length - width > most || (!asPrefix && width - word.length > most)) return most + 1;
  let [before, above, row] = rows;
  for (let column = 0; column <= width; column++) above[column] = column;
  for (let line = 1; line <= word.length; line++) {
    row[0] = line;
    let least = line;
    for (let column = 1; column <= width; column++) {
      const same = word[line - 1] === other[column - 1];
      let cost = Math.min(
        (above[column] as number) + 1,
        (row[column - 1] as number) + 1,
        (above[column - 1] as number) + (same ? 0 : 1),
      );
      if (
        line > 1 &&
        column > 1 &&
        word[line - 1] === other[column - 2] &&
        word[line - 2] === other[column - 1]
      )
        cost = Math.min(cost, (before[column - 2] as number) + 1);
      row[column] = cost;
      if (cost < least) least = cost;
    }
    if (least > most + 1) return most + 1;
    [before, above, row] = [above, row, before];
  }
  rows = [before, above, row];
  if (!asPrefix) return Math.min(above[width] as number, most + 1);
  let least = most + 1;
  for (let column = 0; column <= width; column++) least = Math.min(least, above[column] as number);
  return least;
}
