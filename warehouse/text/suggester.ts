import type { Arenas } from './arena.ts';
import type { Columns } from './array_file.ts';
import { scoreOf } from './ranking.ts';
import type { SearchIndex } from './search_index.ts';
import { Selection } from './selection.ts';
import { SUGGESTION_KINDS, type SuggestionKind } from './suggestion_entries.ts';
import type { Synonyms } from './synonyms.ts';
import { TextList } from './text_list.ts';
import { WordIndex } from './word_index.ts';

const PREFIX = 'suggestion_';
/** The share of places that go to products when there are enough of both. */
const PRODUCT_SHARE = 0.5;
const MAX_LIMIT = 50;

export interface SuggestRequest {
  q: string;
  /** Default 10, at most 50. */
  limit?: number;
  /** Only products and categories of this node and below. */
  category?: string;
}

/** A completion. A product's text is its title, which the caller reads; `products` is how many a choice leads to. */
export type Suggestion =
  | { kind: 'product'; product: number; score: number }
  | { kind: SuggestionKind; text: string; products: number; score: number };

/** Completes what is being typed: brands, categories and phrases of titles from an index of their own, and products. */
export class Suggester {
  readonly #index: SearchIndex;
  readonly #texts: TextList;
  readonly #kinds: Uint8Array;
  readonly #products: Uint32Array;
  readonly #words: WordIndex;
  readonly #selection: Selection;
  readonly #all: Uint8Array;

  constructor(columns: Columns, arenas: Arenas, index: SearchIndex, synonyms: Synonyms) {
    this.#index = index;
    this.#texts = TextList.of(columns, 'suggestion');
    this.#kinds = columns[`${PREFIX}kinds`] as Uint8Array;
    this.#products = columns[`${PREFIX}products`] as Uint32Array;
    this.#selection = new Selection(arenas.state, this.#kinds.length);
    this.#all = arenas.state.allocate(Uint8Array, this.#kinds.length).fill(1);
    const own = Object.entries(columns).flatMap(([name, column]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), column] as const] : [],
    );
    this.#words = new WordIndex(Object.fromEntries(own), this.#kinds.length, arenas, {
      synonyms,
      ranking: { coordination: 1, required: 1, further: 1 },
    });
  }

  /** Best first: brands, categories and phrases, then products. */
  suggest({ q, limit = 10, category }: SuggestRequest): Suggestion[] {
    const most = Math.min(MAX_LIMIT, Math.max(0, limit));
    const entries = this.#entries(q, most, category);
    const products = this.#index
      .searchNow({
        q,
        limit: most,
        typing: true,
        ...(category === undefined ? {} : { category }),
      })
      .hits.map(({ product, score }): Suggestion => ({ kind: 'product', product, score }));
    const places = Math.max(Math.floor(most * PRODUCT_SHARE), most - entries.length);
    const chosen = products.slice(0, places);
    return [...entries.slice(0, most - chosen.length), ...chosen];
  }

  #entries(q: string, most: number, category: string | undefined): Suggestion[] {
    const matches = this.#words.match(this.#words.parse(q, { typing: true }));
    const found: Suggestion[] = [];
    this.#selection.matching(matches, this.#all);
    for (let index = 0; index < this.#selection.count; index++) {
      const entry = this.#selection.products[index] as number;
      const score = scoreOf(matches, entry);
      const kind = SUGGESTION_KINDS[this.#kinds[entry] as number] as SuggestionKind;
      const text = this.#texts.text(entry);
      if (
        category !== undefined &&
        !(kind === 'category' && (text === category || text.startsWith(`${category}.`)))
      )
        continue;
      const weight = this.#products[entry] as number;
      found.push({
        kind,
        text,
        products: weight,
        score: score * Math.log2(1 + weight),
      });
    }
    found.sort((a, b) => b.score - a.score || (textOf(a) < textOf(b) ? -1 : 1));
    return withoutRepeats(found).slice(0, most);
  }
}

function textOf(suggestion: Suggestion): string {
  return suggestion.kind === 'product' ? '' : suggestion.text;
}

/** Of a brand and a phrase that read the same, the better. */
function withoutRepeats(suggestions: readonly Suggestion[]): Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter((suggestion) => {
    const text = textOf(suggestion).toLowerCase();
    return !seen.has(text) && seen.add(text);
  });
}
