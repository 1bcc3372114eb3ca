import { RecentValues } from '../../pipelines/text/recent_values.ts';
import type { Columns } from './array_file.ts';
import { LONGEST, SHORTEST, signatureOf } from './misspelling.ts';
import { LEAST_PART } from './solid_words.ts';
import type { TextList } from './text_list.ts';

/** Words whose compounds are held, at least. */
const MOST_HELD = 256;
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
  readonly #signatures: Uint32Array;
  /** What was found for the words looked up last: one request reads the same words many times over. */
  readonly #found = new RecentValues<readonly Compound[]>(MOST_HELD);

  /** Over the columns of `misspellingColumns`: words without digits by their length. */
  constructor(columns: Columns, terms: TextList) {
    this.#terms = terms;
    this.#starts = columns['spelling_starts'] as Uint32Array;
    this.#numbers = columns['spelling_terms'] as Uint32Array;
    this.#signatures = columns['spelling_signatures'] as Uint32Array;
  }

  /** All words that end with a folded word of four letters or more and have three or more before it. */
  of(word: string): readonly Compound[] {
    const letters = Array.from(word).length;
    if (letters < SHORTEST || !/^\p{L}+$/u.test(word)) return [];
    return this.#found.of(word, () => this.#looked(word, letters));
  }

  #looked(word: string, letters: number): Compound[] {
    const wanted = Buffer.from(word);
    const signature = signatureOf(wanted, 0, wanted.length);
    const found: Compound[] = [];
    const from = this.#starts[Math.min(LONGEST + 1, letters + LEAST_PART)] as number;
    const to = this.#starts[LONGEST + 1] as number;
    for (let at = from; at < to; at++) {
      if ((signature & ~(this.#signatures[at] as number)) !== 0) continue;
      const term = this.#numbers[at] as number;
      if (!this.#endsWith(term, wanted)) continue;
      const text = this.#terms.text(term);
      const first = text.slice(0, text.length - word.length);
      if (/^\p{L}+$/u.test(first)) found.push({ term, firsts: firstsOf(first) });
    }
    return found;
  }

  #endsWith(term: number, wanted: Uint8Array): boolean {
    const end = this.#terms.offsets[term + 1] as number;
    const shift = end - wanted.length;
    for (let at = wanted.length - 1; at >= 0; at--)
      if (this.#terms.bytes[shift + at] !== wanted[at]) return false;
    return true;
  }
}

function firstsOf(first: string): string[] {
  const bare = LINKS.filter((link) => first.endsWith(link)).map((link) => first.slice(0, -link.length));
  return [first, ...bare].filter((part) => Array.from(part).length >= LEAST_PART);
}
