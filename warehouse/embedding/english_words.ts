import { readFileSync } from 'node:fs';
import { fromPlural } from '../../pipelines/text/plural.ts';

const LINE_END = 0x0a;
let shared: EnglishWords | undefined;

/** The words of English as a list in the order of their bytes, read where they lie: 270 kB. */
export class EnglishWords {
  readonly #bytes: Buffer;

  constructor(lines: Buffer) {
    this.#bytes = lines;
  }

  /** The words that the table of meanings has vectors of (static/README.md), read once a thread when first asked for. */
  static standard(): EnglishWords {
    shared ??= new EnglishWords(readFileSync(new URL('./static/words.txt', import.meta.url)));
    return shared;
  }

  /** Whether a word as an index holds it is English, or a plural of such a word: `bean` of `beans`. */
  has(word: string): boolean {
    return (
      this.#holds(word) ||
      [`${word}s`, `${word}es`].some((plural) => fromPlural(plural) === word && this.#holds(plural))
    );
  }

  #holds(word: string): boolean {
    const wanted = Buffer.from(word);
    let [from, to] = [0, this.#bytes.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      const start = this.#bytes.lastIndexOf(LINE_END, middle - 1) + 1;
      const end = this.#endOf(start);
      const order = wanted.compare(this.#bytes, start, end);
      if (order === 0) return true;
      if (order < 0) to = start;
      else from = end + 1;
    }
    return false;
  }

  #endOf(start: number): number {
    const end = this.#bytes.indexOf(LINE_END, start);
    return end < 0 ? this.#bytes.length : end;
  }
}
