import type { Measure } from '../../pipelines/domain/intent.ts';
import { isNumber } from '../../pipelines/text/words.ts';
import type { VectorTable } from '../embedding/vector_table.ts';
import { BEST, FULL } from './alike_order.ts';
import type { BrandNames } from './brand_names.ts';
import type { CalledOtherwise } from './called_otherwise.ts';
import type { CategoryTitles } from './category_titles.ts';
import { subtree } from './category_tree.ts';
import type { ContraryTitles } from './contrary_titles.ts';
import { FacetCounter, type FacetField } from './facet_counter.ts';
import { evenly, FIT, MeasuredFit, unstatedOf } from './measured_fit.ts';
import type { NamedThings } from './named_things.ts';
import type { Offers } from './offers.ts';
import { OnlyQuantities } from './only_quantities.ts';
import { Page, type Position } from './page.ts';
import type { Pair, ParsedQuery } from './query.ts';
import { isAsked, type Matches, RANKING, scoreOf } from './ranking.ts';
import type { ResultOrder } from './result_order.ts';
import type { Hit, ReadAs, SearchAnswer } from './search_answer.ts';
import type { SearchRequest } from './search_request.ts';
import type { Selection } from './selection.ts';
import type { VariantAmounts } from './variant_amounts.ts';
import type { WordIndex } from './word_index.ts';
import { namesNoThing } from './word_roles.ts';

/** Most products of one page. */
const MAX_LIMIT = 1_000;
/** The best by score that are looked at for what they are. */
const LOOKED_AT = 100;
/** Words that a word was taken for, told at most. */
const MOST_GUESSES = 3;
/** Of more products some are the thing that is asked for, and not all their titles are read. */
const MOST_BESIDE = 100;
/** Of so many of the best by words those are looked at for amounts that are the thing itself. */
const MOST_STATING = 800;

/** An answer of which nothing but hits is told. */
const NOTHING_ELSE = { further: 0, facets: null, unknown: [], readAs: [], hasWords: true };

/** What a search asks of an index. */
export interface AnsweredBy {
  words: WordIndex;
  called: CalledOtherwise;
  things: NamedThings;
  contrary: ContraryTitles;
  categories: FacetField;
  categoryTitles: CategoryTitles;
  brands: FacetField;
  brandNames: BrandNames;
  offers: Offers;
  selection: Selection;
  order: ResultOrder;
}

/** What only some searches ask with: vectors of all products, and the amounts of all variants. */
interface Tables {
  vectors: VectorTable | null;
  amounts: VariantAmounts | null;
}

/** Answers searches of one index: what matches, what of it passes, and a page of that. */
export class Answers {
  readonly #by: AnsweredBy;
  readonly #selection: Selection;
  readonly #order: ResultOrder;
  readonly #measuredBy: { offers: Offers; quantities: OnlyQuantities };
  #facets: FacetCounter | null = null;

  constructor(by: AnsweredBy) {
    this.#by = by;
    this.#measuredBy = { offers: by.offers, quantities: new OnlyQuantities(by.offers) };
    this.#selection = by.selection;
    this.#order = by.order;
  }

