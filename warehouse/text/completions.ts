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
}

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

/**
 * Of the words that may be meant those that stand in titles beside all that is finished, wherever in them: `ink b` goes on
 * to `black` though titles have `ink cartridge, 250 pages, black`. Those of most products come first.
 */
export function completions(titles: ReadTitles, finished: string, words: readonly string[]): Completion[] {
  const query = titles.parse(finished);
  if (query.groups.length === 0 || query.unknown.length > 0) return [];
  const { products, total } = titles.found(finished, MOST_READ);
  const counts = new Map<number, number>();
  for (const product of products) {
    const terms = new Set(titles.termsOf(product));
    const hasAll = query.groups.every(({ variants }) => variants.some(({ term }) => terms.has(term)));
    for (const term of hasAll ? terms : []) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const own = new Set(query.groups.flatMap(({ variants }) => variants.map(({ term }) => term)));
  const scale = total / Math.max(1, products.length);
  return words
    .flatMap((word): Completion[] => {
      const term = titles.parse(word).groups[0]?.variants[0]?.term;
      const count = term === undefined || own.has(term) ? 0 : (counts.get(term) ?? 0);
      return count < LEAST_TITLES ? [] : [{ word, products: Math.round(count * scale) }];
    })
    .toSorted((a, b) => b.products - a.products);
}
