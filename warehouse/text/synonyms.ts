import { readFileSync } from 'node:fs';
import { accentedIn, foldText } from '../../pipelines/text/fold.ts';
import { AGE_WORDS, COLOR_WORDS, LANGUAGES, SEX_WORDS } from '../../pipelines/text/languages.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import { baseForms } from './base_forms.ts';
import type { Accents } from './word_roles.ts';

/** A phrase that means so in texts of one language alone: `fr:thé`. */
const OF_LANGUAGE = /^([a-z]{2}):/;

/** The department of the file whose words say what goods are like. */
const QUALITIES = '# What goods are like';

/** Words whose base forms are kept, more than any query has. */
const MOST_BASES = 256;

/** Languages that write several nouns as one word. */
const COMPOUNDING: readonly string[] = ['de', 'nl'];

type Meanings = Map<string, string[]>;

/** What was read of lines; it can be posted to a thread. */
export interface ReadSynonyms {
  words: Meanings;
  /** By language and phrase (`fr:the`): what it means in its own language alone. */
  ofLanguage: Meanings;
  anyLanguage: Meanings;
  phrases: Meanings;
  /** By thing, where a line lists them, the kinds of it: brie and gouda of `cheese`. */
  kinds: Meanings;
  /** By word for a girl or a boy those for children, by one for women or men those for both. */
  wider: ReadonlyMap<string, readonly string[]>;
  phrasesAnywhere: Meanings;
  /** By word of one language alone that has an accent, as it is written, that language. */
  accented: Map<string, string>;
  /** Single words for what goods are like, which name none. */
  qualities: Set<string>;
  /** Last words of names of two words. */
  ends: Set<string>;
}

const nothingRead = (): ReadSynonyms => ({
  words: new Map(),
  ofLanguage: new Map(),
  anyLanguage: new Map(),
  phrases: new Map(),
  kinds: new Map(),
  wider: new Map(),
  phrasesAnywhere: new Map(),
  accented: new Map(),
  qualities: new Set(),
  ends: new Set(),
});

/**
 * Words of the same meaning: a line of a data file is a set of phrases of one or two words, parted by commas, or a word
 * and kinds of what it names, each one word.
 */
export class Synonyms {
  readonly #words: Meanings;
  readonly #ofLanguage: Meanings;
  readonly #anyLanguage: Meanings;
  readonly #phrases: Meanings;
  readonly #kinds: Meanings;
  #wider: ReadonlyMap<string, readonly string[]>;
  readonly #phrasesAnywhere: Meanings;
  readonly #accented: Map<string, string>;
  readonly #qualities: Set<string>;
  readonly #ends: Set<string>;
  /** Base forms of words asked for last, since reading a query asks for those of each word several times. */
  readonly #bases = new Map<string, readonly string[]>();

  /** Of lines, or of what another one read of them. */
  constructor(source: string | ReadSynonyms) {
    const read = typeof source === 'string' ? nothingRead() : source;
    this.#words = read.words;
    this.#ofLanguage = read.ofLanguage;
    this.#anyLanguage = read.anyLanguage;
    this.#phrases = read.phrases;
    this.#kinds = read.kinds;
    this.#wider = read.wider;
    this.#phrasesAnywhere = read.phrasesAnywhere;
    this.#accented = read.accented;
    this.#qualities = read.qualities;
    this.#ends = read.ends;
    if (typeof source === 'string') this.#read(source);
  }