  /** The same as `SearchIndex.searchNow`. */
  answer(request: SearchRequest, tables: Tables): SearchAnswer {
    const { vectors } = tables;
    const asked = this.#by.words.parse(request.q, request);
    const read = request.literal ? asked : this.#by.called.read(asked, vectors);
    const missing = request.more === true && request.things === true ? this.#missing(read) : undefined;
    // Of what is not here others of its series are the nearest.
    const query =
      missing === undefined ? read : { ...read, pairs: read.pairs.filter((pair) => pair !== missing) };
    const byScore = isByScore(request);
    const { matches, isWanting } = this.#match(query, request);
    const { measures, unstated } = this.#statedMeasures(request, asked, matches, tables);
    // Told of all that is found, so that a filter takes from an answer and never makes one empty that has such products.
    const beside = request.more === true && request.things === true ? this.#onlyBeside(query) : null;
    this.#filter(request);
    const total = this.#selection.count;
    // What has less than half of what is asked, unknown words and all, only follows: it is counted as such, and a
    // sort walks none of it.
    const lacksWords = isWanting || missing !== undefined;
    const isLacking = request.more === true && (beside !== null || lacksWords);
    if (isLacking) this.#selection.of([]);
    const fit =
      tables.amounts && measures.length > 0
        ? new MeasuredFit({ ...this.#measuredBy, amounts: tables.amounts }, request, measures)
        : null;
    const before = fit?.keep(this.#selection);
    const met = this.#selection.count;
    const facets = request.facets ? this.facetCounter().count(this.#selection, request) : null;
    if (request.behind !== undefined) {
      const found = this.#order.behind(request, request.behind, matches, limitOf(request));
      return { ...NOTHING_ELSE, hits: found.map((hit) => ({ ...hit, score: hit.key })), total, met };
    }
    // By score what lacks them follows, so all of it is ordered.
    const isAllOrdered = before !== undefined && byScore;
    const meeting = isAllOrdered ? this.#selection.taken() : null;
    if (isAllOrdered) this.#selection.of(before);
    if (isLacking && byScore) this.#narrow(request, matches);
    const told = {
      ...(lacksWords ? { lacks: true as const } : {}),
      ...(missing === undefined ? {} : { missing: missing.join(' ') }),
      unknown: query.unknown,
      readAs: this.readAs(query),
    };
    if (isLacking && query.lacksThing && !this.#areNamed(query, matches))
      return { ...NOTHING_ELSE, ...told, hits: [], total: 0, facets };
    const { hits, behind } = this.#page(request, query, matches, {
      vectors: isLacking || total >= FULL ? null : vectors,
      total,
    });
    const isThing = fit && byScore ? this.#thingsAmong(asked, hits, vectors) : () => false;
    const shown = hits.map((hit) => ({
      ...hit,
      score: byScore ? hit.key : scoreOf(matches, hit.product),
      ...fit?.told(hit.product),
      ...(isThing(hit.product) ? { isThing: true as const } : {}),
    }));
    const beyond = meeting === null ? [] : this.#beyond(request, matches, shown, meeting);
    return {
      ...told,
      hits: shown,
      total: isLacking ? 0 : total,
      ...(fit ? { met } : {}),
      ...(beyond.length > 0 ? { beyond } : {}),
      ...(unstated.length > 0 ? { unstated } : {}),
      further: behind + (isLacking && byScore ? total : 0),
      facets,
      ...(beside === null ? {} : { beside }),
      hasWords: query.groups.length + query.unknown.length > 0,
    };
  }

  /** The words of a query that were only guessed at, and those that were read as two. */
  readAs({ groups, parted }: ParsedQuery): ReadAs[] {
    const guesses = groups
      .filter(({ isGuess }) => isGuess)
      .map(({ text, variants }) => ({
        word: text,
        as: variants.slice(0, MOST_GUESSES).map(({ term }) => this.#by.words.terms.text(term)),
      }));
    return [...parted.map(({ word, as }) => ({ word, as: [as] })), ...guesses];
  }

  /** Those of these products that pass the filters, in the order given. */
  passing(products: readonly number[], request: Omit<SearchRequest, 'q'>): number[] {
    const live = this.#by.offers.live(request);
    this.#selection.of(products.filter((product) => live[product] === 1));
    this.#filter(request);
    return [...this.#selection.products.subarray(0, this.#selection.count)];
  }

  /** Made when it is first asked for, since its counts take memory that an arena never takes back. */
  facetCounter(): FacetCounter {
    this.#facets ??= new FacetCounter(this.#by.categories, this.#by.brands, this.#by.offers);
    return this.#facets;
  }

  /**
   * What has words enough, unknown ones and all, selected as yet unfiltered. Where nothing has (`catan cities and knights`
   * without knights), what has enough of those that are known, and that it lacks words.
   */
  #match(query: ParsedQuery, request: SearchRequest): { matches: Matches; isWanting: boolean } {
    const isFurther = isByScore(request) && request.more === true;
    const matching = (unknownMass: number) => {
      const gathering = this.#selection.gathering(this.#by.offers.live(request));
      return this.#by.words.match({ ...query, unknownMass }, isFurther, gathering);
    };
    const isMost = lacksMost(query);
    if (isMost || query.unknownMass === 0 || request.more !== true)
      return { matches: matching(0), isWanting: isMost };
    const matches = matching(query.unknownMass);
    return this.#selection.count > 0
      ? { matches, isWanting: false }
      : { matches: matching(0), isWanting: true };
  }

  /**
   * Of the measures that are asked for those of which a record of what has the words, as yet unfiltered, states such an
   * amount at all, and the others where they are to be left out; all of them where nothing tells.
   */
  #statedMeasures(
    { measures = [], leave }: SearchRequest,
    asked: ParsedQuery,
    matches: Matches,
    { vectors, amounts }: Tables,
  ): { measures: readonly Measure[]; unstated: readonly number[] } {
    if (!amounts || leave !== 'unstated' || measures.length === 0) return { measures, unstated: [] };
    const top = new Page(MOST_STATING, null);
    this.#selection.offerTo(top, matches);
    const found = top.positions();
    if (found.length === 0) return { measures, unstated: [] };
    const isThing = this.#thingsAmong(asked, found, vectors);
    const products = found.map(({ product }) => product);
    const named = products.filter(isThing);
    const looked = evenly(named.length > 0 ? named : products);
    const unstated = unstatedOf(measures, looked, amounts, this.#by.offers);
    return {
      measures: measures.filter((measure) => !unstated.includes(measure)),
      unstated: unstated.map((measure) => measures.indexOf(measure)),
    };
  }

  /** What meets the measures and goes on behind the hits, where fewer of these meet them than `beyond` asks for. */
  #beyond(request: SearchRequest, matches: Matches, hits: readonly Hit[], meeting: Uint32Array): Position[] {
    const last = hits.at(-1);
    const missing = (request.beyond ?? 0) - hits.filter(({ fit }) => fit === FIT.met).length;
    if (last === undefined || missing <= 0) return [];
    this.#selection.of(meeting);
    return this.#order.behind(request, last.product, matches, missing);
  }

  /** Tells which of some products are the thing that a query names, not what goes with it. */
  #thingsAmong(
    query: ParsedQuery,
    found: readonly Omit<Position, 'key'>[],
    vectors: VectorTable | null,
  ): (product: number) => boolean {
    const products = found.map(({ product }) => product);
    const things = this.#by.things.among(query, products, vectors);
    return (product) => things?.has(product) === true;
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
    const byScore = isByScore(request);
    const limit = limitOf(request);
    const first = (after: Position | null, most: number) =>
      byScore && query.groups.length > 0 && request.refined !== false
        ? this.#order.refined(request, after, matches, query, most)
        : this.#order.plain(request, after, matches, most);
    const hits: Omit<Hit, 'score'>[] = first(request.after ?? null, limit);
    if (!byScore || !request.more) return { hits, behind: 0 };
    const isAlike = vectors !== null && request.alike === true;
    // The first page begins with the best, if it holds as many.
    const isBest = request.after === undefined && limit >= BEST;
    const most = isBest ? hits : isAlike ? first(null, BEST) : [];
    const best = isAlike ? most.slice(0, BEST).map(({ product }) => product) : [];
    this.#selection.further();
    this.#filter(request);
    const passing = (products: number[]) => this.passing(products, request);
    const followers = this.#order.following(request.after ?? null, matches, {
      places: limit - hits.length,
      alike: vectors && best.length > 0 ? { vectors, best, places: FULL - total, passing } : null,
    });
    return { hits: [...hits, ...followers.hits], behind: followers.count };
  }

