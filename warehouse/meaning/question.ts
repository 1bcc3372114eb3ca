import { cosineOf, dotOf } from '../embedding/vector.ts';
import { standardDictionary } from './dictionary.ts';
import { englishOf, type MeantWord, meantWords } from './meant_words.ts';
import { type Meaning, standardThesaurus } from './thesaurus.ts';
import { isSomebody } from './who.ts';

/** Cosine of two words of the table from which on they are like each other, and what the nearest of them count. */
const LEAST_COSINE = 0.25;
const BY_TABLE = 0.55;
/** Words that are less like each other than this are not. */
const LEAST_LIKENESS = 0.1;
/** Share of what words count that is how much of the fact is asked for; the rest is how much of the question it answers. */
const OF_FACT = 0.3;
/** What a word in another language counts beside the word itself. */
const TRANSLATED = 0.9;
/** What a word of grammar weighs beside others. */
const EMPTY_WEIGHT = 0.25;
/** What a text loses that speaks of somebody else than is asked about, of nobody, or of somebody where nobody is asked about. */
const SOMEBODY_ELSE = 0.35;
const SOMEBODY_LIKE = 0.1;
const NOBODY = 0.1;
const UNASKED = 0.1;
/** Words that a word of the question is looked up by, the nearest first. */
const MOST_LOOKED_UP = 16;

/** A stored text as words with their meanings. */
export interface ReadFact {
  words: readonly MeantWord[];
  somebody: readonly Meaning[];
  /** Names in it, folded. */
  names: readonly string[];
  /** Whether the word table has most of its words, so that its vector says what it means. */
  isInTable: boolean;
  /** What it is in English as far as the dictionary says; null of an English text. */
  english: string | null;
}

/** What names mean, folded name → what its bearer is. */
export type Names = ReadonlyMap<string, readonly Meaning[]>;

const withNames = (words: readonly MeantWord[], names: Names): MeantWord[] =>
  words.map((word) => {
    const bearer = names.get(word.text);
    return bearer ? { ...word, meanings: [...word.meanings, ...bearer] } : word;
  });

const somebodyIn = (words: readonly MeantWord[]): Meaning[] =>
  words.flatMap(({ meanings }) => meanings.filter(isSomebody));

export function readFact(text: string, names: Names): ReadFact {
  const words = withNames(meantWords(text, { isFact: true }), names);
  const named = words.filter((word) => names.has(word.text)).map((word) => word.text);
  return {
    words,
    somebody: somebodyIn(words),
    names: named,
    isInTable: isInTable(words, names),
    english: englishOf(words),
  };
}

/** Whether the word table has at least half of the words that say something; of none, it has. */
function isInTable(words: readonly MeantWord[], names: Names): boolean {
  const saying = words.filter(({ text, isEmpty }) => !isEmpty && !names.has(text) && /^\p{L}+$/u.test(text));
  return 2 * saying.filter(({ vector }) => vector !== null).length >= saying.length;
}

/** How like each other two words are, 0 to 1: the same, near in the thesaurus, or near in the word table. */
function likenessOf(a: MeantWord, b: MeantWord): number {
  if (a.text === b.text) return 1;
  const thesaurus = standardThesaurus();
  let most = 0;
  for (const one of a.meanings)
    for (const other of b.meanings) most = Math.max(most, thesaurus.likeness(one, other));
  if (a.vector && b.vector) {
    const cosine = cosineOf(dotOf(a.vector, b.vector), a.vector.length);
    most = Math.max(most, ((cosine - LEAST_COSINE) / (1 - LEAST_COSINE)) * BY_TABLE);
  }
  return most < LEAST_LIKENESS ? 0 : Math.min(1, most);
}

function numberOf(numbers: Map<MeantWord, number>, word: MeantWord): number {
  const known = numbers.get(word) ?? numbers.size;
  if (known === numbers.size) numbers.set(word, known);
  return known;
}

/** How much a word says that `having` of `items` texts have: inverse document frequency, as in BM25. */
const rarityOf = (having: number, items: number): number =>
  Math.log(1 + (Math.max(0, items - having) + 0.5) / (having + 0.5));

/** For each fact, as numbers of its words, the share of its own words' weight that is asked for. */
function askedSharesOf(
  facts: readonly (readonly number[])[],
  words: readonly MeantWord[],
  asked: Float64Array,
): number[] {
  const having = new Uint32Array(words.length);
  const own = facts.map((numbers) => [
    ...new Set(numbers.filter((number) => !(words[number] as MeantWord).isEmpty)),
  ]);
  for (const number of own.flat()) having[number] = (having[number] as number) + 1;
  const weights = [...having].map((count) => rarityOf(count, facts.length));
  return own.map((numbers) => {
    let [all, found] = [0, 0];
    for (const number of numbers) {
      all += weights[number] as number;
      found += (weights[number] as number) * (asked[number] as number);
    }
    return all > 0 ? found / all : 0;
  });
}

