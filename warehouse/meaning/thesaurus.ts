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
}

/** How near two words are by where their meanings stand; the same word is 1. */
const SAME = 0.9;
const PARENT = 0.5;
const RELATED = 0.45;
const GRANDPARENT = 0.3;
const SIBLINGS = 0.35;
/** Siblings as few as these may stand for one another; of more, one says the less of another. */
const FEW_SIBLINGS = 4;

const phraseOf = (text: string): string =>
  wordsOf(withoutContractions(text))
    .map((word) => word.text)
    .join(' ');
const phrases = (list: string): string[] => list.split(',').map(phraseOf).filter(Boolean);

/** Meanings and the words for them in many languages, each below what it is a kind of. The data file says how it is written. */
export class Thesaurus {
  readonly #entries: Entry[] = [];
  readonly #byPhrase = new Map<string, Meaning[]>();
  /** Those that are other words in English. */
  readonly #foreign = new Map<string, Meaning[]>();

  /** Throws Error for a line that is indented too far, or that names a meaning there is not. */
  constructor(lines: string) {
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
  }

  /** The words of `thesaurus.txt`. */
  static standard(): Thesaurus {
    return new Thesaurus(readFileSync(new URL('./thesaurus.txt', import.meta.url), 'utf8'));
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
    if (one.parent === null || one.parent !== other.parent) return 0;
    return SIBLINGS * Math.min(1, FEW_SIBLINGS / (this.#entries[one.parent] as Entry).children.length);
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
    this.#entries.push({ parent, words: [...words, ...foreign], children: [], related: new Set() });
    if (parent !== null) this.#entries[parent]?.children.push(meaning);
    const list = (index: Map<string, Meaning[]>, phrase: string) =>
      index.set(phrase, [...(index.get(phrase) ?? []), meaning]);
    for (const phrase of new Set(words)) list(this.#byPhrase, phrase);
    for (const phrase of new Set(foreign)) list(this.#foreign, phrase);
    return meaning;
  }

  #relate(meaning: Meaning, phrase: string): void {
    const others = this.meaningsOf(phrase, true);
    if (others.length === 0) throw new Error(`The thesaurus relates to ${phrase}, which it does not have.`);
    for (const other of others) {
      this.#entries[meaning]?.related.add(other);
      this.#entries[other]?.related.add(meaning);
    }
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
