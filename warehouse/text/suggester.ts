import { wordsOf } from '../../pipelines/text/words.ts';
import type { Arenas } from './arena.ts';
import type { Columns } from './array_file.ts';
import { Completions, partsTyped } from './completions.ts';
import { RANKING, scoreOf } from './ranking.ts';
import type { SearchIndex } from './search_index.ts';
import { Selection } from './selection.ts';
import { SUGGESTION_KINDS, type SuggestionKind, suggestionKey } from './suggestion_entries.ts';
import type { Synonyms } from './synonyms.ts';
import { TextList } from './text_list.ts';
import { WordIndex } from './word_index.ts';

const PREFIX = 'suggestion_';
/** The share of places that go to products when there are enough of both. */
const PRODUCT_SHARE = 0.5;
const MAX_LIMIT = 50;
/** Products of which those that most sellers carry come first. */
const RANKED_BY_SELLERS = 1_000;
/** Entries that begin with what is typed are looked at up to this many. */
const MOST_BEGINNING = 20_000;

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

const NO_KEYS = new TextList(new Uint8Array(0), new Uint32Array(1));

/** Completes what is being typed: brands, categories and phrases of titles from an index of their own, and products. */
export class Suggester {
  readonly #index: SearchIndex;
  readonly #texts: TextList;
  readonly #keys: TextList;
  readonly #keyEntries: Uint32Array;
  readonly #offersOf: (product: number) => number;
  readonly #kinds: Uint8Array;
  readonly #products: Uint32Array;
  readonly #words: WordIndex;
  readonly #selection: Selection;
  readonly #all: Uint8Array;
  readonly #completions: Completions;

  /** `offersOf`: how many live offers a product has. */
  constructor(
    columns: Columns,
    arenas: Arenas,
    index: SearchIndex,
    { synonyms, offersOf }: { synonyms: Synonyms; offersOf: (product: number) => number },
  ) {
    this.#index = index;
    this.#offersOf = offersOf;
    this.#completions = new Completions({
      parse: (text) => index.parse(text),
      termsOf: (product) => index.termsOf(product),
      termOf: (word) => index.termOf(wordsOf(word)[0]?.text ?? ''),
      found: (text, limit) => {
        const { hits, total } = index.searchNow({ q: text, limit, refined: false });
        return { products: hits.map(({ product }) => product), total };
      },
    });
    this.#texts = TextList.of(columns, 'suggestion');
    // A file from before there were keys has none until the next publication.
    const keyEntries = columns[`${PREFIX}key_entries`] as Uint32Array | undefined;
    this.#keys = keyEntries ? TextList.of(columns, 'suggestion_key') : NO_KEYS;
    this.#keyEntries = keyEntries ?? new Uint32Array(0);
    this.#kinds = columns[`${PREFIX}kinds`] as Uint8Array;
    this.#products = columns[`${PREFIX}products`] as Uint32Array;
    this.#selection = new Selection(arenas.state, this.#kinds.length);
    this.#all = arenas.state.allocate(Uint8Array, this.#kinds.length).fill(1);
    const own = Object.entries(columns).flatMap(([name, column]) =>
      name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), column] as const] : [],
    );
    this.#words = new WordIndex(Object.fromEntries(own), this.#kinds.length, arenas, {
      synonyms,
      ranking: { ...RANKING, coordination: 1, required: 1, further: 1 },
    });
  }

  /** Best first: brands, categories and phrases, then products. */
  suggest({ q, limit = 10, category }: SuggestRequest): Suggestion[] {
    const most = Math.min(MAX_LIMIT, Math.max(0, limit));
    const beginning = this.#beginning(q, category);
    const entries = withoutRepeats([
      ...beginning,
      ...(category === undefined ? this.#completed(q) : []),
      ...this.#entries(q, category),
    ]).slice(0, most);
    const products = this.#index
      .searchNow({
        q,
        limit: RANKED_BY_SELLERS,
        typing: true,
        ...(category === undefined ? {} : { category }),
      })
      .hits.map(({ product, score }): Suggestion => {
        const carried = Math.log2(1 + this.#offersOf(product));
        return { kind: 'product', product, score: score * carried };
      })
      .sort((a, b) => b.score - a.score);
    const places = Math.max(Math.floor(most * PRODUCT_SHARE), most - entries.length);
    const chosen = products.slice(0, Math.min(places, most));
    return [...entries.slice(0, most - chosen.length), ...chosen];
  }

  /** Entries that begin with all that is typed, those of most products first: `under a`, `kindle p`. */
  #beginning(q: string, category: string | undefined): Suggestion[] {
    const key = suggestionKey(q);
    if (key === '') return [];
    const { from, to } = this.#keys.range(key);
    return Array.from(this.#keyEntries.subarray(from, Math.min(to, from + MOST_BEGINNING)))
      .sort((a, b) => (this.#products[b] as number) - (this.#products[a] as number) || a - b)
      .slice(0, MAX_LIMIT)
      .flatMap((entry) => this.#entry(entry, this.#products[entry] as number, category));
  }

  /** What is typed with its last word finished by one that titles have beside the others. */
  #completed(q: string): Suggestion[] {
    const typed = partsTyped(q);
    if (typed === null) return [];
    const words = this.#beginning(typed.begun, undefined).flatMap((one) =>
      one.kind === 'query' && !one.text.includes(' ') ? [one.text] : [],
    );
    return this.#completions.of(typed.finished, words).map(({ word, products }) => ({
      kind: 'query',
      text: `${typed.finished} ${word}`,
      products,
      score: products,
    }));
  }

  /** Entries that have all the words, the last of them perhaps unfinished. */
  #entries(q: string, category: string | undefined): Suggestion[] {
    const query = this.#words.parse(q, { typing: true });
    if (query.unknown.length > 0) return [];
    const matches = this.#words.match(query);
    this.#selection.matching(matches, this.#all);
    return Array.from({ length: this.#selection.count }, (_, at) => this.#selection.products[at] as number)
      .flatMap((entry) => {
        const weight = Math.log2(1 + (this.#products[entry] as number));
        return this.#entry(entry, scoreOf(matches, entry) * weight, category);
      })
      .sort((a, b) => b.score - a.score || (textOf(a) < textOf(b) ? -1 : 1));
  }

  /** An entry as a suggestion, unless it lies outside the category. */
  #entry(entry: number, score: number, category: string | undefined): Suggestion[] {
    const kind = SUGGESTION_KINDS[this.#kinds[entry] as number] as SuggestionKind;
    const text = this.#texts.text(entry);
    const isInside =
      category === undefined ||
      (kind === 'category' && (text === category || text.startsWith(`${category}.`)));
    return isInside ? [{ kind, text, products: this.#products[entry] as number, score }] : [];
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