/** What is asked, by words with their meanings. */
export class Question {
  readonly words: readonly MeantWord[];
  /** As of a fact. */
  readonly isInTable: boolean;
  /** As of a fact. */
  readonly english: string | null;
  readonly #somebody: ReadonlySet<Meaning>;
  readonly #names: ReadonlySet<string>;

  constructor(text: string, names: Names) {
    const byText = new Map<string, MeantWord>();
    for (const word of withNames(meantWords(text, { isFact: false }), names))
      if (!word.isEmpty || word.meanings.length > 0) byText.set(word.text, word);
    this.words = [...byText.values()];
    this.#somebody = new Set(somebodyIn(this.words));
    this.#names = namesAskedFor(text, names);
    this.isInTable = isInTable(this.words, names);
    this.english = englishOf(this.words);
  }

  /** Words to look for, with how like a word of the question each is. */
  lookedUp(): Map<string, number> {
    const found = new Map<string, number>();
    for (const { text, english, meanings, isEmpty } of this.words) {
      if (isEmpty) continue;
      for (const other of [english, ...standardDictionary().inOthers(english)])
        if (!other.includes(' ')) found.set(other, Math.max(found.get(other) ?? 0, TRANSLATED));
      const near = meanings.flatMap((meaning) => standardThesaurus().wordsNear(meaning));
      for (const part of text.split(' ')) found.set(part, 1);
      for (const [word, likeness] of near.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_LOOKED_UP))
        found.set(word, Math.max(found.get(word) ?? 0, likeness));
    }
    return found;
  }

  /** The names of those whom the question asks about by what they are. */
  namesOf(names: Names): string[] {
    return [...names]
      .filter(([, bearer]) => bearer.some((meaning) => this.#somebody.has(meaning)))
      .map(([name]) => name);
  }

  /**
   * For each fact the share of the question's weight that its words carry, and of its own weight that the question's do,
   * 0 to 1. A word weighs by how rare it is among `items` facts, where a fact has it as far as its likest word is like
   * it; `counted` are the facts that have the word or one like it by the database, since these here are but the candidates.
   */
  sharesOf(
    facts: readonly ReadFact[],
    { items, counted }: { items: number; counted: (word: MeantWord) => number },
  ): number[] {
    const numbers = new Map<MeantWord, number>();
    const numbered = facts.map(({ words }) => words.map((word) => numberOf(numbers, word)));
    const shares = facts.map(() => 0);
    let total = 0;
    const asked = new Float64Array(numbers.size);
    for (const word of this.words) {
      const likenesses = [...numbers.keys()].map((other) => likenessOf(word, other));
      for (const [number, one] of likenesses.entries())
        asked[number] = Math.max(asked[number] as number, one);
      const likest = numbered.map((words) =>
        words.reduce((most, number) => Math.max(most, likenesses[number] as number), 0),
      );
      const having = Math.max(
        counted(word),
        likest.reduce((sum, one) => sum + one * one, 0),
      );
      const weight = rarityOf(having, items) * (word.isEmpty ? EMPTY_WEIGHT : 1);
      total += weight;
      for (const [at, one] of likest.entries()) shares[at] = (shares[at] as number) + weight * one;
    }
    const asking = askedSharesOf(numbered, [...numbers.keys()], asked);
    return shares.map((share, at) =>
      total > 0 ? (1 - OF_FACT) * (share / total) + OF_FACT * (asking[at] as number) : 0,
    );
  }

  /** What is left of a fact's score by whom it speaks of, 0 to 1. */
  rightWho({ somebody, names }: ReadFact): number {
    const isSaid = somebody.length > 0 || names.length > 0;
    if (this.#somebody.size === 0 && this.#names.size === 0) return somebody.length > 0 ? 1 - UNASKED : 1;
    if (!isSaid) return 1 - NOBODY;
    const thesaurus = standardThesaurus();
    const asked = [...this.#somebody];
    if (names.some((name) => this.#names.has(name)) || somebody.some((one) => this.#somebody.has(one)))
      return 1;
    const isKind = somebody.some((one) => asked.some((other) => thesaurus.isParent(one, other)));
    return 1 - (isKind ? SOMEBODY_LIKE : SOMEBODY_ELSE);
  }
}

/** Names in a question but those whose somebody is asked about: `Tomas's mother` is not Tomas. */
function namesAskedFor(text: string, names: Names): Set<string> {
  const words = meantWords(text, { isFact: false });
  return new Set(
    words
      .filter(
        (word, at) => names.has(word.text) && !words[at + 1]?.meanings.some((meaning) => isSomebody(meaning)),
      )
      .map((word) => word.text),
  );
}
