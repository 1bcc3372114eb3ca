import { RecentValues } from '../../pipelines/text/recent_values.ts';
import type { Columns } from './array_file.ts';
import { LONGEST, SHORTEST } from './misspelling.ts';
import { LEAST_PART } from './solid_words.ts';
import type { TextList } from './text_list.ts';

/** Words whose compounds are held, at least. */
const MOST_HELD = 256;
/** Last bytes by which words are told apart before they are compared: no end that is asked for is shorter. */
const END_BYTES = SHORTEST;
/** Bits of the number of a bucket of words that end alike. */
const BUCKET_BITS = 16;
/** 2^32 divided by the golden ratio: multiplied by it, numbers that are near spread over all (Knuth, TAOCP 3, 6.4). */
const SPREAD = 0x9e3779b1;
/** What German and Dutch put between the parts of a word, the longest first: `Hund-e-futter`, `Kinder`, `Küche-n-tisch`. */
const LINKS = ['es', 'en', 'er', 's', 'n', 'e'] as const;

/** A longer word that ends with another one, and what stands before that. */
export interface Compound {
  term: number;
  /** The first part as it is written, and without what may only join it to the second. */
  firsts: readonly string[];
}

/** Finds the words of an index that end with another one, as a compound ends with the thing: `kochmesser` of `messer`. */
export class CompoundEnds {
  readonly #terms: TextList;
  readonly #starts: Uint32Array;
  readonly #numbers: Uint32Array;
  /** Words by how they end: sorted once, when the first is asked for. */
  #ends: { starts: Uint32Array; terms: Uint32Array } | undefined;
  /** What was found for the words looked up last: one request reads the same words many times over. */
  readonly #found = new RecentValues<readonly Compound[]>(MOST_HELD);

  /** Over the columns of `misspellingColumns`: words without digits by their length. */
  constructor(columns: Columns, terms: TextList) {
    this.#terms = terms;
    this.#starts = columns['spelling_starts'] as Uint32Array;
    this.#numbers = columns['spelling_terms'] as Uint32Array;
  }

  /** All words that end with a folded word of four letters or more and have three or more before it. */
  of(word: string): readonly Compound[] {
    if (Array.from(word).length < SHORTEST || !/^\p{L}+$/u.test(word)) return [];
    return this.#found.of(word, () => this.#looked(word));
  }

  #looked(word: string): Compound[] {
    const wanted = Buffer.from(word);
    const ends = (this.#ends ??= this.#byEnd());
    const bucket = bucketOf(wanted, wanted.length);
    const found: Compound[] = [];
    for (let at = ends.starts[bucket] as number; at < (ends.starts[bucket + 1] as number); at++) {
      const term = ends.terms[at] as number;
      if (!this.#endsWith(term, wanted)) continue;
      const first = this.#terms.text(term).slice(0, -word.length);
      if (Array.from(first).length >= LEAST_PART && /^\p{L}+$/u.test(first))
        found.push({ term, firsts: firstsOf(first) });
    }
    return found;
  }

  /** The words that are long enough to end with another one, by the bucket of their last bytes, else in the order they have. */
  #byEnd(): { starts: Uint32Array; terms: Uint32Array } {
    const { bytes, offsets } = this.#terms;
    const long = this.#numbers.subarray(this.#starts[SHORTEST + LEAST_PART], this.#starts[LONGEST + 1]);
    const buckets = new Uint16Array(long.length);
    const starts = new Uint32Array(2 ** BUCKET_BITS + 1);
    for (const [at, term] of long.entries()) {
      const bucket = bucketOf(bytes, offsets[term + 1] as number);
      buckets[at] = bucket;
      starts[bucket + 1]!++;
    }
    for (let bucket = 0; bucket < 2 ** BUCKET_BITS; bucket++) starts[bucket + 1]! += starts[bucket] as number;
    const next = starts.slice();
    const terms = new Uint32Array(long.length);
    for (const [at, term] of long.entries()) terms[next[buckets[at] as number]!++] = term;
    return { starts, terms };
  }

  #endsWith(term: number, wanted: Uint8Array): boolean {
    const { bytes, offsets } = this.#terms;
    const shift = (offsets[term + 1] as number) - wanted.length;
    if (shift <= (offsets[term] as number)) return false;
    for (let at = wanted.length - 1; at >= 0; at--) if (bytes[shift + at] !== wanted[at]) return false;
    return true;
  }
}

/** The bucket of a word by its last bytes, which end before `end`. */
function bucketOf(bytes: Uint8Array, end: number): number {
  let last = 0;
  for (let at = end - END_BYTES; at < end; at++) last = (last << 8) | (bytes[at] as number);
  return Math.imul(last, SPREAD) >>> (32 - BUCKET_BITS);
}

function firstsOf(first: string): string[] {
  const bare = LINKS.filter((link) => first.endsWith(link)).map((link) => first.slice(0, -link.length));
  return [first, ...bare].filter((part) => Array.from(part).length >= LEAST_PART);
}
