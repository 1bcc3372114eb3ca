import type { VectorTable } from '../embedding/vector_table.ts';
import type { Titles } from './adjacency.ts';
import { SPELLING_WEIGHTS } from './lexicon.ts';
import { type NamedThings, namedAlone } from './named_things.ts';
import type { ParsedQuery, QueryGroup, Variant } from './query.ts';

/** Titles that are looked at of those that have a name, evenly drawn. */
const MOST_TITLES = 300;
/** Of the titles that have the name as it is asked for so many may be the thing, and it is still called otherwise. */
const MOST_OWN = 0.05;
/** Of those that have another name for it so many must be the thing, and no fewer than so many titles. */
const LEAST_OTHER = 0.5;
const LEAST_TITLES = 10;
/** Names that are kept with what was found of them. */
const MOST_KNOWN = 1_000;

/**
 * Tells what a catalogue calls a thing. Where `laptop` stands only in the names of locks and sleeves, and the machines
 * are called notebooks, whoever asks for a laptop asks for those.
 */
export class CalledOtherwise {
  readonly #things: NamedThings;
  readonly #titles: Titles;
  readonly #productsOf: (term: number) => Uint32Array;
  readonly #known = new Map<string, boolean>();

  /** `productsOf`: all that have a term, wherever. */
  constructor(things: NamedThings, titles: Titles, productsOf: (term: number) => Uint32Array) {
    this.#things = things;
    this.#titles = titles;
    this.#productsOf = productsOf;
  }

  /** The query with the words of this catalogue for a thing that is named alone: what means the same counts in full. */
  read(query: ParsedQuery, vectors: VectorTable | null): ParsedQuery {
    const thing = vectors === null ? undefined : namedAlone(query);
    if (!vectors || !thing || thing.isGuess) return query;
    const own = thing.variants.filter(({ weight }) => weight === 1);
    const others = thing.variants.filter(({ weight }) => weight === SPELLING_WEIGHTS.synonym);
    if (own.length === 0 || others.length === 0) return query;
    const key = [...own, ...others].map(({ term }) => term).join(' ');
    const known = this.#known.get(key) ?? this.#areCalled(query, { own, others }, vectors);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(key, known);
    return known
      ? { ...query, groups: query.groups.map((one) => (one === thing ? turned(one) : one)) }
      : query;
  }

  #areCalled(
    query: ParsedQuery,
    { own, others }: { own: readonly Variant[]; others: readonly Variant[] },
    vectors: VectorTable,
  ): boolean {
    const named = this.#titled(own);
    const otherwise = this.#titled(others).filter((product) => !named.includes(product));
    if (otherwise.length < LEAST_TITLES) return false;
    const things = this.#things.among(query, [...named, ...otherwise], vectors);
    const among = (products: readonly number[]) => products.filter((product) => things?.has(product)).length;
    return among(named) <= MOST_OWN * named.length && among(otherwise) >= LEAST_OTHER * otherwise.length;
  }

  /** Products whose title has one of these words. */
  #titled(variants: readonly Variant[]): number[] {
    const found = variants.flatMap(({ term }) =>
      evenly(this.#productsOf(term)).filter((product) => this.#titles.termsOf(product).includes(term)),
    );
    return [...new Set(found)];
  }
}

/** A name and what means the same, each in the other's place. */
const turned = (group: QueryGroup): QueryGroup => ({
  ...group,
  variants: group.variants
    .map(({ term, weight }) => ({
      term,
      weight: weight === 1 ? SPELLING_WEIGHTS.synonym : weight === SPELLING_WEIGHTS.synonym ? 1 : weight,
    }))
    .sort((a, b) => b.weight - a.weight || a.term - b.term),
});

function evenly(products: Uint32Array): number[] {
  const step = Math.max(1, products.length / MOST_TITLES);
  const count = Math.min(products.length, MOST_TITLES);
  return Array.from({ length: count }, (_, at) => products[Math.floor(at * step)] as number);
}
