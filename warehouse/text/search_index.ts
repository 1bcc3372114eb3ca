import { foldKey } from '../../pipelines/domain/title.ts';
import type { Columns } from './array_file.ts';
import { Misspellings } from './misspelling.ts';
import { type OfferFilter, Offers } from './offers.ts';
import { Page, type Position } from './page.ts';
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

export const SORTS = ['relevance', 'price_asc', 'price_desc', 'newest'] as const;
export type Sort = (typeof SORTS)[number];

/** Most products of one page. */
const MAX_LIMIT = 1_000;
const MAX_FACET_VALUES = 100;
const EVERYWHERE = { from: 0, to: 0 };

export interface SearchRequest extends OfferFilter, QueryOptions {
  q: string;
  /** A node of the category tree; products below it count too. */
  category?: string;
  sort?: Sort;
  /** Default 20, at most 1,000. */
  limit?: number;
  /** The last position of the page before. */
  after?: Position;
  facets?: boolean;
}

/** A product of an answer. `key` is what it is sorted by: score, price in minor units (descending: its negative) or age. */
export interface Hit extends Position {
  /** Comparable within one answer; 0 where the query has no words. */
  score: number;
}

export interface FacetCount {
  value: string;
  products: number;
}

export interface SearchFacets {
  categories: FacetCount[];
  brands: FacetCount[];
  sellers: FacetCount[];
  in_stock: number;
}

export interface SearchAnswer {
  hits: Hit[];
  /** All products that match, exact. */
  total: number;
  facets: SearchFacets | null;
  /** Query words that nothing in the index resembles. */
  unknown: string[];
}

/** The constants of the engine, for measuring; the defaults are in `fields.ts`, `query.ts` and `ranking.ts`. */
export interface SearchConstants {
  ranking?: RankingConstants;
  spelling?: SpellingWeights;
  synonyms?: Synonyms;
}

/** The text index of a snapshot, ready to be asked. Asking is synchronous work of about a millisecond behind an asynchronous face. */
export class SearchIndex {
  readonly products: number;
  readonly #terms: TextList;
  readonly #starts: Uint32Array;
  readonly #impacts: Uint8Array;
  readonly #ranking: Ranking;
  readonly #misspellings: Misspellings;
  readonly #synonyms: Synonyms;
  readonly #spelling: SpellingWeights;
  readonly #categories: TextList;
  readonly #categoryOf: Int32Array;
  readonly #brands: TextList;
  readonly #brandOf: Int32Array;
  readonly #offers: Offers;
  /** By product: the number of the first listing the index ever had of it; later products have higher ones. */
  readonly #ages: Int32Array;

  constructor(columns: Columns, offers: Offers, ages: Int32Array, constants: SearchConstants = {}) {
    this.#terms = TextList.of(columns, 'term');
    this.#categories = TextList.of(columns, 'category');
    this.#brands = TextList.of(columns, 'brand');
    this.#starts = columns['posting_starts'] as Uint32Array;
    this.#impacts = columns['posting_impacts'] as Uint8Array;
    this.#categoryOf = columns['category_of'] as Int32Array;
    this.#brandOf = columns['brand_of'] as Int32Array;
    this.products = this.#categoryOf.length;
    this.#ranking = new Ranking(
      { starts: this.#starts, docs: columns['posting_docs'] as Uint32Array, impacts: this.#impacts },
      this.products,
      constants.ranking ?? RANKING,
    );
    this.#misspellings = new Misspellings(columns, this.#terms);
    this.#synonyms = constants.synonyms ?? Synonyms.standard();
    this.#spelling = constants.spelling ?? SPELLING_WEIGHTS;
    this.#offers = offers;
    this.#ages = ages;
  }

  /** Reads a query as the engine does. */
  parse(q: string, options: QueryOptions = {}): ParsedQuery {
    return parseQuery(
      q,
      {
        terms: this.#terms,
        postingStarts: this.#starts,
        products: this.products,
        misspellings: this.#misspellings,
        synonyms: this.#synonyms,
        weights: this.#spelling,
        leastImpact: (term) => this.#leastImpact(term),
      },
      options,
    );
  }

  /** The products that match, filtered exactly, in a stable order: by key, then by product number. */
  search(request: SearchRequest): Promise<SearchAnswer> {
    return Promise.resolve(this.searchNow(request));
  }

