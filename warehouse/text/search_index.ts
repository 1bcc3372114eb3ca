import type { Measure } from '../../pipelines/domain/intent.ts';
import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
import { isNumber } from '../../pipelines/text/words.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import { Titles } from './adjacency.ts';
import { BEST, FULL } from './alike_order.ts';
import { Arena, type SharedArena } from './arena.ts';
import type { Columns } from './array_file.ts';
import { BrandNames } from './brand_names.ts';
import { CalledOtherwise } from './called_otherwise.ts';
import { CategoryTitles } from './category_titles.ts';
import { subtree } from './category_tree.ts';
import { FacetCounter, type SearchFacets } from './facet_counter.ts';
import { Kinds } from './kinds.ts';
import { MeasuredFit, unstatedOf } from './measured_fit.ts';
import { NamedThings } from './named_things.ts';
import { type OfferFilter, Offers, type SharedOffers } from './offers.ts';
import { Page, type Position } from './page.ts';
import type { ParsedQuery, QueryOptions } from './query.ts';
import { isAsked, type Matches, RANKING, scoreOf } from './ranking.ts';
import { ResultOrder } from './result_order.ts';
import type { Hit, ReadAs, SearchAnswer } from './search_answer.ts';
import type { SearchRequest } from './search_request.ts';
import { Selection } from './selection.ts';
import { Suggester, type Suggestion, type SuggestRequest } from './suggester.ts';
import { Synonyms } from './synonyms.ts';
import type { Texts } from './text_file.ts';
import { TextList } from './text_list.ts';
import { TitleSense } from './title_sense.ts';
import type { VariantAmounts } from './variant_amounts.ts';
import { type WordConstants, WordIndex } from './word_index.ts';

/** Most products of one page. */
const MAX_LIMIT = 1_000;
/** The best by score that are looked at for what they are. */
const LOOKED_AT = 100;
/** Words that a word was taken for, told at most. */
const MOST_GUESSES = 3;
/** Of more products some are the thing that is asked for, and not all their titles are read. */
const MOST_BESIDE = 100;

/** An answer of which nothing but hits is told. */
const NOTHING_ELSE = { further: 0, facets: null, unknown: [], readAs: [], hasWords: true };

