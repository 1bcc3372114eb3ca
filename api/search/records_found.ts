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
import { factOfFreedom } from './freedom.ts';
import type { HeldProducts } from './held_products.ts';
import { type Meant, withRead } from './meant_search.ts';
import { measuredProducts } from './measured_products.ts';
import { factsOf } from './product_facts.ts';
import { productResult } from './product_result.ts';
import {
  besideAsked,
  needsRecords,
  type ReadProduct,
  type ReadRequest,
  readProducts,
} from './read_search.ts';
import { choiceOf, passing } from './search_parameters.ts';
import type { ShopperConstraints } from './shopper_constraints.ts';
import { withStatedMeasures } from './stated_measures.ts';
import { understoodSearch } from './understood.ts';
import { lackingNote } from './unread_words.ts';
import { relaxedNote, whatToDrop } from './what_to_drop.ts';

/**
 * What meets a text of which more was read than the engine can tell, and the constraints without measures that no record
 * states; `held` is null where nothing is left of that but what the engine can tell.
 */
export async function productsHeld(
  deps: Deps,
  { signal }: Input,
  meant: Meant & { limit: number },
): Promise<{ constraints: ShopperConstraints; held: HeldProducts | null }> {
  const { snapshot } = deps;
  const { facets = false, in_stock = false } = meant.request;
  const { read } = await readRequest(deps, meant, signal);
  const { limit } = meant;
  const measured =
    meant.destination === null ? await measuredProducts(snapshot, read, { facets, limit }) : null;
  if (measured?.held) return measured;
  const constraints =
    measured?.constraints ??
    (await withStatedMeasures(snapshot, meant.constraints, { signal, ...(in_stock ? { in_stock } : {}) }));
  if (meant.destination === null && !needsRecords(constraints)) return { constraints, held: null };
  const held = await recordsHeld(deps, { ...meant, constraints }, { ...read, constraints });
  return { constraints, held };
}

/** The answer to a text of which more was read than the engine can tell. */
export async function recordsFound(
  deps: Deps,
  { signal }: Input,
  { page, ...meant }: Meant & { page: Page },
  held: HeldProducts,
) {
  const { snapshot } = deps;
  const { constraints } = meant;
  const index = await snapshot.searchIndex();
  const parsed = index.parse(constraints.asked, besideAsked(constraints));
  const { products: shown, next } = await held.page(page.after, page.limit);
  const [scope, media] = [offerScope(snapshot), await mediaFinder(deps)];
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
      total: held.total,
      total_more: held.count - held.total,
      understood: understoodSearch(constraints, snapshot.currency),
      match: null,
      note:
        (held.count === 0 ? freedomNote(constraints) : null) ??
        (held.count === 0 ? await noteOf(deps, meant, signal) : null) ??
        (held.total === 0 ? relaxedNote(held.relaxed) : null) ??
        (held.total === 0 ? lackingNote(parsed.unknown, held.count) : null) ??
        silentNote(shown, constraints),
      unknown_words: parsed.unknown,
      read_as: [...index.readAs(parsed), ...(constraints.read_as ?? [])],
      facets: held.facets && facetRecords(held.facets),
      next_cursor: last && next < held.count ? page.next([next, last.number, last.product.product_id]) : null,
    },
  };
}

/** What nothing says that it is free of, where only that was asked for. */
const freedomNote = ({ must_free }: ShopperConstraints): string | null =>
  must_free.length === 0
    ? null
    : `no record says that it is free of ${must_free.map(({ text }) => `“${text}”`).join(', ')}`;

/** Of how many on a page no record says that they are free of what somebody may not be able to eat or bear; null where all do. */
function silentNote(
  shown: readonly Pick<ReadProduct, 'product' | 'pool'>[],
  { freedoms }: ShopperConstraints,
): string | null {
  const asked = freedoms.filter(({ isMaterial }) => !isMaterial);
  const silent = shown.filter(({ product, pool }) =>
    asked.some((one) =>
      pool.variant_ids.every((variant) => factOfFreedom(factsOf(product, variant), one) === undefined),
    ),
  );
  if (silent.length === 0) return null;
  const names = asked.map(({ text }) => `“${text}”`).join(', ');
  return `of ${silent.length} of these ${shown.length} no record says that it is free of ${names}`;
}

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
    isHere: destination === null,
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

/** All that was found, each record held to what was read. */
async function recordsHeld(
  { snapshot }: Pick<Deps, 'snapshot'>,
  meant: Meant,
  read: ReadRequest,
): Promise<HeldProducts> {
  const { sort, facets } = meant.request;
  const all = inOrder(await readProducts(snapshot, read), meant, snapshot.currency).filter(
    ({ relaxed }) => sort === undefined || sort === 'relevance' || relaxed.length === 0,
  );
  const whole = all.filter(({ relaxed, isFurther }) => relaxed.length === 0 && !isFurther);
  const counted = whole.map(({ number }) => number);
  return {
    total: whole.length,
    count: all.length,
    facets: facets ? (await snapshot.searchIndex()).countFacets(counted, read.filter) : null,
    relaxed: all.filter(({ isFurther }) => !isFurther).map(({ relaxed }) => relaxed),
    page: (after, limit) => {
      const from = after === null ? 0 : placeBehind(all, after);
      const products = all.slice(from, from + limit);
      return Promise.resolve({ products, next: from + products.length });
    },
  };
}

/** Behind the product that a page ended with, or where it was if it is there no more. */
function placeBehind(all: readonly ReadProduct[], [place, , id]: Position): number {
  const at = all.findIndex(({ product }) => product.product_id === id);
  return at < 0 ? Number(place) : at + 1;
}