  searchNow(request: SearchRequest): SearchAnswer {
    const query = this.parse(request.q, request);
    const matches = this.#ranking.match(query.groups);
    const page = new Page(Math.min(MAX_LIMIT, Math.max(0, request.limit ?? 20)), request.after ?? null);
    const facets = request.facets ? new FacetCounter(this.#categoryOf, this.#brandOf, this.#offers) : null;
    const total = this.#collect(request, matches, page, facets);
    const { sums, masks, factors } = matches;
    return {
      hits: page.positions().map(({ key, product }) => ({
        key,
        product,
        score: (sums[product] as number) * (factors[masks[product] as number] as number),
      })),
      total,
      facets: facets?.read(this.#categories, this.#brands) ?? null,
      unknown: query.unknown,
    };
  }

  /** Offers what matches and passes to the page; returns how many there are. Most of a query's time is spent here. */
  #collect(request: SearchRequest, matches: Matches, page: Page, facets: FacetCounter | null): number {
    const { products, count, sums, masks, factors } = matches;
    const { least, most, test } = this.#offers.filter(request);
    const { from, to } =
      request.category === undefined ? EVERYWHERE : subtree(this.#categories, request.category);
    const everywhere = request.category === undefined;
    const categoryOf = this.#categoryOf;
    const keyOf = this.#keys(request);
    let total = 0;
    for (let index = 0; index < count; index++) {
      const product = products[index] as number;
      const factor = factors[masks[product] as number] as number;
      if (factor === 0 || !((least[product] as number) <= most)) continue;
      if (!everywhere && ((categoryOf[product] as number) < from || (categoryOf[product] as number) >= to))
        continue;
      if (test !== null && !test(product)) continue;
      total++;
      if (facets !== null) facets.count(product);
      const key = keyOf === null ? (sums[product] as number) * factor : keyOf(product);
      if (key >= page.worst) page.offer(key, product);
    }
    return total;
  }

  /** What products are sorted by; null for their score. */
  #keys(request: SearchRequest): ((product: number) => number) | null {
    if (request.sort === 'newest') return (product) => this.#ages[product] as number;
    if (request.sort !== 'price_asc' && request.sort !== 'price_desc') return null;
    const price = this.#offers.price(request);
    const sign = request.sort === 'price_asc' ? -1 : 1;
    // What has no price that compares comes last either way.
    return (product) => {
      const minor = price(product);
      return Number.isFinite(minor) ? sign * minor : Number.NEGATIVE_INFINITY;
    };
  }

  #leastImpact(term: number): number {
    let least = 255;
    for (let at = this.#starts[term] as number; at < (this.#starts[term + 1] as number); at++)
      least = Math.min(least, this.#impacts[at] as number);
    return least;
  }
}

/** The categories that are this node or below it, as a range: `.` comes before every other sign of a path. */
function subtree(categories: TextList, node: string): { from: number; to: number } {
  const own = categories.find(node);
  const below = categories.range(`${node}.`);
  return own < 0 ? below : { from: own, to: Math.max(own + 1, below.to) };
}

/** Counts the products of an answer by what people narrow it with. */
class FacetCounter {
  readonly #categoryOf: Int32Array;
  readonly #brandOf: Int32Array;
  readonly #offers: Offers;
  readonly #categories = new Map<number, number>();
  readonly #brands = new Map<number, number>();
  readonly #sellers: Uint32Array;
  readonly #metBy: Int32Array;
  #inStock = 0;

  constructor(categoryOf: Int32Array, brandOf: Int32Array, offers: Offers) {
    this.#categoryOf = categoryOf;
    this.#brandOf = brandOf;
    this.#offers = offers;
    this.#sellers = new Uint32Array(offers.sellers.length);
    this.#metBy = new Int32Array(offers.sellers.length).fill(-1);
  }

  count(product: number): void {
    const category = this.#categoryOf[product] as number;
    const brand = this.#brandOf[product] as number;
    if (category >= 0) this.#categories.set(category, (this.#categories.get(category) ?? 0) + 1);
    if (brand >= 0) this.#brands.set(brand, (this.#brands.get(brand) ?? 0) + 1);
    const { firsts, sellerNos, stock } = this.#offers.columns;
    let inStock = 0;
    for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++) {
      const seller = sellerNos[offer] as number;
      if (stock[offer] === 0) inStock = 1;
      if (this.#metBy[seller] === product) continue;
      this.#metBy[seller] = product;
      this.#sellers[seller]!++;
    }
    this.#inStock += inStock;
  }

  read(categories: TextList, brands: TextList): SearchFacets {
    return {
      categories: largest(
        [...this.#categories].map(([no, products]) => ({ value: categories.text(no), products })),
      ),
      brands: largest(
        oneSpelling([...this.#brands].map(([no, products]) => ({ value: brands.text(no), products }))),
      ),
      sellers: largest(
        Array.from(this.#sellers, (products, no) => ({
          value: this.#offers.sellers[no] as string,
          products,
        })),
      ),
      in_stock: this.#inStock,
    };
  }
}

/** Spellings of one brand together, under the commonest. */
function oneSpelling(counts: readonly FacetCount[]): FacetCount[] {
  const byKey = new Map<string, FacetCount & { most: number }>();
  for (const { value, products } of counts) {
    const known = byKey.get(foldKey(value));
    if (!known) byKey.set(foldKey(value), { value, products, most: products });
    else {
      known.products += products;
      if (products > known.most) [known.value, known.most] = [value, products];
    }
  }
  return [...byKey.values()].map(({ value, products }) => ({ value, products }));
}

function largest(counts: readonly FacetCount[]): FacetCount[] {
  return counts
    .filter(({ products }) => products > 0)
    .sort((a, b) => b.products - a.products || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_FACET_VALUES);
}
