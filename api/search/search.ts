import { type Static, Type } from 'typebox';
import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import type { Listing, Product } from '../../pipelines/domain/listing.ts';
import { namedVariants } from '../../pipelines/domain/named_variants.ts';
import { summariseOffers } from '../../pipelines/domain/offer.ts';
import { shownPool } from '../../pipelines/domain/pool.ts';
import { matchOf, readReference, resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { SearchFacets } from '../../warehouse/text/facet_counter.ts';
import type { Position as Place } from '../../warehouse/text/page.ts';
import { type ReadAs, SORTS } from '../../warehouse/text/search_index.ts';
import { mediaFinder } from '../catalogue/media_record.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { poolAsked, requireSellers } from '../catalogue/referenced_product.ts';
import { Amount, MatchRecord, NextCursor, nullable, oneOf, SellerFilter } from '../catalogue/schema.ts';
import {
  DESTINATION_QUERY,
  deliveredProducts,
  queriedDestination,
} from '../fulfilment/delivered_products.ts';
import { type Destination, dayThere } from '../fulfilment/destination.ts';
import { PAGE_QUERY, type Page, type Position, pageOf } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import type { Input, Operation } from '../http/operation.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import {
  ATTRIBUTE_QUERY,
  attributeConditions,
  attributeFilter,
  variantsMeeting,
} from './attribute_filter.ts';
import { isWithin, requireCategory } from './category_filter.ts';
import { FacetRecord, facetRecords } from './facet_record.ts';
import { standingFor } from './fitting_product.ts';
import { isChosen, type OfferChoice, ProductResult, productResult } from './product_result.ts';
import {
  hasWords,
  isTitled,
  needsRecords,
  type ReadProduct,
  type ReadRequest,
  readProducts,
  relaxedNote,
  sellersRead,
  whatToDrop,
} from './read_search.ts';
import { type ShopperConstraints, shopperConstraints } from './shopper_constraints.ts';
import { withStatedMeasures } from './stated_measures.ts';
import { Understood, understood } from './understood.ts';
import { lackingNote, ReadAsRecord } from './unread_words.ts';

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
    literal: Type.Optional(
      Type.Boolean({
        description:
          'true: every word of q is a word. Default false: price, sellers, condition, measures, what must be there and what must not are read from it (`understood`); parameters win over it.',
      }),
    ),
    ...DESTINATION_QUERY,
    facets: Type.Optional(Type.Boolean({ description: 'Also count what the answer can be narrowed by.' })),
    ...PAGE_QUERY,
  },
  ATTRIBUTE_QUERY,
);
type Query = Static<typeof query>;

