import { type Static, Type } from 'typebox';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { namedVariants } from '../../pipelines/domain/named_variants.ts';
import { shownPool } from '../../pipelines/domain/pool.ts';
import { matchOf, readReference, resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { SearchFacets } from '../../warehouse/text/facet_counter.ts';
import type { Position as Place } from '../../warehouse/text/page.ts';
import { SORTS } from '../../warehouse/text/search_index.ts';
import { mediaFinder } from '../catalogue/media_record.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { poolAsked, requireSellers } from '../catalogue/referenced_product.ts';
import { Amount, MatchRecord, NextCursor, nullable, oneOf, SellerFilter } from '../catalogue/schema.ts';
import { PAGE_QUERY, type Page, type Position, pageOf } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Input, Operation } from '../http/operation.ts';
import {
  ATTRIBUTE_QUERY,
  attributeConditions,
  attributeFilter,
  variantsMeeting,
} from './attribute_filter.ts';
import { isWithin, requireCategory } from './category_filter.ts';
import { FacetRecord, facetRecords } from './facet_record.ts';
import { isChosen, type OfferChoice, ProductResult, productResult } from './product_result.ts';

const query = Type.Object(
  {
    q: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'Plain language, brand, model or any identifier. Without it every product that passes the filters, those of most sellers first.',
      }),
    ),
    category: Type.Optional(
      Type.String({ description: 'Taxonomy node from /v1/categories; what is below it counts too.' }),
    ),
    seller: SellerFilter,
    in_stock: Type.Optional(
      Type.Boolean({ description: 'true: only offers currently purchasable; false: all.' }),
    ),
    max_price: Type.Optional(
      Amount('Minor units; filters landed cost, or the price where delivery is unknown.'),
    ),
    sort: Type.Optional(oneOf(SORTS, 'Default relevance. Prices are of the best offer that passes.')),
    facets: Type.Optional(Type.Boolean({ description: 'Also count what the answer can be narrowed by.' })),
    ...PAGE_QUERY,
  },
  ATTRIBUTE_QUERY,
);
type Query = Static<typeof query>;

const response = Type.Object({
  results: Type.Array(ProductResult),
  total: Type.Integer({ description: 'Products found, on all pages.' }),
  match: nullable(MatchRecord),
  note: nullable(
    Type.String({ description: 'Where the query looks like an identifier that leads nowhere: why.' }),
  ),
  unknown_words: Type.Array(Type.String(), {
    description: 'Words of the query that nothing in the index resembles.',
  }),
  facets: nullable(
    Type.Array(FacetRecord, {
      description:
        'When asked for, over all pages; null for an identifier. `category` counts each product at its own node.',
    }),
  ),
  next_cursor: NextCursor,
});

/** Which products are on the page, before they are read. */
interface Found {
  hits: Place[];
  total: number;
  facets: SearchFacets | null;
  unknown: string[];
}

export const search: Operation = {
  group: 'search',
  id: 'search',
  method: 'GET',
  path: '/v1/search',
  summary: 'Keyword and structured search',
  description:
    'An identifier that leads to a product (GTIN, ASIN, `<seller>:<sku>`, link, id) answers with that product alone. A product passes the filters when one of its offers meets all of them. `best`, `offers`, `spread` and `verdict` are of one pool: of variants that cost the same, in one condition, new where it is sold new. It is the one that the query names (`512 GB`), else the one that most sellers carry, under a sort by price that of the cheapest offer; only offers that pass count.',
  scope: 'read',
  cost: 1,
  query,
  response,
  cacheable: true,
  errors: ['not_found'],
  async run(deps, input) {
    const { snapshot } = deps;
    const { facets: _counts, cursor: _cursor, limit: _limit, ...filters } = input.query as Query;
    const asked = input.query as Query;
    requireSellers(snapshot, asked.seller ?? [], 'seller');
    const request =
      asked.category === undefined
        ? asked
        : { ...asked, category: requireCategory(snapshot, asked.category, 'category') };
    const page = pageOf(deps, input, { endpoint: 'search', sort: request.sort ?? 'relevance', filters });
    const q = request.q?.trim() ?? '';
    const resolution = q === '' ? null : resolveReference(snapshot, q);
    if (resolution?.outcome === 'found') return identified(deps, input, resolution);
    const isName = resolution !== null && namesOneThing(snapshot, q);
    const found = isName ? NOTHING : await productsFound(snapshot, request, page);
    const hits = found.hits.slice(0, page.limit);
    const products = await snapshot.products(
      hits.map(({ product }) => product),
      input.signal,
    );
    const last = found.hits.length > page.limit ? hits.at(-1) : undefined;
    return {
      kind: 'json',
      body: {
        results: await results(deps, products, request),
        total: found.total,
        match: null,
        note: resolution === null || readReference(snapshot, q).kind === 'text' ? null : resolution.detail,
        unknown_words: found.unknown,
        facets: found.facets && facetRecords(found.facets),
        next_cursor: last ? page.next(positionOf(last, products.at(-1) as Product)) : null,
      },
    };
  },
};

