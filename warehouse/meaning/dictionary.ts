import { readFileSync } from 'node:fs';
import { wordsOf } from '../../pipelines/text/words.ts';

/** Languages in the order of a line's columns, with the endings that go before words are compared, longest first. */
const LANGUAGES: readonly [string, RegExp][] = [
  ['de', /(?:est|ern|em|en|er|es|et|st|e|t|n|s)$/],
  [
    'es',
    /(?:aremos|iendo|ieron|ando|aron|amos|emos|imos|aban|ado|ada|ido|ida|aba|ar|er|ir|an|en|as|es|os|a|e|o|s)$/,
  ],
  ['fr', /(?:aient|ions|ons|ait|ais|ent|ant|ees|ez|er|ir|re|ee|es|e|s|x)$/],
  ['it', /(?:iamo|ando|endo|ano|ono|ate|ete|ite|are|ere|ire|ato|ata|ito|ita|a|e|i|o)$/],
];
/** Letters that a stem keeps; shorter words have none. */
const LEAST_STEM = 4;

const folded = (text: string): string =>
  wordsOf(text)
    .map((word) => word.text)
    .join(' ');

/** Words of one language → what they are in English. */
class WordList {
  readonly #ending: RegExp;
  readonly #byPhrase = new Map<string, string[]>();
  readonly #byStem = new Map<string, string[]>();

  constructor(ending: RegExp) {
    this.#ending = ending;
  }

  add(phrase: string, english: string): void {
    list(this.#byPhrase, phrase, english);
    const stem = this.#stemOf(phrase);
    if (stem !== null) list(this.#byStem, stem, english);
  }

  has(phrase: string): boolean {
    return this.#byPhrase.has(phrase);
  }

  /** As it is, else without its ending, else by its stem. */
  find(phrase: string): readonly string[] {
    const known = this.#byPhrase.get(phrase);
    if (known) return known;
    const stem = this.#stemOf(phrase);
    return stem === null ? [] : (this.#byPhrase.get(stem) ?? this.#byStem.get(stem) ?? []);
  }

  #stemOf(phrase: string): string | null {
    const stem = phrase.replace(this.#ending, '');
    return stem.length < LEAST_STEM || phrase.includes(' ') ? null : stem;
  }
}

function list(index: Map<string, string[]>, phrase: string, english: string): void {
  const known = index.get(phrase);
  if (!known) index.set(phrase, [english]);
  else if (!known.includes(english)) known.push(english);
}

/** What words of other languages are in English. The data file says how it is written. */
export class Dictionary {
  readonly #lists = new Map(LANGUAGES.map(([language, ending]) => [language, new WordList(ending)]));
  readonly #foreign = new Map<string, string[]>();
  readonly #english: string[] = [];

  /** Throws Error for a line with other columns than there are languages. */
  constructor(lines: string) {
    for (const line of lines.split('\n')) {
      if (line.startsWith('#') || line.trim() === '') continue;
      const [english = '', ...columns] = line.split(' | ');
      if (columns.length !== LANGUAGES.length)
        throw new Error(
          `The dictionary has a line of ${columns.length} languages, not ${LANGUAGES.length}: ${line}`,
        );
      this.#english.push(folded(english));
      for (const [at, [language]] of LANGUAGES.entries())
        for (const phrase of (columns[at] as string).split(',').map(folded).filter(Boolean)) {
          this.#lists.get(language)?.add(phrase, folded(english));
          list(this.#foreign, folded(english), phrase);
        }
    }
  }

  /** What a folded word or phrase of a language (`de`) is in English, folded, likeliest first. */
  inEnglish(phrase: string, language: string): readonly string[] {
    return this.#lists.get(language)?.find(phrase) ?? [];
  }

  /** The language that has most of some words as they are; null where none has any. */
  languageOf(words: readonly string[]): string | null {
    let [best, most]: [string | null, number] = [null, 0];
    for (const [language, known] of this.#lists) {
      const count = words.filter((word) => known.has(word)).length;
      if (count > most) [best, most] = [language, count];
    }
    return best;
  }

  /** The English word of every line, folded. */
  english(): readonly string[] {
    return this.#english;
  }

  /** What an English word is in the other languages. */
  inOthers(english: string): readonly string[] {
    return this.#foreign.get(english) ?? [];
  }
}

let shared: Dictionary | undefined;

/** The one that comes with the project, read once a thread. */
export const standardDictionary = (): Dictionary =>
  (shared ??= new Dictionary(readFileSync(new URL('./dictionary.txt', import.meta.url), 'utf8')));