/** What another thread needs to ask the same index; all but names lies in shared memory. */
export interface SharedIndex {
  columns: Columns;
  arena: SharedArena;
  offers: SharedOffers;
  ages: Int32Array;
}

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
  readonly #categoryTitles: CategoryTitles;
  readonly #brands: TextList;
  readonly #brandOf: Int32Array;
  readonly #brandNames: BrandNames;
  readonly #kinds: Kinds;
  readonly #sense: TitleSense;
  readonly #things: NamedThings;
  readonly #called: CalledOtherwise;
  readonly #isStated: Uint8Array | undefined;
  readonly #offers: Offers;
  /** By product: the number of the first listing the index ever had of it; later products have higher ones. */
  readonly #ages: Int32Array;
  readonly #suggester: Suggester;
  readonly #selection: Selection;
  readonly #order: ResultOrder;
  #facets: FacetCounter | null = null;

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
    this.#categoryTitles = new CategoryTitles(this.#titles, this.#categoryOf);
    const isBrand = (term: number, products: Uint32Array) => this.#brandNames.isNamed(term, products);
    this.#words = new WordIndex(columns, this.products, arenas, {
      isKind,
      areKindsStated: this.#isStated?.includes(1) ?? false,
      isBrand,
      titles: this.#titles,
      ...constants,
      synonyms,
    });
    this.#brandNames = new BrandNames(this.#brands, this.#brandOf, this.#words.terms);
    this.#sense = new TitleSense(this.#titles, this.#words.terms);
    const refinedBy = {
      titles: this.#titles,
      brandNames: this.#brandNames,
      kinds,
      sense: this.#sense,
      synonyms,
      categoryOf: this.#categoryOf,
      isStated: this.#isStated,
      isReady: (product: number) => offers.isReady(product),
    };
    this.#things = new NamedThings(refinedBy, this.#words.terms);
    this.#called = new CalledOtherwise(this.#things, this.#titles, (term) => this.#words.productsOf(term));
    this.#offers = offers;
    this.#ages = offers.arena.hold(ages);
    this.#selection = new Selection(offers.arena, this.products);
    this.#order = new ResultOrder(this.#selection, refinedBy, offers, this.#ages);
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

  /** Reads a query as the engine does. */
  parse(q: string, options: QueryOptions = {}): ParsedQuery {
    return this.#words.parse(q, options);
  }

  /** The text of a term that `parse` names. */
  term(term: number): string {
    return this.#words.terms.text(term);
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
    const asked = this.#words.parse(request.q, request);
    const query = request.literal ? asked : this.#called.read(asked, vectors);
    const byScore = request.sort === undefined || request.sort === 'relevance';
    const gathering = this.#selection.gathering(this.#offers.live(request));
    const matches = this.#words.match(query, byScore && request.more === true, gathering);
    this.#filter(request);
    const total = this.#selection.count;
    // What has less than half of what is asked, unknown words and all, only follows: it is counted as such, and a
    // sort walks none of it.
    const beside = request.more === true && request.things === true ? this.#onlyBeside(query) : null;
    const isLacking = request.more === true && (beside !== null || lacksMost(query));
    if (isLacking) this.#selection.of([]);
    const fit =
      amounts && request.measures ? new MeasuredFit(this.#offers, amounts, request, request.measures) : null;
    const before = fit?.keep(this.#selection);
    const met = this.#selection.count;
    const facets = request.facets ? this.#facetCounter().count(this.#selection, request) : null;
    if (fit && request.behind !== undefined) {
      const found = this.#order.behind(request, request.behind, matches, limitOf(request));
      return { ...NOTHING_ELSE, hits: found.map((hit) => ({ ...hit, score: hit.key })), total, met };
    }
    // By score what lacks them follows, so all of it is ordered.
    if (before && byScore) this.#selection.of(before);
    if (isLacking && byScore) this.#narrow(request, matches);
    const read = { unknown: query.unknown, readAs: this.readAs(query) };
    if (isLacking && query.lacksThing && !this.#areNamed(query, matches))
      return { ...NOTHING_ELSE, ...read, hits: [], total: 0, facets };
    const { hits, behind } = this.#page(request, query, matches, {
      vectors: isLacking || total === 0 || total >= FULL ? null : vectors,
      total,
    });
    return {
      ...read,
      hits: hits.map((hit) => ({
        ...hit,
        score: byScore ? hit.key : scoreOf(matches, hit.product),
        ...fit?.told(hit.product),
      })),
      total: isLacking ? 0 : total,
      ...(fit ? { met } : {}),
      further: behind + (isLacking && byScore ? total : 0),
      facets,
      ...(beside === null ? {} : { beside }),
      hasWords: query.groups.length + query.unknown.length > 0,
    };
  }

  /**
   * A page of what is selected, and how many follow behind all of it; with `vectors`, which are for few, also those that
   * are like the best.
   */
  #page(
    request: SearchRequest,
    query: ParsedQuery,
    matches: Matches,
    { vectors, total }: { vectors: VectorTable | null; total: number },
  ): { hits: Omit<Hit, 'score'>[]; behind: number } {
    const byScore = request.sort === undefined || request.sort === 'relevance';
    const limit = limitOf(request);
    const first = (after: Position | null, most: number) =>
      byScore && query.groups.length > 0 && request.refined !== false
        ? this.#order.refined(request, after, matches, query, most)
        : this.#order.plain(request, after, matches, most);
    const hits: Omit<Hit, 'score'>[] = first(request.after ?? null, limit);
    if (!byScore || !request.more) return { hits, behind: 0 };
    const isAlike = vectors !== null && request.alike === true;
    const best = isAlike ? first(null, Math.min(BEST, total)).map(({ product }) => product) : [];
    this.#selection.further();
    this.#filter(request);
    const passing = (products: number[]) => this.passing(products, request);
    const followers = this.#order.following(request.after ?? null, matches, {
      places: limit - hits.length,
      alike: vectors && best.length > 0 ? { vectors, best, places: FULL - total, passing } : null,
    });
    return { hits: [...hits, ...followers.hits], behind: followers.count };
  }

  /** The thing that the query names, where all that is selected, which is little, only goes with it. */
  #onlyBeside(query: ParsedQuery): string | null {
    const { count, products } = this.#selection;
    return count === 0 || count > MOST_BESIDE
      ? null
      : this.#things.onlyBeside(query, products.subarray(0, count));
  }

  /** Whether a word of the query names what is selected: the brand of one of the best, or what most of them are. */
  #areNamed({ groups }: ParsedQuery, matches: Matches): boolean {
    if (this.#categories.size === 0) return true;
    const top = new Page(LOOKED_AT, null);
    this.#selection.offerTo(top, matches);
    const best = top.positions().map(({ product }) => product);
    const isOfNamedBrand = this.#brandNames.namedBy(groups);
    const words = groups.filter(({ text, isGuess }) => !isGuess && !isNumber(text) && !COLOR_WORDS.has(text));
    const terms = new Set(words.flatMap(({ variants }) => variants.map(({ term }) => term)));
    return best.some(isOfNamedBrand) || this.#categoryTitles.areNamedBy(terms, best);
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

  /** Whether two folded words stand side by side in a title: `electric guitar`. */
  standTogether(left: string, right: string): boolean {
    return this.#words.standTogether(left, right);
  }

  /** Whether a folded word is the whole name of some product's brand. */
  isBrand(word: string): boolean {
    return this.#words.isBrand(word);
  }

  /** Of some products those that are the thing that a query names, not what goes with it; null where nothing tells. */
  thingsNamed(
    query: ParsedQuery,
    products: readonly number[],
    vectors: VectorTable | null,
  ): ReadonlySet<number> | null {
    return this.#things.among(query, products, vectors);
  }

  /** Of some measures those of whose dimension no offer of these products is of a variant that states any amount. */
  unstated(measures: readonly Measure[], products: readonly number[], amounts: VariantAmounts) {
    return unstatedOf(measures, products, amounts, this.#offers);
  }

  /** The words of a query that were only guessed at, and those that were read as two. */
  readAs({ groups, parted }: ParsedQuery): ReadAs[] {
    const guesses = groups
      .filter(({ isGuess }) => isGuess)
      .map(({ text, variants }) => ({
        word: text,
        as: variants.slice(0, MOST_GUESSES).map(({ term }) => this.term(term)),
      }));
    return [...parted.map(({ word, as }) => ({ word, as: [as] })), ...guesses];
  }

  /** Counts these products by what they can be narrowed with. */
  countFacets(products: readonly number[], filter: OfferFilter): SearchFacets {
    this.#selection.of(products);
    return this.#facetCounter().count(this.#selection, filter);
  }

  /** Those of these products that pass the filters, in the order given. */
  passing(products: readonly number[], request: Omit<SearchRequest, 'q'>): number[] {
    const live = this.#offers.live(request);
    this.#selection.of(products.filter((product) => live[product] === 1));
    this.#filter(request);
    return [...this.#selection.products.subarray(0, this.#selection.count)];
  }

  /** Those of these products that have an offer to buy which passes the filter, in the order given. */
  buyable(
    products: readonly number[],
    filter: Pick<OfferFilter, 'sellers' | 'max_price_minor'>,
  ): Uint32Array {
    this.#selection.of(products);
    this.#offers.narrowToBuyable(this.#selection, filter);
    return this.#selection.products.slice(0, this.#selection.count);
  }

  /** Made when it is first asked for, since its counts take memory that an arena never takes back. */
  #facetCounter(): FacetCounter {
    this.#facets ??= new FacetCounter(
      { values: this.#categories, of: this.#categoryOf },
      { values: this.#brands, of: this.#brandOf },
      this.#offers,
    );
    return this.#facets;
  }

  /** Selects what matches and passes the filters. Most of a query's time is spent here. */
  #narrow(request: SearchRequest, matches: Matches): void {
    this.#selection.matching(matches, this.#offers.live(request));
    this.#filter(request);
  }

  #filter(request: Omit<SearchRequest, 'q'>): void {
    const selection = this.#selection;
    if (request.category !== undefined)
      selection.within(this.#categoryOf, subtree(this.#categories, request.category));
    this.#offers.narrow(selection, request);
  }
}

const limitOf = ({ limit = 20 }: SearchRequest): number => Math.min(MAX_LIMIT, Math.max(0, limit));

/** Whether the words that nothing resembles tell more than those that something has. */
function lacksMost({ groups, unknownMass }: ParsedQuery): boolean {
  const known = groups.reduce((sum, group) => sum + (isAsked(group) ? group.mass : 0), 0);
  return unknownMass > 0 && known < RANKING.required * (known + unknownMass);
}