const response = Type.Object({
  results: Type.Array(ProductResult),
  total: Type.Integer({ description: 'Products found, on all pages.' }),
  total_more: Type.Integer({
    description:
      'Products that follow these in the same walk and have less of what was asked: fewer of the words, or not all of what must be there. None under a sort.',
  }),
  understood: nullable(Understood),
  match: nullable(MatchRecord),
  note: nullable(
    Type.String({
      description:
        'Where the query looks like an identifier that leads nowhere: why. Where what was read of it leaves nothing: what to drop.',
    }),
  ),
  unknown_words: Type.Array(Type.String(), {
    description: 'Words of the query that nothing in the index resembles.',
  }),
  read_as: ReadAsRecord,
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
  /** Products that follow with less of the words. */
  more: number;
  facets: SearchFacets | null;
  unknown: string[];
  readAs: ReadAs[];
}

export const search: Operation = {
  group: 'search',
  id: 'search',
  method: 'GET',
  path: '/v1/search',
  summary: 'Keyword and structured search',
  description:
    'An identifier that leads to a product (GTIN, ASIN, `<seller>:<sku>`, link, id) answers with that product alone. A product passes the filters when one of its offers meets all of them. `best`, `offers`, `spread` and `verdict` are of one pool: of variants that cost the same, in one condition, new where it is sold new. It is the one that the query names (`512 GB`), else the one that most sellers carry, under a sort by price that of the cheapest offer; only offers that pass count. An offer about which something grave was observed (a flag of severity `high` in GET /v1/offers/{id}/risk) is `best` only where no other is left.',
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
    const destination = await queriedDestination(asked, deps);
    const page = pageOf(deps, input, { endpoint: 'search', sort: request.sort ?? 'relevance', filters });
    const q = request.q?.trim() ?? '';
    const resolution = q === '' ? null : resolveReference(snapshot, q);
    if (resolution?.outcome === 'found') return identified(deps, input, resolution, destination);
    const isName = resolution !== null && namesOneThing(snapshot, q);
    const detail =
      resolution === null || readReference(snapshot, q).kind === 'text' ? null : resolution.detail;
    const constraints =
      q === '' || isName || request.literal ? null : await readingOf(deps, request, q, destination);
    if (destination !== null || (constraints && needsRecords(constraints))) {
      const held = constraints ?? unread(snapshot, request, isName ? '' : q);
      if (!isName) return recordsFound(deps, input, { request, constraints: held, destination, page });
    }
    const meant = constraints ? withRead(snapshot, request, constraints) : { request, uses: '' };
    const found = isName ? NOTHING : await productsFound(snapshot, meant.request, page, meant.uses);
    const hits = found.hits.slice(0, page.limit);
    const products = await snapshot.products(
      hits.map(({ product }) => product),
      input.signal,
    );
    const last = found.hits.length > page.limit ? hits.at(-1) : undefined;
    return {
      kind: 'json',
      body: {
        results: await results(deps, products, meant.request, request.q ?? ''),
        total: found.total,
        total_more: found.more,
        understood: constraints && understood(constraints, snapshot.currency),
        match: null,
        note:
          detail ??
          (constraints && found.total + found.more === 0
            ? await noteOf(deps, { request, constraints, destination }, input.signal)
            : null) ??
          (found.total === 0 ? lackingNote(found.unknown, found.more) : null),
        unknown_words: found.unknown,
        read_as: found.readAs,
        facets: found.facets && facetRecords(found.facets),
        next_cursor: last ? page.next(positionOf(last, products.at(-1) as Product)) : null,
      },
    };
  },
};

/** What q says besides words; null where it is the name of something. */
async function readingOf(
  { snapshot, market }: Deps,
  request: Query,
  q: string,
  destination: Destination | null,
): Promise<ShopperConstraints | null> {
  // An answer depends on the snapshot alone, so its days are counted from the newest observation.
  const today = dayThere(destination, market, Date.parse(snapshot.as_of));
  const constraints = shopperConstraints(snapshot, q, givenOf(request), today);
  const { avoid, avoid_sellers, avoid_conditions, sellers, quantity, deliver_by } = constraints;
  const isDoubtful =
    avoid.length + avoid_sellers.length + avoid_conditions.length > 0 ||
    sellers !== null ||
    quantity !== null ||
    deliver_by !== null;
  if (isDoubtful && (await isTitled(snapshot, q))) return null;
  return withStatedMeasures(snapshot, constraints);
}

const givenOf = ({ max_price, seller }: Query) => ({
  ...(max_price === undefined ? {} : { budget_minor: max_price }),
  ...(seller === undefined ? {} : { seller }),
});

/** The constraints of a text that is words alone. */
const unread = (snapshot: Snapshot, request: Query, q: string): ShopperConstraints => ({
  ...shopperConstraints(snapshot, '', givenOf(request)),
  words: q,
  asked: q,
});

/** A request, what was read of it, and where it goes: null for the market's own place. */
interface Meant {
  request: Query;
  constraints: ShopperConstraints;
  destination: Destination | null;
}

/** The request with what the engine can tell of what was read. */
function withRead(
  snapshot: Snapshot,
  request: Query,
  constraints: ShopperConstraints,
): { request: Query; uses: string } {
  const sellers = sellersRead(snapshot, constraints);
  const { budget_minor, asked, uses } = constraints;
  const isEmpty = !hasWords(asked) && budget_minor === null && sellers === null;
  const read = {
    ...request,
    q: isEmpty ? (request.q ?? '') : asked,
    ...(budget_minor === null ? {} : { max_price: budget_minor }),
    ...(sellers === null ? {} : { seller: sellers }),
  };
  return { request: read, uses };
}

