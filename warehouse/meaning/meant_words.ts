import { functionWords } from '../../pipelines/text/languages.ts';
import { wordsOf } from '../../pipelines/text/words.ts';
import { staticEmbedder } from '../embedding/static_embedder.ts';
import { languageOf } from '../text/word_roles.ts';
import { askedKindsIn } from './asked_kinds.ts';
import { withoutContractions } from './contractions.ts';
import { standardDictionary } from './dictionary.ts';
import { agesIn } from './kinship.ts';
import { type Meaning, standardThesaurus } from './thesaurus.ts';
import { valueKindsIn } from './value_kinds.ts';
import { isSomebody } from './who.ts';

/** A word or phrase of a text, and what it may mean. */
export interface MeantWord {
  /** Folded; words of a phrase with a space between. */
  text: string;
  meanings: readonly Meaning[];
  /** As written, or what it is in English as far as the dictionary says. */
  english: string;
  /** The place of `english` in the word table; null of a word that is not in it. */
  vector: Int8Array | null;
  /** A word of grammar, which says little. */
  isEmpty: boolean;
}

const ENGLISH_GRAMMAR = functionWords('en');

/** Words that say as little as grammar does, beside those that search leaves out. */
const SAYING_LITTLE = new Set(
  (
    'be been being am might must shall should let get gets got put come comes go goes went thing things kind sort one ' +
    'still just also too very even there here then about any some ever know'
  ).split(' '),
);
/** Phrases that say as little, though their words by themselves would mean something. */
const IDLE_PHRASES = new Set([
  'look like',
  'sound like',
  'feel like',
  'at present',
  'in mind',
  'keep in mind',
  'take care',
  'deal with',
  'know about',
  'kind of',
  'sort of',
]);
/** Meanings that a word of grammar asks for: `where` an address, `when` a date. */
const ASKED_FOR = ['address', 'date', 'person', 'price', 'avoid', 'reason', 'number', 'nobody'];
const LONGEST_PHRASE = 3;
/** Letters of the shorter part of a compound that is taken apart, and of the shortest compound. */
const LEAST_PART = 4;
const LEAST_COMPOUND = 8;
/** Endings of words whose stem may be listed: what goes, and what stands in its place. */
const ENDINGS: readonly [RegExp, string][] = [
  [/ing$/, ''],
  [/ing$/, 'e'],
  [/ed$/, ''],
  [/ed$/, 'e'],
  [/er$/, ''],
  [/est$/, ''],
  [/est$/, 'e'],
  [/en$/, ''],
  [/es$/, ''],
  [/e$/, ''],
  [/n$/, ''],
  [/o$/, 'a'],
];
/** Words whose reading is kept, of one language, and facts: what was read last is read again soon. */
const MOST_KEPT = 50_000;
const MOST_FACTS = 5_000;

const facts = new Map<string, readonly MeantWord[]>();

function vectorOf(text: string): Int8Array | null {
  const embedder = staticEmbedder();
  const isKnown = text.split(' ').every((word) => embedder.knows(word));
  return isKnown ? embedder.embedText(text).values : null;
}

let asked: ReadonlySet<Meaning> | undefined;
const askedFor = (): ReadonlySet<Meaning> =>
  (asked ??= new Set(ASKED_FOR.flatMap((word) => standardThesaurus().meaningsOf(word, true).slice(0, 1))));

/**
 * The words of a text with their meanings. The longest phrase that the thesaurus has is taken as one; what is stored
 * (`isFact`) has the words of its phrases too, and the kinds of value in it; what is asked has those that are somebody:
 * `cat food` asks about the cat.
 */
export function meantWords(text: string, { isFact }: { isFact: boolean }): readonly MeantWord[] {
  return isFact ? remembered(facts, text, () => read(text, isFact), MOST_FACTS) : read(text, isFact);
}

function read(text: string, isFact: boolean): MeantWord[] {
  const written = wordsOf(withoutContractions(text)).map((word) => word.text);
  const reader = readerOf(spokenIn(written));
  const words = written.flatMap((word) => reader.partsOf(word));
  const meant: MeantWord[] = [];
  for (let at = 0; at < words.length; ) {
    const length = reader.phraseAt(words, at);
    const phrase = words.slice(at, at + length);
    meant.push(reader.read(phrase.join(' ')));
    if (length > 1) {
      const parts = phrase.map((word) => reader.read(word)).filter(saysSomething);
      meant.push(...(isFact ? parts : parts.filter(({ meanings }) => meanings.some(isSomebody))));
    }
    at += length;
  }
  if (isFact) meant.push(...valueKindsIn(text).map((kind) => reader.read(kind)));
  else meant.push(...[...askedKindsIn(text), ...agesIn(text)].map((kind) => reader.read(kind)));
  return meant;
}

/**
 * The language of most words of grammar; where a text has none, that in which the dictionary has most of the words that
 * are not English.
 */
