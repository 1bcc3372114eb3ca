import { readFileSync } from 'node:fs';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { TextList } from '../text/text_list.ts';

const LINE_END = 0x0a;
let shared: EnglishWords | undefined;

/** The words of English, in the order of their bytes: 400 kB. */
export class EnglishWords {
  readonly #words: TextList;

  /** Of words in the order of their bytes, one a line. */
  constructor(lines: Uint8Array) {
    const bytes = new Uint8Array(lines.length);
    const ends: number[] = [];
    let filled = 0;
    for (let at = 0; at < lines.length; at++) {
      const byte = lines[at] as number;
      if (byte === LINE_END) ends.push(filled);
      else bytes[filled++] = byte;
    }
    if (lines.length > 0 && lines.at(-1) !== LINE_END) ends.push(filled);
    this.#words = new TextList(bytes.subarray(0, filled), Uint32Array.from([0, ...ends]));
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
      [`${word}s`, `${word}es`].some((plural) => this.#holds(plural) && fromPlural(plural) === word)
    );
  }

  #holds(word: string): boolean {
    return this.#words.find(word) >= 0;
  }
}
