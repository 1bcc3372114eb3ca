import { readFileSync } from 'node:fs';
import { wordsOf } from '../../pipelines/text/words.ts';

/** Words of the same meaning: a line of a data file is a set of phrases of one or two words, parted by commas. */
export class Synonyms {
  readonly #words = new Map<string, string[]>();
  readonly #phrases = new Map<string, string[]>();

  constructor(lines: string) {
    for (const line of lines.split('\n')) {
      if (line.startsWith('#') || line.trim() === '') continue;
      const phrases = line.split(',').map((phrase) =>
        wordsOf(phrase)
          .map((word) => word.text)
          .join(' '),
      );
      const single = phrases.filter((phrase) => !phrase.includes(' '));
      for (const word of single)
        this.#phrases.set(word, [
          ...(this.#phrases.get(word) ?? []),
          ...phrases.filter((phrase) => phrase.includes(' ')),
        ]);
      for (const phrase of phrases)
        this.#words.set(phrase, [
          ...new Set([...(this.#words.get(phrase) ?? []), ...single.filter((other) => other !== phrase)]),
        ]);
    }
  }

  /** The words of `synonyms.txt`. */
  static standard(): Synonyms {
    return new Synonyms(readFileSync(new URL('./synonyms.txt', import.meta.url), 'utf8'));
  }

  /** Single words that mean the same as a folded word, or as two with a space between. */
  of(phrase: string): readonly string[] {
    return this.#words.get(phrase) ?? [];
  }

  /** Phrases of two words that mean the same as a folded word. */
  phrasesOf(word: string): readonly string[] {
    return this.#phrases.get(word) ?? [];
  }
}
