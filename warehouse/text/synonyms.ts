import { readFileSync } from 'node:fs';
import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
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

  /** The words of `synonyms.txt`, and the names of each colour in all languages. */
  static standard(): Synonyms {
    const words = readFileSync(new URL('./synonyms.txt', import.meta.url), 'utf8');
    const colours = Map.groupBy(COLOR_WORDS, ([, colour]) => colour).values();
    return new Synonyms(
      [words, ...colours.map((names) => names.map(([name]) => name).join(', '))].join('\n'),
    );
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
