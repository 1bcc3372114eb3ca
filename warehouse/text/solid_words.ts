import { type ByteTable, hashOf } from './byte_table.ts';

/** Letters of the shorter part of a word that is written as one and as two. */
export const LEAST_PART = 3;
const LEAST_LETTERS = 2 * LEAST_PART;

/** A word as a vocabulary is asked for it. */
interface Asked {
  bytes: Uint8Array;
  hash: number;
}
const askedFor = (word: string): Asked => {
  const bytes = Buffer.from(word);
  return { bytes, hash: hashOf(bytes, 0, bytes.length) };
};

/** Two words side by side, and those that mean the same. */
export interface MeantPair {
  left: Asked;
  right: Asked;
  words: readonly Asked[];
}

/** Phrases of two words with the words that mean the same, made once for whatever vocabularies are asked for them. */
export const meantPairs = (
  pairs: Iterable<readonly [phrase: string, words: readonly string[]]>,
): readonly MeantPair[] =>
  Array.from(pairs, ([phrase, words]) => {
    const [left = '', right = ''] = phrase.split(' ');
    return { left: askedFor(left), right: askedFor(right), words: words.map(askedFor) };
  });

/**
 * The words of a vocabulary that two others make when they are written solid (`bandsaw` of `band` and `saw`), and those
 * that mean what two others mean side by side (`ssd` and `solid state`).
 */
export class SolidWords {
  readonly #size: number;
  readonly #isLeft: Uint8Array;
  /** By left and right part. */
  readonly #solids = new Map<number, number[]>();

  constructor(terms: ByteTable, pairs: readonly MeantPair[] = []) {
    this.#size = terms.size;
    this.#isLeft = new Uint8Array(terms.size);
    for (let term = 0; term < terms.size; term++) this.#cut(terms, term);
    const placeOf = ({ bytes, hash }: Asked) => terms.find(bytes, 0, bytes.length, hash);
    for (const pair of pairs) {
      const left = placeOf(pair.left);
      const right = left < 0 ? left : placeOf(pair.right);
      if (right < 0) continue;
      for (const term of pair.words.map(placeOf)) if (term >= 0) this.#add(left, right, term);
    }
  }

  /** The words that two terms make. */
  of(left: number, right: number): readonly number[] {
    if (this.#isLeft[left] === 0) return NO_TERMS;
    return this.#solids.get(left * this.#size + right) ?? NO_TERMS;
  }

  #add(left: number, right: number, term: number): void {
    const key = left * this.#size + right;
    this.#isLeft[left] = 1;
    this.#solids.set(key, [...new Set([...(this.#solids.get(key) ?? []), term])]);
  }

  #cut(terms: ByteTable, term: number): void {
    const { bytes, offsets } = terms;
    const [from, to] = [offsets[term] as number, offsets[term + 1] as number];
    const starts = lettersOf(bytes, from, to);
    if (starts === null || starts.length < LEAST_LETTERS) return;
    for (let part = LEAST_PART; part <= starts.length - LEAST_PART; part++) {
      const at = starts[part] as number;
      const left = terms.find(bytes, from, at, hashOf(bytes, from, at));
      if (left < 0) continue;
      const right = terms.find(bytes, at, to, hashOf(bytes, at, to));
      if (right < 0) continue;
      this.#add(left, right, term);
    }
  }
}

const NO_TERMS: readonly number[] = [];

const isContinued = (byte: number): boolean => (byte & 0xc0) === 0x80;
const isAsciiLetter = (byte: number): boolean => byte >= 0x61 && byte <= 0x7a;

/** Where each letter of a folded word begins, in UTF-8; null where it has signs or digits. */
function lettersOf(bytes: Uint8Array, from: number, to: number): number[] | null {
  if (to - from < LEAST_LETTERS) return null;
  const starts: number[] = [];
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte < 0x80 && !isAsciiLetter(byte)) return null;
    if (!isContinued(byte)) starts.push(at);
  }
  return starts;
}
