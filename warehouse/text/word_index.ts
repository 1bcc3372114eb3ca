import type { Arenas } from './arena.ts';
import type { Columns } from './array_file.ts';
import { Misspellings } from './misspelling.ts';
import {
  type ParsedQuery,
  parseQuery,
  type QueryOptions,
  SPELLING_WEIGHTS,
  type SpellingWeights,
} from './query.ts';
import { type Matches, RANKING, Ranking, type RankingConstants } from './ranking.ts';
import { Synonyms } from './synonyms.ts';
import { TextList } from './text_list.ts';

/** The constants of the engine, for measuring; the defaults are in `query.ts` and `ranking.ts`. */
export interface WordConstants {
  ranking?: RankingConstants;
  spelling?: SpellingWeights;
  synonyms?: Synonyms;
  /** Whether a word names a kind of thing here. */
  isKind?: (word: string) => boolean;
}

/** Words and where they stand: what products and suggestions are found by. */
export class WordIndex {
  readonly terms: TextList;
  readonly starts: Uint32Array;
  readonly #docs: number;
  readonly #impacts: Uint8Array;
  readonly #misspellings: Misspellings;
  readonly #synonyms: Synonyms;
  readonly #spelling: SpellingWeights;
  readonly #isKind: (word: string) => boolean;
  readonly #ranking: Ranking;

  /** Over the columns a builder made, of so many products or other things. */
  constructor(columns: Columns, docs: number, arenas: Arenas, constants: WordConstants = {}) {
    this.terms = TextList.of(columns, 'term');
    this.starts = columns['posting_starts'] as Uint32Array;
    this.#docs = docs;
    this.#impacts = columns['posting_impacts'] as Uint8Array;
    this.#misspellings = new Misspellings(columns, this.terms);
    this.#synonyms = constants.synonyms ?? Synonyms.standard();
    this.#spelling = constants.spelling ?? SPELLING_WEIGHTS;
    this.#isKind = constants.isKind ?? (() => false);
    this.#ranking = new Ranking(
      arenas,
      { starts: this.starts, docs: columns['posting_docs'] as Uint32Array, impacts: this.#impacts },
      docs,
      constants.ranking ?? RANKING,
    );
  }

  parse(q: string, options: QueryOptions = {}): ParsedQuery {
    const lexicon = {
      terms: this.terms,
      postingStarts: this.starts,
      products: this.#docs,
      misspellings: this.#misspellings,
      synonyms: this.#synonyms,
      isKind: this.#isKind,
      weights: this.#spelling,
      leastImpact: (term: number) => this.#leastImpact(term),
    };
    return parseQuery(q, lexicon, options);
  }

  match(query: ParsedQuery, isFurther = false): Matches {
    return this.#ranking.match(query.groups, isFurther);
  }

  #leastImpact(term: number): number {
    let least = 255;
    for (let at = this.starts[term] as number; at < (this.starts[term + 1] as number); at++)
      least = Math.min(least, this.#impacts[at] as number);
    return least;
  }
}
