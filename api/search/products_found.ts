import type { Product } from '../../pipelines/domain/listing.ts';
import { namedVariants } from '../../pipelines/domain/named_variants.ts';
import { shownPool } from '../../pipelines/domain/pool.ts';
import { resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import type { SearchFacets } from '../../warehouse/text/facet_counter.ts';
import type { Position as Place } from '../../warehouse/text/page.ts';
import type { ReadAs } from '../../warehouse/text/search_answer.ts';
import { mediaFinder } from '../catalogue/media_record.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import type { Page, Position } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import { ApiError } from '../http/errors.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import { attributeConditions, attributeFilter, variantsMeeting } from './attribute_filter.ts';
import { productResult } from './product_result.ts';
import type { Beside } from './read_search.ts';
import { choiceOf, passing, type SearchParameters } from './search_parameters.ts';

/** Which products are on the page, before they are read. */
interface Found {
  hits: (Place & { alike?: true })[];
  total: number;
  /** Products that follow with less of the words, or for being like the best. */
  more: number;
  facets: SearchFacets | null;
  unknown: string[];
  readAs: ReadAs[];
  /** Most of what is asked for nothing here is called, whatever the filters. */
  lacks?: true;
  /** A name of which only others of its series are here. */
  missing?: string;
  /** What is asked for, where all of them only go with it. */
  beside?: string;
}

export const NOTHING: Found = { hits: [], total: 0, more: 0, facets: null, unknown: [], readAs: [] };

/** What nothing here is called: a name, and words that are no part of it. */
export function missingOf({ missing, unknown }: Found): string[] {
  const parts = missing?.split(' ') ?? [];
  return [...(missing === undefined ? [] : [missing]), ...unknown.filter((word) => !parts.includes(word))];
}

/** The products of a page, as the engine finds them. */
export async function productsFound(
  snapshot: Snapshot,
  request: SearchParameters,
  page: Page,
  beside: Beside,
): Promise<Found> {
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
    ...beside,
    ...wanted,
    ...(request.literal ? { literal: true } : { alike: true, things: true }),
    more: true,
  });
  if (!found.hasWords) {
    const detail = `${JSON.stringify(q.slice(0, 80))} has no letter or digit to search by; send words, or leave q out`;
    throw new ApiError('invalid_request', { detail, param: 'q', errors: [{ param: 'q', detail }] });
  }
  return { ...found, more: found.further };
}

/** `q` is the text as it was asked, which may name a variant, or ask for what is cheap. */
export async function results(
  deps: Deps,
  products: readonly Product[],
  request: SearchParameters,
  { q, cheap = false }: { q: string; cheap?: boolean | undefined },
) {
  const { snapshot } = deps;
  const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
  const { sort } = request;
  const conditions = attributeConditions(request);
  const cheapest = cheap || sort === 'price_asc' || sort === 'price_desc';
  const shown = products.map(async (product) => {
    const passes = passing(snapshot, request, variantsMeeting(product, conditions));
    const asked = cheapest || q.trim() === '' ? {} : { meant: namedVariants(product, q) };
    const pool = shownPool(product, snapshot.currency, { ...asked, passes, cheapest });
    const { best } = await trustedBest(deps, product, pool.offers);
    return productResult(snapshot, scope, { product, pool, best, asked, media });
  });
  return await Promise.all(shown);
}

/** Infinity has no place in JSON: null is the key of what has no price. */
export function positionOf({ key, product }: Place, { product_id }: Product): Position {
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
