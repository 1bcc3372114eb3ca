import {
  COLOR_WORDS,
  COMPATIBLE_WORDS,
  EMPTY_WORDS,
  FOR_WORDS,
  LEADING_ACCESSORIES,
} from '../../pipelines/text/languages.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import { endsAsAccessory } from './kinds.ts';
import type { TextList } from './text_list.ts';

const ENGLISH = EMPTY_WORDS.get('en') as ReadonlySet<string>;

/**
 * What a word does in a title, as bits: it names an accessory, or ends with one's name; the name of a thing ends before
 * it, since it is a number, a code or a small word; it is a colour; it says what a thing goes with (`for`); a category is
 * headed by it; it names an accessory in a language that puts it before what it is for (`funda iPhone 15`).
 */
export const TITLE_WORD = { accessory: 1, ending: 2, color: 4, opening: 8, head: 16, leading: 32 } as const;
/** It was read. */
const KNOWN = 128;

/** What words do in titles, by their terms: a byte for each, read when it is first asked for. */
export class TitleWords {
  readonly #terms: TextList;
  readonly #known: Uint8Array;

  /** `heads`: the words that head categories. */
  constructor(terms: TextList, heads: Iterable<string> = []) {
    this.#terms = terms;
    this.#known = new Uint8Array(terms.size);
    this.#mark([...FOR_WORDS, ...COMPATIBLE_WORDS], TITLE_WORD.opening);
    this.#mark(heads, TITLE_WORD.head);
  }

  /** Whether a word does one of these. */
  does(term: number, what: number): boolean {
    const known = this.#known[term] as number;
    return ((known === 0 ? this.#read(term) : known) & what) !== 0;
  }

  /** The word that a term is. */
  text(term: number): string {
    return this.#terms.text(term);
  }

  /** What is so of words that head categories, by their terms, each asked for once; false of all others. */
  telling(isSo: (word: string) => boolean): (term: number) => boolean {
    const known = new Map<number, boolean>();
    return (term) => {
      if (!this.does(term, TITLE_WORD.head)) return false;
      const own = known.get(term) ?? isSo(this.#terms.text(term));
      known.set(term, own);
      return own;
    };
  }

  #mark(words: Iterable<string>, bit: number): void {
    for (const word of words) {
      const term = this.#terms.find(word);
      if (term >= 0) this.#known[term] = ((this.#known[term] as number) || this.#read(term)) | bit;
    }
  }

  #read(term: number): number {
    const bits =
      KNOWN | (this.#terms.endsWithDigit(term) ? TITLE_WORD.ending : bitsOf(this.#terms.text(term)));
    this.#known[term] = bits;
    return bits;
  }
}

/** Of a word that ends with a letter; what ends with a digit, as half of all words of a large catalogue, is a code. */
const bitsOf = (word: string): number =>
  (endsAsAccessory(word) ? TITLE_WORD.accessory : 0) |
  (!/^\p{L}+$/u.test(word) || ENGLISH.has(word) ? TITLE_WORD.ending : 0) |
  (COLOR_WORDS.has(word) ? TITLE_WORD.color : 0) |
  (LEADING_ACCESSORIES.has(word) && !EnglishWords.standard().has(word) ? TITLE_WORD.leading : 0);
