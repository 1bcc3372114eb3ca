import type { ParsedQuery } from './query.ts';

/** Products whose titles are read, the best answers to what is finished. */
const MOST_READ = 500;
/** A word that fewer of their titles have is no completion. */
const LEAST_TITLES = 3;

/** Of the products: what is asked of them here. */
export interface ReadTitles {
  parse(q: string): ParsedQuery;
  /** The best answers, and how many there are. */
  found(q: string, limit: number): { products: number[]; total: number };
  /** The terms of a product's title. */
  termsOf(product: number): Uint32Array;
  /** The term of a word as it is written, or -1. */
  termOf(word: string): number;
}

/** Finished words of which it is remembered what titles have beside them: a search and 500 titles for each. */
const MOST_REMEMBERED = 256;

/** A word that goes on from what is finished, and about how many products have all of it. */
export interface Completion {
  word: string;
  products: number;
}

/**
 * What is typed as its finished words and the beginning of another (`ink b`); null where nothing is finished, or nothing
 * begun.
 */
export function partsTyped(q: string): { finished: string; begun: string } | null {
  const typed = /^(.*\S)\s+(\S+)$/s.exec(q.trimStart());
  return typed ? { finished: typed[1] as string, begun: typed[2] as string } : null;
}

/** What goes on from finished words. */
export class Completions {
  readonly #titles: ReadTitles;
  /** Of the finished words that were asked for last, about how many products have each term beside them. */
  readonly #known = new Map<string, ReadonlyMap<number, number>>();

  constructor(titles: ReadTitles) {
    this.#titles = titles;
  }

  /**
   * Of the words that may be meant those that stand in titles beside all that is finished, wherever in them: `ink b` goes
   * on to `black` though titles have `ink cartridge, 250 pages, black`. Those of most products come first. Who types a
   * word asks at each of its letters, and what is finished stays the same.
   */
  of(finished: string, words: readonly string[]): Completion[] {
    const counts = this.#known.get(finished) ?? this.#counted(finished);
    this.#known.delete(finished);
    this.#known.set(finished, counts);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
    return words
      .flatMap((word): Completion[] => {
        const products = counts.get(this.#titles.termOf(word));
        return products === undefined ? [] : [{ word, products }];
      })
      .toSorted((a, b) => b.products - a.products);
  }

  #counted(finished: string): ReadonlyMap<number, number> {
    const query = this.#titles.parse(finished);
    if (query.groups.length === 0 || query.unknown.length > 0) return new Map();
    const { products, total } = this.#titles.found(finished, MOST_READ);
    const counts = new Map<number, number>();
    for (const product of products) {
      const terms = new Set(this.#titles.termsOf(product));
      const hasAll = query.groups.every(({ variants }) => variants.some(({ term }) => terms.has(term)));
      for (const term of hasAll ? terms : []) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    for (const { variants } of query.groups) for (const { term } of variants) counts.delete(term);
    const scale = total / Math.max(1, products.length);
    return new Map(
      [...counts].flatMap(([term, count]) =>
        count < LEAST_TITLES ? [] : [[term, Math.round(count * scale)] as const],
      ),
    );
  }
}
