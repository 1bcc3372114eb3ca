import { RecentValues } from '../../pipelines/text/recent_values.ts';
import { EnglishWords } from '../embedding/english_words.ts';
import type { Titles } from './adjacency.ts';
import type { Arenas } from './arena.ts';
import type { Columns } from './array_file.ts';
import { CompoundEnds } from './compound_ends.ts';
import { SPELLING_WEIGHTS, type SpellingWeights } from './lexicon.ts';
import { Misspellings } from './misspelling.ts';
import { type ParsedQuery, parseQuery, type QueryOptions } from './query.ts';
import { type BlockFound, type Matches, RANKING, Ranking, type RankingConstants } from './ranking.ts';
import { Synonyms } from './synonyms.ts';
import { TextList } from './text_list.ts';

/** The constants of the engine, for measuring; the defaults are in `lexicon.ts` and `ranking.ts`. */
export interface WordConstants {
  ranking?: RankingConstants;
  spelling?: SpellingWeights;
  synonyms?: Synonyms;
  /** Whether a word names a kind of thing here. */
  isKind?: (word: string) => boolean;
  /** Whether it heads a category. */
  isHeading?: (word: string) => boolean;
  areKindsStated?: boolean;
  /** The products' titles; none where there are none. */
  titles?: Pick<Titles, 'standsTogether' | 'areOne'>;
  /** Whether a term is the whole name of the brand of one of these products. */
  isBrand?: (term: number, products: Uint32Array) => boolean;
}

/** Terms of which it is kept whether they are a maker's name: to tell it of a common word its products are walked. */
const KEPT_MAKERS = 4_096;
/** Products whose titles are looked at to tell whether two words stand side by side in some. */
const MOST_TITLES = 2_000;

/** Words and where they stand: what products and suggestions are found by. */
export class WordIndex {
  readonly terms: TextList;
  readonly starts: Uint32Array;
  readonly #docs: number;
  readonly #impacts: Uint8Array;
  readonly #misspellings: Misspellings;
  readonly #compoundEnds: CompoundEnds;
  readonly #synonyms: Synonyms;
  readonly #spelling: SpellingWeights;
  readonly #isKind: (word: string) => boolean;
  readonly #isHeading: (word: string) => boolean;
  readonly #areKindsStated: boolean;
  readonly #titles: NonNullable<WordConstants['titles']>;
  readonly #isBrand: NonNullable<WordConstants['isBrand']>;
  readonly #makers = new RecentValues<boolean, number>(KEPT_MAKERS);
  readonly #postingDocs: Uint32Array;
  readonly #ranking: Ranking;

  /** Over the columns a builder made, of so many products or other things. */
  constructor(columns: Columns, docs: number, arenas: Arenas, constants: WordConstants = {}) {
    this.terms = TextList.of(columns, 'term');
    this.starts = columns['posting_starts'] as Uint32Array;
    this.#docs = docs;
    this.#impacts = columns['posting_impacts'] as Uint8Array;
    this.#misspellings = new Misspellings(columns, this.terms);
    this.#compoundEnds = new CompoundEnds(columns, this.terms);
    this.#synonyms = constants.synonyms ?? Synonyms.standard();
    this.#spelling = constants.spelling ?? SPELLING_WEIGHTS;
    this.#isKind = constants.isKind ?? (() => false);
    this.#isHeading = constants.isHeading ?? this.#isKind;
    this.#areKindsStated = constants.areKindsStated ?? false;
    this.#titles = constants.titles ?? { standsTogether: () => false, areOne: () => false };
    this.#isBrand = constants.isBrand ?? (() => false);
    this.#postingDocs = columns['posting_docs'] as Uint32Array;
    this.#ranking = new Ranking(
      arenas,
      { starts: this.starts, docs: this.#postingDocs, impacts: this.#impacts },
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
      compoundEnds: this.#compoundEnds,
      synonyms: this.#synonyms,
      isKind: this.#isKind,
      isHeading: this.#isHeading,
      areKindsStated: this.#areKindsStated,
      isEnglish: (word: string) => EnglishWords.standard().has(word),
      weights: this.#spelling,
      isBrand: (term: number) => this.#isMaker(term),
      areNeighbours: (left: number, right: number) => this.#areNeighbours(left, right),
      areOne: (left: number, right: number) =>
        this.#titles.areOne(new Set([...this.#ofRarer(left, right), ...this.#productsOf(left)]), left, right),
      areOfOneProduct: (left: number, right: number) => this.#areOfOneProduct(left, right),
      leastImpact: (term: number) => this.#leastImpact(term),
    };
    return parseQuery(q, lexicon, options);
  }

  match(query: ParsedQuery, isFurther = false, found?: BlockFound): Matches {
    return this.#ranking.match(query, isFurther, found);
  }

  /** Whether two folded words stand side by side in a title. */
  standTogether(left: string, right: string): boolean {
    const terms = [this.terms.find(left), this.terms.find(right)] as const;
    return Math.min(...terms) >= 0 && this.#areNeighbours(...terms);
  }

  /** Whether a folded word is the whole name of some product's brand. */
  isBrand(word: string): boolean {
    const term = this.terms.find(word);
    return term >= 0 && this.#isMaker(term);
  }

  #isMaker(term: number): boolean {
    return this.#makers.of(term, () => this.#isBrand(term, this.#productsOf(term)));
  }

  #areNeighbours(left: number, right: number): boolean {
    for (const product of this.#ofRarer(left, right))
      if (this.#titles.standsTogether(product, left, right)) return true;
    return false;
  }

  /** What a term is worth in a product: 0 where it has it nowhere, else 1 to 255. */
  impactIn(term: number, product: number): number {
    const end = this.starts[term + 1] as number;
    let at = this.starts[term] as number;
    for (let to = end; at < to; ) {
      const middle = (at + to) >>> 1;
      if ((this.#postingDocs[middle] as number) < product) at = middle + 1;
      else to = middle;
    }
    return at < end && this.#postingDocs[at] === product ? (this.#impacts[at] as number) : 0;
  }

  /** All products that have a term, in whatever field. */
  productsOf(term: number): Uint32Array {
    return this.#postingDocs.subarray(this.starts[term], this.starts[term + 1]);
  }

  /** The first products that have a term. */
  #productsOf(term: number): Uint32Array {
    const from = this.starts[term] as number;
    return this.#postingDocs.subarray(from, Math.min(this.starts[term + 1] as number, from + MOST_TITLES));
  }

  #areOfOneProduct(left: number, right: number): boolean {
    const others = new Set(this.#productsOf(left));
    return this.#productsOf(right).some((product) => others.has(product));
  }

  /** The first products that have the rarer of two terms. */
  #ofRarer(left: number, right: number): Uint32Array {
    const having = (term: number) => (this.starts[term + 1] as number) - (this.starts[term] as number);
    return this.#productsOf(having(left) <= having(right) ? left : right);
  }

  #leastImpact(term: number): number {
    let least = 255;
    for (let at = this.starts[term] as number; at < (this.starts[term + 1] as number); at++)
      least = Math.min(least, this.#impacts[at] as number);
    return least;
  }
}
