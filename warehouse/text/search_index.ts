import type { Measure } from '../../pipelines/domain/intent.ts';
import { fromPlural } from '../../pipelines/text/plural.ts';
import { RecentValues } from '../../pipelines/text/recent_values.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import { Titles } from './adjacency.ts';
import { Answers } from './answers.ts';
import { Arena, type SharedArena } from './arena.ts';
import type { Columns } from './array_file.ts';
import { BrandNames } from './brand_names.ts';
import { CalledOtherwise } from './called_otherwise.ts';
import { CategoryTitles } from './category_titles.ts';
import { ContraryTitles } from './contrary_titles.ts';
import type { SearchFacets } from './facet_counter.ts';
import { Kinds } from './kinds.ts';
import { unstatedOf } from './measured_fit.ts';
import { NamedThings } from './named_things.ts';
import { type OfferFilter, Offers, type SharedOffers, STOCK } from './offers.ts';
import type { ParsedQuery, QueryOptions } from './query.ts';
import { ResultOrder } from './result_order.ts';
import type { ReadAs, SearchAnswer } from './search_answer.ts';
import type { SearchRequest } from './search_request.ts';
import { Selection } from './selection.ts';
import { Suggester, type Suggestion, type SuggestRequest } from './suggester.ts';
import { Synonyms } from './synonyms.ts';
import type { Texts } from './text_file.ts';
import { TextList } from './text_list.ts';
import { TitleSense } from './title_sense.ts';
import { TitleWords } from './title_words.ts';
import type { VariantAmounts } from './variant_amounts.ts';
import { type WordConstants, WordIndex } from './word_index.ts';

/** What another thread needs to ask the same index; all but names lies in shared memory. */
export interface SharedIndex {
  columns: Columns;
  arena: SharedArena;
  offers: SharedOffers;
  ages: Int32Array;
}

/** Queries that are kept as they were read. */
const KEPT_QUERIES = 1_024;
/** Products that have a word which are looked at for who makes them. */
const MOST_BEARING = 200;

/**
 * The text index of a snapshot, ready to be asked. Asking is synchronous work of about a millisecond behind an
 * asynchronous face. For an order of your own (by meaning, say) ask for more than you need and sort again: a hit's
 * `score` is comparable within its answer, and `titleTerms` tells what its title says.
 */
export class SearchIndex {
  readonly products: number;
  readonly #texts: Texts;
  readonly #words: WordIndex;
  readonly #titles: Titles;
  readonly #categories: TextList;
  readonly #categoryOf: Int32Array;
  readonly #brands: TextList;
  readonly #brandOf: Int32Array;
  readonly #brandNames: BrandNames;
  readonly #kinds: Kinds;
  readonly #sense: TitleSense;
  readonly #things: NamedThings;
  readonly #isStated: Uint8Array | undefined;
  readonly #offers: Offers;
  /** By product: the number of the first listing the index ever had of it; later products have higher ones. */
  readonly #ages: Int32Array;
  readonly #suggester: Suggester;
  readonly #selection: Selection;
  readonly #parsed = new RecentValues<ParsedQuery>(KEPT_QUERIES);
  readonly #answers: Answers;