const NOTHING: Found = { hits: [], total: 0, facets: null, unknown: [] };

/** Ids, links and a known seller's skus are nothing to search by as words; digits may be a part number. */
function namesOneThing(snapshot: Snapshot, q: string): boolean {
  const reference = readReference(snapshot, q);
  if (reference.kind === 'seller_sku') return snapshot.sellers().some(({ id }) => id === reference.seller);
  return reference.kind === 'id' || reference.kind === 'link';
}

function choiceOf({ seller, in_stock, max_price }: Query): OfferChoice {
  return {
    ...(seller === undefined ? {} : { sellers: seller }),
    ...(in_stock ? { in_stock } : {}),
    ...(max_price === undefined ? {} : { max_price_minor: max_price }),
  };
}

async function results(deps: Deps, products: readonly Product[], request: Query) {
  const { snapshot } = deps;
  const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
  const { q = '', sort } = request;
  const conditions = attributeConditions(request);
  const cheapest = sort === 'price_asc' || sort === 'price_desc';
  return products.map((product) => {
    const passes = passing(snapshot, request, variantsMeeting(product, conditions));
    const asked = cheapest || q.trim() === '' ? {} : { meant: namedVariants(product, q) };
    const pool = shownPool(product, snapshot.currency, { ...asked, passes, cheapest });
    return productResult(snapshot, scope, { product, pool, asked, media });
  });
}

/** Which offers of a product count; `variants` are those that meet the attribute filters, null for all. */
function passing(
  snapshot: Snapshot,
  request: Query,
  variants: ReadonlySet<string> | null,
): (listing: Listing) => boolean {
  const choice = choiceOf(request);
  return (listing) =>
    isChosen(listing, choice, snapshot.currency) && (variants === null || variants.has(listing.variant_id));
}

/** The one product that an identifier names, unless the filters leave none of its offers. */
async function identified(
  deps: Deps,
  { query: given, signal }: Input,
  resolution: Extract<ReturnType<typeof resolveReference>, { outcome: 'found' }>,
) {
  const request = given as Query;
  const { snapshot } = deps;
  const [product] = await snapshot.products([resolution.product_no], signal);
  if (!product)
    throw new Error(`product number ${resolution.product_no} of ${snapshot.id} could not be read`);
  const asked = poolAsked(product, resolution, request.q ?? '');
  const conditions = attributeConditions(request);
  const passes = passing(snapshot, request, variantsMeeting(product, conditions));
  const pool = shownPool(product, snapshot.currency, { ...asked, passes });
  const isFiltered = Object.keys(choiceOf(request)).length > 0 || conditions.length > 0;
  const isShown =
    (pool.offers.length > 0 || !isFiltered) &&
    (request.category === undefined || isWithin(product.category, request.category));
  const media = await mediaFinder(deps);
  const shown = isShown
    ? [productResult(snapshot, offerScope(snapshot), { product, pool, asked, media })]
    : [];
  return {
    kind: 'json' as const,
    body: {
      results: shown,
      total: shown.length,
      match: matchOf(product, resolution),
      note: null,
      unknown_words: [],
      facets: null,
      next_cursor: null,
    },
  };
}

async function productsFound(snapshot: Snapshot, request: Query, page: Page): Promise<Found> {
  const { q = '', category, sort, facets } = request;
  const after = page.after === null ? null : placeOf(snapshot, page.after);
  const wanted = {
    ...choiceOf(request),
    ...(await attributeFilter(snapshot, attributeConditions(request))),
    ...(category === undefined ? {} : { category }),
    ...(sort === undefined ? {} : { sort }),
    ...(facets ? { facets } : {}),
    ...(after === null ? {} : { after }),
    // One more than the page shows, to know whether there is a next one.
    limit: page.limit + 1,
  };
  if (q.trim() === '') return { ...(await snapshot.browser()).browse(wanted), unknown: [] };
  const searcher = await snapshot.searcher();
  const found = await searcher.search({ q, ...wanted });
  if (!found.hasWords) {
    const detail = `${JSON.stringify(q.slice(0, 80))} has no letter or digit to search by; send words, or leave q out`;
    throw new ApiError('invalid_request', { detail, param: 'q', errors: [{ param: 'q', detail }] });
  }
  return found;
}

/** Infinity has no place in JSON: null is the key of what has no price. */
function positionOf({ key, product }: Place, { product_id }: Product): Position {
  return [Number.isFinite(key) ? key : null, product, product_id];
}

/** Where a page goes on. Product numbers are of one snapshot; in another the id tells the number. */
function placeOf(snapshot: Snapshot, [key, number, id]: Position): Place {
  const known = resolveReference(snapshot, String(id));
  return {
    key: key === null ? Number.NEGATIVE_INFINITY : Number(key),
    product: known.outcome === 'found' ? known.product_no : Number(number),
  };
}
