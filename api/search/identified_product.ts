import { shownPool } from '../../pipelines/domain/pool.ts';
import { matchOf, type resolveReference } from '../../warehouse/reads/reference.ts';
import { mediaFinder } from '../catalogue/media_record.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { poolAsked } from '../catalogue/referenced_product.ts';
import { deliveredProducts } from '../fulfilment/delivered_products.ts';
import type { Destination } from '../fulfilment/destination.ts';
import type { Deps } from '../http/deps.ts';
import type { Input } from '../http/operation.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import { attributeConditions, variantsMeeting } from './attribute_filter.ts';
import { isWithin } from './category_filter.ts';
import { productResult } from './product_result.ts';
import { choiceOf, passing, type SearchParameters } from './search_parameters.ts';

/** The one product that an identifier names, unless the filters leave none of its offers. */
export async function identified(
  deps: Deps,
  { query: given, signal }: Input,
  resolution: Extract<ReturnType<typeof resolveReference>, { outcome: 'found' }>,
  destination: Destination | null,
) {
  const request = given as SearchParameters;
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