async function readRequest(
  deps: Deps,
  { request, constraints, destination }: Meant,
  signal: AbortSignal,
): Promise<{ read: ReadRequest; filterOf: (constraints: ShopperConstraints) => ReadRequest['filter'] }> {
  const { snapshot } = deps;
  const conditions = attributeConditions(request);
  const attributes = await attributeFilter(snapshot, conditions);
  const literal = request.literal ? { literal: true } : {};
  const filterOf = (one: ShopperConstraints): ReadRequest['filter'] => {
    // The engine knows the offers of the usual condition; those of another are held to what was read one by one.
    const isUsual = one.conditions.length + one.avoid_conditions.length === 0;
    const own = withRead(snapshot, request, one).request;
    const category = request.category === undefined ? {} : { category: request.category };
    const choice = choiceOf(own);
    // It knows what they cost at the market's own place.
    if (destination !== null) delete choice.max_price_minor;
    return { ...category, ...literal, ...(isUsual ? { ...choice, ...attributes } : {}) };
  };
  const { seller: _seller, max_price: _most, ...rest } = request;
  const read: ReadRequest = {
    constraints,
    passes: (listing, product) => passing(snapshot, rest, variantsMeeting(product, conditions))(listing),
    delivered: (products, deliver_by) => deliveredProducts(deps, products, { destination, deliver_by }),
    filter: filterOf(constraints),
    ...(request.sort === undefined ? {} : { sort: request.sort }),
    signal,
  };
  return { read, filterOf };
}

async function noteOf(deps: Deps, meant: Meant, signal: AbortSignal): Promise<string | null> {
  const { read, filterOf } = await readRequest(deps, meant, signal);
  return whatToDrop(deps.snapshot, read, filterOf);
}

/** The answer to a text of which more was read than the engine can tell: each record is held to it. */
async function recordsFound(deps: Deps, { signal }: Input, { page, ...meant }: Meant & { page: Page }) {
  const { snapshot } = deps;
  const { request, constraints } = meant;
  const { read } = await readRequest(deps, meant, signal);
  const index = await snapshot.searchIndex();
  const parsed = index.parse(constraints.asked, { uses: constraints.uses });
  const all = inOrder(await readProducts(snapshot, read), meant, snapshot.currency).filter(
    ({ relaxed }) => request.sort === undefined || request.sort === 'relevance' || relaxed.length === 0,
  );
  const whole = all.filter(({ relaxed, isFurther }) => relaxed.length === 0 && !isFurther);
  const from = page.after === null ? 0 : placeAfter(all, page.after);
  const shown = all.slice(from, from + page.limit);
  const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
  const counted =
    request.facets &&
    index.countFacets(
      whole.map(({ number }) => number),
      read.filter,
    );
  const last = shown.at(-1);
  return {
    kind: 'json' as const,
    body: {
      results: await Promise.all(
        shown.map(async ({ product, pool, relaxed }) => {
          const { best } = await trustedBest(deps, product, pool.offers);
          const asked = standingFor(product, pool, constraints);
          const result = productResult(snapshot, scope, { product, pool, best, asked, media });
          return relaxed.length > 0 ? { ...result, relaxed } : result;
        }),
      ),
      total: whole.length,
      total_more: all.length - whole.length,
      understood: understood(constraints, snapshot.currency),
      match: null,
      note:
        (all.length === 0 ? await noteOf(deps, meant, signal) : null) ??
        (whole.length === 0 ? relaxedNote(all) : null) ??
        (whole.length === 0 ? lackingNote(parsed.unknown, all.length) : null),
      unknown_words: parsed.unknown,
      read_as: index.readAs(parsed),
      facets: counted ? facetRecords(counted) : null,
      next_cursor:
        last && from + shown.length < all.length
          ? page.next([from + shown.length, last.number, last.product.product_id])
          : null,
    },
  };
}