function spokenIn(words: readonly string[]): string {
  const language = languageOf(words);
  if (language !== 'en' || words.some((word) => ENGLISH_GRAMMAR.has(word))) return language;
  return standardDictionary().languageOf(words.filter((word) => !staticEmbedder().knows(word))) ?? language;
}

/** The text of words in English, as far as the dictionary has them; null where all are as they were written. */
export function englishOf(words: readonly MeantWord[]): string | null {
  if (words.every(({ text, english }) => text === english)) return null;
  return words
    .filter(({ isEmpty, vector }) => !isEmpty && vector !== null)
    .map(({ english }) => english)
    .join(' ');
}

const saysSomething = ({ isEmpty }: MeantWord): boolean => !isEmpty;

const readers = new Map<string, Reader>();

function readerOf(language: string): Reader {
  let reader = readers.get(language);
  if (!reader) readers.set(language, (reader = new Reader(language)));
  return reader;
}

/** Reads words of one language, and keeps what it read of each. */
class Reader {
  readonly #thesaurus = standardThesaurus();
  readonly #kept = new Map<string, MeantWord>();
  readonly #parts = new Map<string, readonly string[]>();
  readonly #language: string;
  readonly #isEnglish: boolean;
  readonly #empty: ReadonlySet<string>;

  constructor(language: string) {
    this.#language = language;
    this.#isEnglish = language === 'en';
    // As words are folded: `does` is `doe`.
    this.#empty = new Set(
      [...functionWords(language)].flatMap((word) => wordsOf(word).map(({ text }) => text)),
    );
  }

  /** Words of the longest phrase there that has a meaning, else 1. */
  phraseAt(words: readonly string[], at: number): number {
    for (let length = Math.min(LONGEST_PHRASE, words.length - at); length > 1; length--)
      if (this.#isPhrase(words.slice(at, at + length).join(' '))) return length;
    return 1;
  }

  read(text: string): MeantWord {
    return remembered(this.#kept, text, () => this.#read(text));
  }

  /** A compound that nobody lists as the parts that are: `helm`, `grosse`. */
  partsOf(word: string): readonly string[] {
    return remembered(this.#parts, word, () => this.#partsOf(word));
  }

  #read(text: string): MeantWord {
    const isEmpty = this.#empty.has(text) || IDLE_PHRASES.has(text) || SAYING_LITTLE.has(text);
    const english = isEmpty ? [] : this.#inEnglish(text);
    const meanings = this.#meaningsOf(text);
    const word = { text, english: english[0] ?? text, vector: vectorOf(english[0] ?? text), isEmpty };
    if (isEmpty) return { ...word, meanings: meanings.filter((meaning) => askedFor().has(meaning)) };
    return { ...word, meanings: meanings.length > 0 ? meanings : this.#ofStem(text) };
  }

  #partsOf(word: string): string[] {
    const isWhole = word.length < LEAST_COMPOUND || !/^\p{L}+$/u.test(word) || this.#has(word);
    if (isWhole || vectorOf(word) !== null) return [word];
    let longest: [string, string] | null = null;
    for (let cut = word.length - LEAST_PART; cut >= LEAST_PART; cut--) {
      const right = word.slice(cut);
      const left = word.slice(0, cut);
      const found = [left, left.replace(/s$/, ''), left.replace(/e[nr]$/, '')].find((one) => this.#has(one));
      if (found === undefined) continue;
      if (this.#has(right)) return [found, right];
      // `tomatensorten` says tomatoes, whatever is said of them
      longest ??= this.#language === 'de' ? [found, right] : null;
    }
    return longest ?? [word];
  }

  #ofStem(text: string): readonly Meaning[] {
    if (text.includes(' ')) return [];
    for (const [ending, instead] of ENDINGS) {
      const stem = text.replace(ending, instead);
      if (stem !== text && this.#has(stem)) return this.#meaningsOf(stem);
    }
    return [];
  }

  #isPhrase(phrase: string): boolean {
    return IDLE_PHRASES.has(phrase) || this.#has(phrase);
  }

  #has(phrase: string): boolean {
    return (
      this.#thesaurus.meaningsOf(phrase, this.#isEnglish).length > 0 || this.#inEnglish(phrase).length > 0
    );
  }

  #inEnglish(phrase: string): readonly string[] {
    return this.#isEnglish ? [] : standardDictionary().inEnglish(phrase, this.#language);
  }

  #meaningsOf(phrase: string): readonly Meaning[] {
    const own = this.#thesaurus.meaningsOf(phrase, this.#isEnglish);
    const translated = this.#inEnglish(phrase).flatMap((english) =>
      this.#thesaurus.meaningsOf(english, true),
    );
    return translated.length === 0 ? own : [...new Set([...own, ...translated])];
  }
}

function remembered<Value>(
  kept: Map<string, Value>,
  key: string,
  make: () => Value,
  most = MOST_KEPT,
): Value {
  let value = kept.get(key);
  if (value === undefined) {
    value = make();
    if (kept.size >= most) kept.clear();
    kept.set(key, value);
  }
  return value;
}
