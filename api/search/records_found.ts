import { weighedMinor } from '../../pipelines/domain/delivery.ts';
import { summariseOffers } from '../../pipelines/domain/offer.ts';
import { mediaFinder } from '../catalogue/media_record.ts';
import { offerScope } from '../catalogue/offer_record.ts';
import { deliveredProducts } from '../fulfilment/delivered_products.ts';
import type { Page, Position } from '../http/cursor.ts';
import type { Deps } from '../http/deps.ts';
import type { Input } from '../http/operation.ts';
import { trustedBest } from '../trust/trusted_best.ts';
import { attributeConditions, attributeFilter, variantsMeeting } from './attribute_filter.ts';
import { facetRecords } from './facet_record.ts';
import { standingFor } from './fitting_product.ts';
import { type Meant, withRead } from './meant_search.ts';
import { productResult } from './product_result.ts';
import {
  besideAsked,
  type ReadProduct,
  type ReadRequest,
  readProducts,
  relaxedNote,
  whatToDrop,
} from './read_search.ts';
import { choiceOf, passing } from './search_parameters.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { understood } from './understood.ts';
import { lackingNote } from './unread_words.ts';

/** The answer to a text of which more was read than the engine can tell: each record is held to it. */
export async function recordsFound(
  deps: Deps,
  { signal }: Input,
  { page, ...meant }: Meant & { page: Page },
) {
  const { snapshot } = deps;
  const { request, constraints } = meant;
  const { read } = await readRequest(deps, meant, signal);
  const index = await snapshot.searchIndex();
  const parsed = index.parse(constraints.asked, besideAsked(constraints));
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
        shown.map(async ({ product, pool, relaxed, isAlike }) => {
          const { best } = await trustedBest(deps, product, pool.offers);
          const asked = standingFor(product, pool, constraints);
          const result = productResult(snapshot, scope, { product, pool, best, asked, media });
          return {
            ...result,
            ...(relaxed.length > 0 ? { relaxed } : {}),
            ...(isAlike ? { alike: true } : {}),
          };
        }),
      ),
      total: whole.length,
      total_more: all.length - whole.length,
      understood: understood(constraints, snapshot.currency),
      match: null,
      note:
        (all.length === 0 ? freedomNote(constraints) : null) ??
        (all.length === 0 ? await noteOf(deps, meant, signal) : null) ??
        (whole.length === 0 ? relaxedNote(all) : null) ??
        (whole.length === 0 ? lackingNote(parsed.unknown, all.length) : null),
      unknown_words: parsed.unknown,
      read_as: [...index.readAs(parsed), ...(constraints.read_as ?? [])],
      facets: counted ? facetRecords(counted) : null,
      next_cursor:
        last && from + shown.length < all.length
          ? page.next([from + shown.length, last.number, last.product.product_id])
          : null,
    },
  };
}

/** What nothing says that it is free of, where only that was asked for. */
const freedomNote = ({ must_free }: ShopperConstraints): string | null =>
  must_free.length === 0
    ? null
    : `no record says that it is free of ${must_free.map(({ text }) => `“${text}”`).join(', ')}`;

/** What to drop where nothing was found; null where nothing is in the way. */
export async function noteOf(deps: Deps, meant: Meant, signal: AbortSignal): Promise<string | null> {
  const { read, filterOf } = await readRequest(deps, meant, signal);
  return whatToDrop(deps.snapshot, read, filterOf);
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
