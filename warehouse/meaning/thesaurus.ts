import { readFileSync } from 'node:fs';
import { wordsOf } from '../../pipelines/text/words.ts';
import { withoutContractions } from './contractions.ts';

/** A meaning of the thesaurus, by its number. */
export type Meaning = number;

interface Entry {
  /** Null of one that nothing is above. */
  parent: Meaning | null;
  words: readonly string[];
  children: Meaning[];
  related: Set<Meaning>;
  /** By the file of associations, which says how that is written. */
  associated: Set<Meaning>;
}

/** How near two words are by where their meanings stand; the same word is 1. */
const SAME = 0.9;
const PARENT = 0.5;
const RELATED = 0.45;
/** Of a thing and what decides about it. */
const ASSOCIATED = 0.3;
const GRANDPARENT = 0.3;
const SIBLINGS = 0.35;
/** Siblings as few as these may stand for one another; of more, one says the less of another. */
const FEW_SIBLINGS = 4;

const phraseOf = (text: string): string =>
  wordsOf(withoutContractions(text))
    .map((word) => word.text)
    .join(' ');
const phrases = (list: string): string[] => list.split(',').map(phraseOf).filter(Boolean);

/** Meanings and the words for them in many languages, each below what it is a kind of, and what has to do with what. The data files say how they are written. */
export class Thesaurus {
  readonly #entries: Entry[] = [];
  readonly #byPhrase = new Map<string, Meaning[]>();
  /** Those that are other words in English. */
  readonly #foreign = new Map<string, Meaning[]>();

  /** Throws Error for a line that is indented too far, or that names a meaning there is not. */
  constructor(lines: string, associations = '') {
    const above: Meaning[] = [];
    const related: [Meaning, string][] = [];
    for (const line of lines.split('\n')) {
      if (line.startsWith('#') || line.trim() === '') continue;
      const depth = line.search(/\S/) / 2;
      if (depth > above.length || !Number.isInteger(depth))
        throw new Error(`The thesaurus has a line indented too far: ${line.trim().slice(0, 60)}`);
      const [names = '', beside = ''] = line.split(' ~ ');
      const [everywhere = '', foreign = ''] = names.split(' / ');
      above.length = depth;
      const meaning = this.#add(phrases(everywhere), phrases(foreign), above.at(-1) ?? null);
      above.push(meaning);
      related.push(...phrases(beside).map((phrase): [Meaning, string] => [meaning, phrase]));
    }
    for (const [meaning, phrase] of related) this.#relate(meaning, phrase);
    for (const line of associations.split('\n')) {
      if (line.startsWith('#')) continue;
      const [asked = '', deciding = ''] = line.split(' ~ ');
      for (const one of this.#known(asked))
        for (const other of this.#known(deciding)) this.#associate(one, other);
    }
  }

  /** The words of `thesaurus.txt`. */
  static standard(): Thesaurus {
    const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
    return new Thesaurus(file('./thesaurus.txt'), file('./associations.txt'));
  }

  /** What a folded word, or several with a space between, may mean in an English text or in another. */
  meaningsOf(phrase: string, isEnglish: boolean): readonly Meaning[] {
    const known = this.#byPhrase.get(phrase) ?? [];
    return isEnglish ? known : [...known, ...(this.#foreign.get(phrase) ?? [])];
  }

  /** 0 (nothing to do with each other) to 0.9 (the same). */
  likeness(a: Meaning, b: Meaning): number {
    if (a === b) return SAME;
    const one = this.#entries[a] as Entry;
    const other = this.#entries[b] as Entry;
    if (one.parent === b || other.parent === a) return PARENT;
    if (one.related.has(b)) return RELATED;
    if (this.#grandparent(one) === b || this.#grandparent(other) === a) return GRANDPARENT;
    return Math.max(one.associated.has(b) ? ASSOCIATED : 0, this.#siblings(one, other));
  }

  #siblings({ parent }: Entry, other: Entry): number {
    if (parent === null || parent !== other.parent) return 0;
    return SIBLINGS * Math.min(1, FEW_SIBLINGS / (this.#entries[parent] as Entry).children.length);
  }

  /** Whether one of two meanings stands right below the other. */
  isParent(a: Meaning, b: Meaning): boolean {
    return this.#parent(a) === b || this.#parent(b) === a;
  }

  /** All meanings below one, at any depth. */
  below(meaning: Meaning): Meaning[] {
    const { children } = this.#entries[meaning] as Entry;
    return children.flatMap((child) => [child, ...this.below(child)]);
  }

  /** Single words of a meaning, of its kinds and of what it has to do with, nearest first, with their likeness. */
  wordsNear(meaning: Meaning): [string, number][] {
    const { words, children, related } = this.#entries[meaning] as Entry;
    const of = (meanings: Iterable<Meaning>) =>
      [...meanings].flatMap((other) => (this.#entries[other] as Entry).words);
    return [
      ...words.map((word): [string, number] => [word, SAME]),
      ...of(children).map((word): [string, number] => [word, PARENT]),
      ...of(related).map((word): [string, number] => [word, RELATED]),
    ].filter(([word]) => !word.includes(' '));
  }

  #add(words: string[], foreign: string[], parent: Meaning | null): Meaning {
    const meaning = this.#entries.length;
    this.#entries.push({
      parent,
      words: [...words, ...foreign],
      children: [],
      related: new Set(),
      associated: new Set(),
    });
    if (parent !== null) this.#entries[parent]?.children.push(meaning);
    const list = (index: Map<string, Meaning[]>, phrase: string) =>
      index.set(phrase, [...(index.get(phrase) ?? []), meaning]);
    for (const phrase of new Set(words)) list(this.#byPhrase, phrase);
    for (const phrase of new Set(foreign)) list(this.#foreign, phrase);
    return meaning;
  }

  #known(list: string): readonly Meaning[] {
    return phrases(list).flatMap((phrase) => this.#meant(phrase));
  }

  #associate(one: Meaning, other: Meaning): void {
    if (one === other) return;
    this.#entries[one]?.associated.add(other);
    this.#entries[other]?.associated.add(one);
  }

  #relate(meaning: Meaning, phrase: string): void {
    for (const other of this.#meant(phrase)) {
      this.#entries[meaning]?.related.add(other);
      this.#entries[other]?.related.add(meaning);
    }
  }

  #meant(phrase: string): readonly Meaning[] {
    const meanings = this.meaningsOf(phrase, true);
    if (meanings.length === 0) throw new Error(`The thesaurus relates to ${phrase}, which it does not have.`);
    return meanings;
  }

  #parent(meaning: Meaning): Meaning | null {
    return this.#entries[meaning]?.parent ?? null;
  }

  #grandparent({ parent }: Entry): Meaning | null {
    return parent === null ? null : this.#parent(parent);
  }
}

let shared: Thesaurus | undefined;

/** The one that comes with the project, read once a thread. */
export const standardThesaurus = (): Thesaurus => (shared ??= Thesaurus.standard());
