import { cosineOf } from '../embedding/vector.ts';
import { type MeantWord, meantWords } from './meant_words.ts';
import { type Meaning, standardThesaurus } from './thesaurus.ts';
import { isSomebody } from './who.ts';

/** Cosine of two words of the table from which on they are like each other, and what the nearest of them count. */
const LEAST_COSINE = 0.25;
const BY_TABLE = 0.7;
/** Words that are less like each other than this are not. */
const LEAST_LIKENESS = 0.1;
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
  return { words, somebody: somebodyIn(words), names: named, isInTable: isInTable(words, names) };
}

/** Whether the word table has at least half of the words that say something; of none, it has. */
function isInTable(words: readonly MeantWord[], names: Names): boolean {
  const saying = words.filter(({ text, isEmpty }) => !isEmpty && !names.has(text) && /^\p{L}+$/u.test(text));
  return 2 * saying.filter(({ vector }) => vector !== null).length >= saying.length;
}

/** How like each other two words are, 0 to 1: the same, near in the thesaurus, or near in the word table. */
export function likenessOf(a: MeantWord, b: MeantWord): number {
  if (a.text === b.text) return 1;
  const thesaurus = standardThesaurus();
  let most = 0;
  for (const one of a.meanings)
    for (const other of b.meanings) most = Math.max(most, thesaurus.likeness(one, other));
  if (a.vector && b.vector) {
    const cosine = cosineOf(dot(a.vector, b.vector), a.vector.length);
    most = Math.max(most, ((cosine - LEAST_COSINE) / (1 - LEAST_COSINE)) * BY_TABLE);
  }
  return most < LEAST_LIKENESS ? 0 : Math.min(1, most);
}

function dot(a: Int8Array, b: Int8Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] as number) * (b[at] as number);
  return sum;
}

function numberOf(numbers: Map<MeantWord, number>, word: MeantWord): number {
  const known = numbers.get(word) ?? numbers.size;
  if (known === numbers.size) numbers.set(word, known);
  return known;
}

/** What is asked, by words with their meanings. */
export class Question {
  readonly words: readonly MeantWord[];
  /** As of a fact. */
  readonly isInTable: boolean;
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
  }

  /** Words to look for, with how like a word of the question each is. */
  lookedUp(): Map<string, number> {
    const found = new Map<string, number>();
    for (const { text, meanings, isEmpty } of this.words) {
      if (isEmpty) continue;
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
   * For each fact the share of the question's weight that its words carry, 0 to 1. A word weighs by how rare it is among
   * `items` facts (inverse document frequency, as in BM25), where a fact has it as far as its likest word is like it;
   * `counted` are the facts that have the word or one like it by the database, since these here are but the candidates.
   */
  sharesOf(
    facts: readonly ReadFact[],
    { items, counted }: { items: number; counted: (word: MeantWord) => number },
  ): number[] {
    const numbers = new Map<MeantWord, number>();
    const numbered = facts.map(({ words }) => words.map((word) => numberOf(numbers, word)));
    const shares = facts.map(() => 0);
    let total = 0;
    for (const word of this.words) {
      const likenesses = [...numbers.keys()].map((other) => likenessOf(word, other));
      const likest = numbered.map((words) =>
        words.reduce((most, number) => Math.max(most, likenesses[number] as number), 0),
      );
      const having = Math.max(
        counted(word),
        likest.reduce((sum, one) => sum + one * one, 0),
      );
      const rarity = Math.log(1 + (Math.max(0, items - having) + 0.5) / (having + 0.5));
      const weight = rarity * (word.isEmpty ? EMPTY_WEIGHT : 1);
      total += weight;
      for (const [at, one] of likest.entries()) shares[at] = (shares[at] as number) + weight * one;
    }
    return total > 0 ? shares.map((share) => share / total) : shares;
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