  /** The name of the query that nothing here has, where others of its series are here. */
  #missing(query: ParsedQuery): Pair | undefined {
    return this.#by.contrary.missing(query, (term) => this.#by.words.productsOf(term));
  }

  /** The thing that the query names, where all that is selected, which is little, only goes with it. */
  #onlyBeside(query: ParsedQuery): string | null {
    const { count, products } = this.#selection;
    return count === 0 || count > MOST_BESIDE
      ? null
      : this.#by.things.onlyBeside(query, products.subarray(0, count));
  }

  /** Whether a word of the query names what is selected: the brand of one of the best, or what most of them are. */
  #areNamed({ groups }: ParsedQuery, matches: Matches): boolean {
    if (this.#by.categories.values.size === 0) return true;
    const top = new Page(LOOKED_AT, null);
    this.#selection.offerTo(top, matches);
    const best = top.positions().map(({ product }) => product);
    const isOfNamedBrand = this.#by.brandNames.namedBy(groups);
    const words = groups.filter(({ text, isGuess }) => !isGuess && !isNumber(text) && !namesNoThing(text));
    const terms = new Set(words.flatMap(({ variants }) => variants.map(({ term }) => term)));
    return best.some(isOfNamedBrand) || this.#by.categoryTitles.areNamedBy(terms, best);
  }

  /** Selects what matches and passes the filters. Most of a query's time is spent here. */
  #narrow(request: SearchRequest, matches: Matches): void {
    this.#selection.matching(matches, this.#by.offers.live(request));
    this.#filter(request);
  }

  #filter(request: Omit<SearchRequest, 'q'>): void {
    const { values, of } = this.#by.categories;
    if (request.category !== undefined) this.#selection.within(of, subtree(values, request.category));
    this.#by.offers.narrow(this.#selection, request);
  }
}

const isByScore = ({ sort }: SearchRequest): boolean => sort === undefined || sort === 'relevance';

const limitOf = ({ limit = 20 }: SearchRequest): number => Math.min(MAX_LIMIT, Math.max(0, limit));

/** Whether the words that nothing resembles tell more than those that something has. */
function lacksMost({ groups, unknownMass }: ParsedQuery): boolean {
  const known = groups.reduce((sum, group) => sum + (isAsked(group) ? group.mass : 0), 0);
  return unknownMass > 0 && known < RANKING.required * (known + unknownMass);
}