  constructor({ columns, arena }: Texts, offers: Offers, ages: Int32Array, constants: WordConstants = {}) {
    const arenas = { columns: arena, state: offers.arena };
    this.#texts = { columns, arena };
    const synonyms = constants.synonyms ?? Synonyms.standard();
    this.#categories = TextList.of(columns, 'category');
    this.#isStated = columns['category_stated'] as Uint8Array | undefined;
    this.#brands = TextList.of(columns, 'brand');
    this.#categoryOf = offers.arena.hold(columns['category_of'] as Int32Array);
    this.#brandOf = offers.arena.hold(columns['brand_of'] as Int32Array);
    this.products = this.#categoryOf.length;
    const kinds = new Kinds(this.#categories);
    this.#kinds = kinds;
    const isKind = (word: string) => kinds.isKind(word);
    this.#titles = new Titles(columns);
    const isBrand = (term: number, products: Uint32Array) => this.#brandNames.isNamed(term, products);
    this.#words = new WordIndex(columns, this.products, arenas, {
      isKind,
      isHeading: (word: string) => kinds.isHeading(word),
      areKindsStated: this.#isStated?.includes(1) ?? false,
      isBrand,
      titles: this.#titles,
      ...constants,
      synonyms,
    });
    this.#brandNames = new BrandNames(this.#brands, this.#brandOf, this.#words.terms);
    const words = new TitleWords(this.#words.terms, kinds.heads);
    this.#sense = new TitleSense(this.#titles, words);
    const impactIn = (term: number, product: number) => this.#words.impactIn(term, product);
    const contrary = new ContraryTitles(this.#words.terms, this.#titles, impactIn);
    const refinedBy = {
      titles: this.#titles,
      contrary,
      brandNames: this.#brandNames,
      kinds,
      sense: this.#sense,
      words,
      synonyms,
      categoryOf: this.#categoryOf,
      isStated: this.#isStated,
      isReady: (product: number) => offers.isReady(product),
      impactIn,
      isMaker: (word: string) => this.#words.isBrand(word),
    };
    this.#things = new NamedThings(refinedBy);
    this.#offers = offers;
    this.#ages = offers.arena.hold(ages);
    this.#selection = new Selection(offers.arena, this.products);
    this.#answers = new Answers({
      words: this.#words,
      called: new CalledOtherwise(this.#things, this.#titles, (term) => this.#words.productsOf(term)),
      things: this.#things,
      contrary,
      categories: { values: this.#categories, of: this.#categoryOf },
      categoryTitles: new CategoryTitles(this.#titles, this.#categoryOf),
      brands: { values: this.#brands, of: this.#brandOf },
      brandNames: this.#brandNames,
      offers,
      selection: this.#selection,
      order: new ResultOrder(this.#selection, refinedBy, offers, this.#ages),
    });
    const { firsts } = offers.columns;
    const offersOf = (product: number) => (firsts[product + 1] as number) - (firsts[product] as number);
    this.#suggester = new Suggester(columns, arenas, this, { synonyms, offersOf });
  }

  /** The index of another thread, with the standard constants. */
  static attach({ columns, arena, offers, ages }: SharedIndex): SearchIndex {
    const own = new Arena(arena);
    const adopted = Object.entries(columns).map(([name, column]) => [name, own.adopt(column)] as const);
    const attached = Offers.attach(offers);
    const texts = { columns: Object.fromEntries(adopted), arena: own };
    return new SearchIndex(texts, attached, attached.arena.adopt(ages));
  }

  /** What another thread is to `attach`. */
  get shared(): SharedIndex {
    const { columns: own, arena } = this.#texts;
    const held = Object.entries(own).map(([name, column]) => [name, arena.hold(column)] as const);
    return {
      columns: Object.fromEntries(held),
      arena: arena.shared,
      offers: this.#offers.shared,
      ages: this.#ages,
    };
  }

  /** Reads a query as the engine does. A decision reads the pieces of one text many times over, so what was read last is kept. */
  parse(q: string, options: QueryOptions = {}): ParsedQuery {
    const { typing = false, literal = false, uses = '', language = '', meaning = '' } = options;
    const key = [q, uses, language, meaning, typing, literal].join('\0');
    return this.#parsed.of(key, () => this.#words.parse(q, options));
  }

  /** The text of a term that `parse` names. */
  term(term: number): string {
    return this.#words.terms.text(term);
  }

  /** The term of a folded word, or -1. */
  termOf(word: string): number {
    return this.#words.terms.find(word);
  }

  /** Whether some text of a product, descriptions included, has a term. */
  has(product: number, term: number): boolean {
    return term >= 0 && this.#words.impactIn(term, product) > 0;
  }

  /**
   * The products of which some text, descriptions included, has every one of folded words as it is written; none where more
   * than `most` have the rarest of them.
   */
  productsWith(words: readonly string[], most: number): number[] {
    const terms = words.map((word) => this.termOf(word));
    if (terms.length === 0 || terms.some((term) => term < 0)) return [];
    const postings = terms.map((term) => this.#words.productsOf(term));
    const rarest = postings.reduce((one, other) => (other.length < one.length ? other : one));
    if (rarest.length > most) return [];
    return [...rarest].filter((product) => terms.every((term) => this.has(product, term)));
  }

  /** The folded words of a product's title, in order. */
  titleTerms(product: number): string[] {
    return Array.from(this.termsOf(product), (term) => this.term(term));
  }

  /** The terms of a product's title, in order. */
  termsOf(product: number): Uint32Array {
    return this.#titles.termsOf(product);
  }

  /** The products that match, filtered exactly, in a stable order: by key, then by product number. */
  search(request: SearchRequest): Promise<SearchAnswer> {
    return Promise.resolve(this.searchNow(request));
  }

  /** Completions of what is being typed. */
  suggest(request: SuggestRequest): Promise<Suggestion[]> {
    return Promise.resolve(this.suggestNow(request));
  }

  suggestNow(request: SuggestRequest): Suggestion[] {
    return this.#suggester.suggest(request);
  }

  /**
   * `vectors`: of all products, of what is alike where `request` asks for it; without them nothing is. `amounts`: of all
   * variants, where `request` has measures; without them nothing is told of these.
   */
  searchNow(
    request: SearchRequest,
    vectors: VectorTable | null = null,
    amounts: VariantAmounts | null = null,
  ): SearchAnswer {
    return this.#answers.answer(request, { vectors, amounts });
  }

  /** Whether a seller states the category of a product; else its place was found from its words. */
  isKindStated(product: number): boolean {
    return this.#isStated?.[product] === 1;
  }

  /** The categories of the catalogue that are lists of what a folded word names: `office_chairs` for `chair`. */
  categoriesOfThing(word: string): string[] {
    return [...this.#kinds.categoriesHeaded(word)].map((category) => this.#categories.text(category));
  }

  /**
   * Of the products whose title has a folded word before it says what they go with, the share of the maker that most are
   * of; 1 where none names a maker.
   */
  makerShare(word: string): number {
    const term = this.#words.terms.find(word);
    const bearing = term < 0 ? [] : this.#words.productsOf(term).subarray(0, MOST_BEARING);
    const counts = new Map<number, number>();
    let named = 0;
    for (const product of bearing) {
      const brand = this.#brandOf[product] as number;
      if (brand < 0 || !this.#sense.says(product, term)) continue;
      counts.set(brand, (counts.get(brand) ?? 0) + 1);
      named++;
    }
    return named === 0 ? 1 : Math.max(...counts.values()) / named;
  }

  /** Of the products whose title has a folded word before it says what they go with, the share whose maker's name has it; 0 of none. */
  shareNamed(word: string): number {
    const term = this.#words.terms.find(word);
    const bearing = term < 0 ? [] : this.#words.productsOf(term).subarray(0, MOST_BEARING);
    const saying = [...bearing].filter((product) => this.#sense.says(product, term));
    const named = saying.filter((product) => this.#brandNames.has(product, term));
    return saying.length === 0 ? 0 : named.length / saying.length;
  }

  /**
   * Whether a shelf is called just so, and half or more of the titles that say the word lie on it: `neusspray`, which is then
   * what those things are called. A shelf of `cycling` is said by no title.
   */
  namesShelf(word: string): boolean {
    const leafOf = (category: number) => this.#categories.text(category).split('.').at(-1) ?? '';
    const shelves = [...this.#kinds.categoriesHeaded(word)].filter(
      (category) => fromPlural(leafOf(category)) === fromPlural(word),
    );
    const term = shelves.length === 0 ? -1 : this.#words.terms.find(word);
    const bearing = term < 0 ? [] : [...this.#words.productsOf(term).subarray(0, MOST_BEARING)];
    const saying = bearing.filter((product) => this.#sense.says(product, term));
    const lying = saying.filter((product) => shelves.includes(this.#categoryOf[product] as number));
    return lying.length > 0 && lying.length * 2 >= saying.length;
  }

  /** Whether two folded words stand side by side in a title: `electric guitar`. */
  standTogether(left: string, right: string): boolean {
    return this.#words.standTogether(left, right);
  }

  /** Whether a folded word is the whole name of some product's brand. */
  isBrand(word: string): boolean {
    return this.#words.isBrand(word);
  }

  /** The makers that listings declare, as they spell them. */
  brandsDeclared(): string[] {
    return Array.from({ length: this.#brands.size }, (_, place) => this.#brands.text(place));
  }

  /** Of some products those that are the thing that a query names, not what goes with it; null where nothing tells. */
  thingsNamed(
    query: ParsedQuery,
    products: readonly number[],
    vectors: VectorTable | null,
  ): ReadonlySet<number> | null {
    return this.#things.among(query, products, vectors);
  }

  /** Tells which products are called by another name that ends with the word for the thing: of a dryer hair dryers. */
  namedOtherwise(query: ParsedQuery): ((product: number) => boolean) | null {
    return this.#things.namedOtherwise(query);
  }

  /** Of some measures those of whose dimension no offer of these products is of a variant that states any amount. */
  unstated(measures: readonly Measure[], products: readonly number[], amounts: VariantAmounts) {
    return unstatedOf(measures, products, amounts, this.#offers);
  }

  /** The words of a query that were only guessed at, and those that were read as two. */
  readAs(query: ParsedQuery): ReadAs[] {
    return this.#answers.readAs(query);
  }

  /** Counts these products by what they can be narrowed with. */
  countFacets(products: readonly number[], filter: OfferFilter): SearchFacets {
    this.#selection.of(products);
    return this.#answers.facetCounter().count(this.#selection, filter);
  }

  /** Those of these products that pass the filters, in the order given. */
  passing(products: readonly number[], request: Omit<SearchRequest, 'q'>): number[] {
    return this.#answers.passing(products, request);
  }

  /** Those of these products that have an offer to buy which passes the filter, in the order given. */
  buyable(products: readonly number[], filter: BuyableFilter): Uint32Array {
    this.#selection.of(products);
    this.#offers.narrowToBuyable(this.#selection, filter);
    return this.#selection.products.slice(0, this.#selection.count);
  }

  /** The same, the offer of a variant within the bounds of every measure. */
  buyableWithin(
    products: readonly number[],
    filter: BuyableFilter,
    { measures, amounts }: { measures: readonly Measure[]; amounts: VariantAmounts },
  ): Uint32Array {
    const passes = this.#offers.passing(filter);
    const meets = amounts.meeting(measures);
    const { firsts, stock } = this.#offers.columns;
    return this.buyable(products, filter).filter((product) => {
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++)
        if (stock[offer] !== STOCK.no && passes(offer) && meets(offer)) return true;
      return false;
    });
  }
}

type BuyableFilter = Pick<OfferFilter, 'sellers' | 'max_price_minor'>;