  #read(lines: string): void {
    let heading = '';
    for (const line of lines.split('\n')) {
      if (line.startsWith('#')) heading = line;
      if (line.startsWith('#') || line.trim() === '') continue;
      const [thing = '', kinds] = line.split('>');
      if (kinds !== undefined) {
        const own = kinds.split(',').map(foldedPhrase);
        for (const meanings of [this.#words, this.#kinds]) extend(meanings, foldedPhrase(thing), own);
        continue;
      }
      const written = line.split(',').map((phrase) => phrase.trim());
      const phrases = written.filter((phrase) => !OF_LANGUAGE.test(phrase)).map(foldedPhrase);
      const single = phrases.filter((phrase) => !phrase.includes(' '));
      const several = phrases.filter((phrase) => phrase.includes(' '));
      if (heading === QUALITIES) for (const word of single) this.#qualities.add(word);
      else for (const phrase of several) this.#ends.add(phrase.slice(phrase.lastIndexOf(' ') + 1));
      for (const phrase of phrases) {
        extend(
          this.#phrases,
          phrase,
          several.filter((other) => other !== phrase),
        );
        extend(
          this.#words,
          phrase,
          single.filter((other) => other !== phrase),
        );
      }
      for (const phrase of written) {
        const language = OF_LANGUAGE.exec(phrase)?.[0];
        if (language === undefined) continue;
        const own = phrase.slice(language.length);
        const word = foldedPhrase(own);
        // Of `couches` the English rule leaves `couch`, which is another word there.
        for (const form of new Set([word, fromPlural(`${word}s`)]))
          extend(this.#ofLanguage, language + form, single);
        extend(this.#anyLanguage, word, single);
        extend(this.#phrasesAnywhere, word, several);
        if (accentedIn(own) === own) this.#accented.set(own, language.slice(0, -1));
      }
    }
  }

  static #standard: Synonyms | undefined;

  /**
   * The words of `synonyms.txt`, and in all languages the names of each colour, of whom a thing is for and of sides. Read once in
   * a thread: every snapshot that is opened asks for them, and reading them takes up to 0.2 s of a busy processor.
   */
  static standard(): Synonyms {
    Synonyms.#standard ??= Synonyms.#ofFile();
    return Synonyms.#standard;
  }

  /** Takes as the standard ones what another thread read: to copy it takes a tenth of the time. */
  static adopt(read: ReadSynonyms): void {
    Synonyms.#standard = new Synonyms(read);
  }

  /** What was read of lines, for another thread to take. */
  get read(): ReadSynonyms {
    return {
      words: this.#words,
      ofLanguage: this.#ofLanguage,
      anyLanguage: this.#anyLanguage,
      phrases: this.#phrases,
      kinds: this.#kinds,
      wider: this.#wider,
      phrasesAnywhere: this.#phrasesAnywhere,
      accented: this.#accented,
      qualities: this.#qualities,
      ends: this.#ends,
    };
  }

  static #ofFile(): Synonyms {
    const words = readFileSync(new URL('./synonyms.txt', import.meta.url), 'utf8');
    const colours = [...Map.groupBy(COLOR_WORDS.keys(), (word) => COLOR_WORDS.get(word)).values()];
    const wearers = Map.groupBy(new Set([...SEX_WORDS.keys(), ...AGE_WORDS.keys()]), wearerOf);
    wearers.delete('');
    const sides = Object.keys(LANGUAGES['en']?.sides ?? {}).map(wordsOfSide);
    const read = new Synonyms(
      [words, ...[...colours, ...wearers.values(), ...sides].map((names) => names.join(', '))].join('\n'),
    );
    // Less what is another word of English: `kind`.
    const english = EnglishWords.standard();
    const isOwn = (name: string) => !english.has(foldText(name)) || ENGLISH_CHILDREN.has(foldText(name));
    const children = [...new Set((wearers.get(CHILD) ?? []).filter(isOwn).map(foldedPhrase))];
    const boysAndGirls = [...wearers].flatMap(([who, names]) => (who.endsWith(` ${CHILD}`) ? names : []));
    const grown = [...wearers].flatMap(([who, names]) => (ONE_SEX.has(who) ? names : []));
    read.#wider = new Map([
      ...boysAndGirls.map((name) => [foldedPhrase(name), children] as const),
      ...grown.map((name) => [foldedPhrase(name), UNISEX_WORDS] as const),
    ]);
    return read;
  }

  /**
   * Single words that mean the same as a folded word, or as two with a space between, in a text of this language. An
   * inflected form that is not listed means what its base does: `stampanti` as `stampante`.
   */
  of(phrase: string, language?: string): readonly string[] {
    const listed = this.listed(phrase, language);
    if (listed !== undefined) return listed;
    const bases = this.#inflected(phrase, language);
    return [...new Set(bases.flatMap((base) => [base, ...(this.listed(base, language) ?? [])]))];
  }

  /** The same as lists have it, without forms of a word; undefined where a phrase is in no line. */
  listed(phrase: string, language?: string): readonly string[] | undefined {
    const everywhere = this.#words.get(phrase);
    const own = language === undefined ? undefined : this.#ofLanguage.get(`${language}:${phrase}`);
    return own ? [...new Set([...(everywhere ?? []), ...own])] : everywhere;
  }

  /** Whether a folded word says what goods are like (`leise`, `waterproof`) and names none. */
  isQuality(word: string): boolean {
    return this.#qualities.has(word);
  }

  /** Phrases of two words with the single words that mean the same. */
  *pairs(): Iterable<[phrase: string, words: readonly string[]]> {
    for (const [phrase, words] of this.#words) if (phrase.split(' ').length === 2) yield [phrase, words];
  }

  /** Words that a phrase means in texts of this language alone. */
  own(phrase: string, language: string): readonly string[] {
    return this.#ofLanguage.get(`${language}:${phrase}`) ?? [];
  }

  /**
   * What is for all, of a word for some of them: what is for kids may be for a girl, and what is unisex for women, but
   * not the other way about.
   */
  widerOf(word: string): readonly string[] {
    return this.#wider.get(word) ?? [];
  }

  /** The kinds of what a folded word names, where they are listed: brie and gouda of `queso`. */
  kindsOf(thing: string): readonly string[] {
    return this.#kinds.get(thing) ?? [];
  }

  /** The listed words of which a word may be a form. */
  #inflected(word: string, language?: string): string[] {
    if (word.includes(' ') || this.#phrases.has(word)) return [];
    const known = this.#bases.get(word);
    const bases = known ?? (EnglishWords.standard().has(word) ? [] : baseForms(word));
    if (known === undefined) {
      if (this.#bases.size >= MOST_BASES) this.#bases.clear();
      this.#bases.set(word, bases);
    }
    return bases.filter((base) => this.listed(base, language) !== undefined);
  }

  /** Single words that a folded word means in some language of its own; where nothing else is known of it. */
  ofAnyLanguage(word: string): readonly string[] {
    return this.#anyLanguage.get(word) ?? [];
  }

  /** Phrases of two words that a folded word means in some language of its own. */
  phrasesOfAnyLanguage(word: string): readonly string[] {
    return this.#phrasesAnywhere.get(word) ?? [];
  }

  /** Single words that mean the same as a part of a compound, which German and Dutch write in one. */
  ofPart(part: string): readonly string[] {
    return [...new Set([...this.of(part), ...COMPOUNDING.flatMap((language) => this.of(part, language))])];
  }

  /** Whether the lists of goods have a phrase, in any language. */
  isListed(phrase: string): boolean {
    return this.#words.has(phrase) || this.#phrases.has(phrase);
  }

  /** Whether the name of some goods of two words ends with a word: `mixer`, of `stand mixer` and `hand mixer`. */
  endsName(word: string): boolean {
    return this.#ends.has(word);
  }

  /** What the accents of a text tell. */
  accentsIn(text: string): Accents {
    const names = new Map<string, string>();
    const words = new Set<string>();
    for (const written of accentedIn(text).toLowerCase().split(' '))
      for (const { text: word } of wordsOf(written)) {
        words.add(word);
        const language = this.#accented.get(written);
        if (language !== undefined) names.set(word, language);
      }
    return { words, names };
  }

  /** Words and phrases that mean the same as a folded word, or as two with a space between. */
  allOf(phrase: string): readonly string[] {
    const single = this.of(phrase);
    const others = [phrase, ...single].flatMap((word) => this.phrasesOf(word));
    return [...new Set([...single, ...others])].filter((other) => other !== phrase);
  }

  /** Phrases of two words that mean the same as a folded word, or as two with a space between. */
  phrasesOf(word: string): readonly string[] {
    const listed = this.#phrases.get(word);
    if (listed !== undefined || this.#words.has(word)) return listed ?? [];
    return [...new Set(this.#inflected(word).flatMap((base) => this.#phrases.get(base) ?? []))];
  }
}

/** The words for a side; what is another word of English in its own language alone: `de:links`. */
function wordsOfSide(side: string): string[] {
  const english = EnglishWords.standard();
  return Object.entries(LANGUAGES).flatMap(([language, { sides }]) =>
    (sides[side] ?? [])
      .filter((word) => !word.includes('_'))
      .map((word) => (language !== 'en' && english.has(foldedPhrase(word)) ? `${language}:${word}` : word)),
  );
}

/** Whom a word says that a thing is for, men and boys apart; none for connectors (`male`) and for grown people. */
function wearerOf(word: string): string {
  const sexes = SEX_WORDS.get(word) ?? [];
  const ages = (AGE_WORDS.get(word) ?? []).filter((age) => age !== 'adult');
  return sexes.includes(word) ? '' : [...sexes, ...ages].join(' ');
}

const foldedPhrase = (phrase: string): string =>
  wordsOf(phrase)
    .map((word) => word.text)
    .join(' ');

const CHILD = 'child';
const ONE_SEX: ReadonlySet<string> = new Set(['male', 'female']);
const UNISEX_WORDS = [...SEX_WORDS]
  .filter(([, sexes]) => sexes.includes('unisex'))
  .map(([word]) => foldedPhrase(word));
const ENGLISH_CHILDREN: ReadonlySet<string> = new Set(LANGUAGES['en']?.ages[CHILD]?.map(foldText));

function extend(known: Map<string, string[]>, phrase: string, others: readonly string[]): void {
  const before = known.get(phrase);
  known.set(phrase, [...new Set(before ? [...before, ...others] : others)]);
}