/** Under a sort by price the order is that of the costs at the destination, which the engine does not know. */
function inOrder(
  found: readonly ReadProduct[],
  { request: { sort }, destination }: Meant,
  currency: string,
): ReadProduct[] {
  if (destination === null || (sort !== 'price_asc' && sort !== 'price_desc')) return [...found];
  const sign = sort === 'price_asc' ? 1 : -1;
  const costs = new Map(
    found.map((one) => {
      const { best } = summariseOffers(one.pool.offers, currency);
      return [one, best ? weighedMinor(best) : Number.POSITIVE_INFINITY];
    }),
  );
  return found.toSorted((a, b) => sign * ((costs.get(a) ?? 0) - (costs.get(b) ?? 0)) || a.number - b.number);
}

/** Behind the product that a page ended with, or where it was if it is there no more. */
function placeAfter(all: readonly ReadProduct[], [place, , id]: Position): number {
  const at = all.findIndex(({ product }) => product.product_id === id);
  return at < 0 ? Number(place) : at + 1;
}

const NOTHING: Found = { hits: [], total: 0, more: 0, facets: null, unknown: [], readAs: [] };

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

/** `q` is the text as it was asked, which may name a variant. */
async function results(deps: Deps, products: readonly Product[], request: Query, q: string) {
  const { snapshot } = deps;
  const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
  const { sort } = request;
  const conditions = attributeConditions(request);
  const cheapest = sort === 'price_asc' || sort === 'price_desc';
  const shown = products.map(async (product) => {
    const passes = passing(snapshot, request, variantsMeeting(product, conditions));
    const asked = cheapest || q.trim() === '' ? {} : { meant: namedVariants(product, q) };
    const pool = shownPool(product, snapshot.currency, { ...asked, passes, cheapest });
    const { best } = await trustedBest(deps, product, pool.offers);
    return productResult(snapshot, scope, { product, pool, best, asked, media });
  });
  return await Promise.all(shown);
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
  destination: Destination | null,
) {
  const request = given as Query;
  const { snapshot } = deps;
  const read = await snapshot.products([resolution.product_no], signal);
  const [product] = await deliveredProducts(deps, read, { destination, deliver_by: null });
  if (!product)
    throw new Error(`product number ${resolution.product_no} of ${snapshot.id} could not be read`);
  const asked = poolAsked(product, resolution, request.q ?? '');
  const conditions = attributeConditions(request);
  const passes = passing(snapshot, request, variantsMeeting(product, conditions));
  const pool = shownPool(product, snapshot.currency, { ...asked, passes });
  const isFiltered =
    Object.keys(choiceOf(request)).length > 0 || conditions.length > 0 || destination !== null;
  const isShown =
    (pool.offers.length > 0 || !isFiltered) &&
    (request.category === undefined || isWithin(product.category, request.category));
  const media = await mediaFinder(deps);
  const { best } = await trustedBest(deps, product, pool.offers);
  const shown = isShown
    ? [productResult(snapshot, offerScope(snapshot), { product, pool, best, asked, media })]
    : [];
  return {
    kind: 'json' as const,
    body: {
      results: shown,
      total: shown.length,
      total_more: 0,
      understood: null,
      match: matchOf(product, resolution),
      note: null,
      unknown_words: [],
      read_as: [],
      facets: null,
      next_cursor: null,
    },
  };
}

async function productsFound(snapshot: Snapshot, request: Query, page: Page, uses: string): Promise<Found> {
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
  if (q.trim() === '')
    return { ...(await snapshot.browser()).browse(wanted), more: 0, unknown: [], readAs: [] };
  const searcher = await snapshot.searcher();
  const found = await searcher.search({
    q,
    uses,
    ...wanted,
    ...(request.literal ? { literal: true } : {}),
    more: true,
  });
  if (!found.hasWords) {
    const detail = `${JSON.stringify(q.slice(0, 80))} has no letter or digit to search by; send words, or leave q out`;
    throw new ApiError('invalid_request', { detail, param: 'q', errors: [{ param: 'q', detail }] });
  }
  return { ...found, more: found.further };
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
