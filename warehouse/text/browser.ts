import { foldKey } from '../../pipelines/text/fold.ts';
import type { Columns } from './array_file.ts';
import type { AttributeValues, KnownValue } from './attribute_values.ts';
import { subtree } from './category_tree.ts';
import { FacetCounter, type SearchFacets } from './facet_counter.ts';
import type { OfferFilter, Offers } from './offers.ts';
import { Page, type Position } from './page.ts';
import type { Sort } from './search_request.ts';
import { Selection } from './selection.ts';
import { TextList } from './text_list.ts';

export interface BrowseRequest extends OfferFilter {
  /** A node of the category tree; products below it count too. */
  category?: string;
  /** `relevance` (the default) is by how many sellers offer a product. */
  sort?: Sort;
  limit: number;
  /** The last position of the page before. */
  after?: Position;
  facets?: boolean;
}

export interface BrowseAnswer {
  hits: Position[];
  /** All products that pass. */
  total: number;
  facets: SearchFacets | null;
}

/** Counts of the products that pass. */
export interface BrowsedFacets {
  total: number;
  counts: SearchFacets;
  /** Of each product its cheapest offer that passes, minor units; infinite where none compares. */
  costs: number[];
  /** Values with how many products have an offer that passes, of a variant that has it. */
  values: (KnownValue & { products: number })[];
  /** The same for all values together of which `has` is true. */
  countWhere: (has: (known: KnownValue) => boolean) => number;
}

/** All products that pass a filter, without words: looks at every product once. */
export class Browser {
  readonly #categories: TextList;
  readonly #categoryOf: Int32Array;
  readonly #brands: TextList;
  readonly #brandOf: Int32Array;
  readonly #offers: Offers;
  readonly #ages: Int32Array;
  readonly #carriers: Uint16Array;
  readonly #selection: Selection;
  #facets: FacetCounter | null = null;
  #brandKeys: ReadonlySet<string> | null = null;

  /** Over the same columns, offers and ages as `SearchIndex`. */
  constructor(columns: Columns, offers: Offers, ages: Int32Array) {
    this.#categories = TextList.of(columns, 'category');
    this.#categoryOf = offers.arena.hold(columns['category_of'] as Int32Array);
    this.#brands = TextList.of(columns, 'brand');
    this.#brandOf = offers.arena.hold(columns['brand_of'] as Int32Array);
    this.#offers = offers;
    this.#ages = ages;
    this.#carriers = carriersOf(offers);
    this.#selection = new Selection(offers.arena, this.#categoryOf.length);
  }

  browse(request: BrowseRequest): BrowseAnswer {
    const selection = this.#select(request);
    const page = new Page(request.limit, request.after ?? null);
    selection.offerBy(page, this.#keys(request));
    return {
      hits: page.positions(),
      total: selection.count,
      facets: request.facets ? this.#facetCounter().count(selection, request) : null,
    };
  }

  #select(request: OfferFilter & { category?: string }): Selection {
    const selection = this.#selection;
    selection.living(this.#offers.live(request));
    if (request.category !== undefined)
      selection.within(this.#categoryOf, subtree(this.#categories, request.category));
    this.#offers.narrow(selection, request);
    return selection;
  }

  /** Whether a product is of this brand, however its case and accents are written. */
  hasBrand(name: string): boolean {
    this.#brandKeys ??= new Set(
      Array.from({ length: this.#brands.size }, (_, at) => foldKey(this.#brands.text(at))),
    );
    return this.#brandKeys.has(foldKey(name));
  }

  /** What the products that pass can be narrowed by. */
  facets(request: OfferFilter & { category?: string }, known: AttributeValues | null): BrowsedFacets {
    const selection = this.#select(request);
    const { firsts, costs } = this.#offers.columns;
    const passes = this.#offers.passing(request);
    const cheapest = (product: number) => {
      let least = Number.POSITIVE_INFINITY;
      for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++)
        if (passes(offer)) least = Math.min(least, costs[offer] as number);
      return least;
    };
    const { count } = selection;
    const products = selection.products.slice(0, count);
    const counted = known?.count(products, count, { firsts, passes });
    return {
      total: count,
      counts: this.#facetCounter().count(selection, request),
      costs: Array.from(products, cheapest),
      values: (known?.values ?? []).flatMap((value, number) =>
        counted && (counted[number] as number) > 0 ? [{ ...value, products: counted[number] as number }] : [],
      ),
      countWhere: (has) => known?.countWhere(has, products, { firsts, passes }) ?? 0,
    };
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

  #keys(request: BrowseRequest): (product: number) => number {
    const { sort = 'relevance' } = request;
    if (sort === 'newest') return (product) => this.#ages[product] as number;
    if (sort === 'relevance') return (product) => this.#carriers[product] as number;
    const price = this.#offers.price(request);
    const sign = sort === 'price_asc' ? -1 : 1;
    return (product) => {
      const minor = price(product);
      return Number.isFinite(minor) ? sign * minor : Number.NEGATIVE_INFINITY;
    };
  }
}

/** How many sellers have a live offer of each product. */
function carriersOf({ columns, sellers }: Offers): Uint16Array {
  const { firsts, sellerNos } = columns;
  const carriers = new Uint16Array(firsts.length - 1);
  const metBy = new Int32Array(sellers.length).fill(-1);
  for (let product = 0; product < carriers.length; product++) {
    for (let offer = firsts[product] as number; offer < (firsts[product + 1] as number); offer++) {
      const seller = sellerNos[offer] as number;
      if (metBy[seller] === product) continue;
      metBy[seller] = product;
      carriers[product]!++;
    }
  }
  return carriers;
}
