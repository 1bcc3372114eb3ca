import type { Product } from '../../pipelines/domain/listing.ts';
import { readReference, resolveReference } from '../../warehouse/reads/reference.ts';
import type { Snapshot } from '../../warehouse/reads/snapshot.ts';
import { requireSellers } from '../catalogue/referenced_product.ts';
import { queriedDestination } from '../fulfilment/delivered_products.ts';
import { pageOf } from '../http/cursor.ts';
import type { Operation } from '../http/operation.ts';
import { requireCategory } from './category_filter.ts';
import { facetRecords } from './facet_record.ts';
import { identified } from './identified_product.ts';
import { readingOf, unread, withRead } from './meant_search.ts';
import { missingOf, NOTHING, positionOf, productsFound, results } from './products_found.ts';
import { type Beside, needsRecords } from './read_search.ts';
import { noteOf, productsHeld, recordsFound } from './records_found.ts';
import { SearchAnswer } from './search_answer.ts';
import { SearchParameters } from './search_parameters.ts';
import { understoodSearch } from './understood.ts';
import { besideNote, lackingNote } from './unread_words.ts';

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
  query: SearchParameters,
  response: SearchAnswer,
  cacheable: true,
  errors: ['not_found'],
  async run(deps, input) {
    const { snapshot } = deps;
    const { facets: _counts, cursor: _cursor, limit: _limit, ...filters } = input.query as SearchParameters;
    const asked = input.query as SearchParameters;
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
    let constraints =
      q === '' || isName || request.literal ? null : await readingOf(deps, request, q, destination);
    if (!isName && (destination !== null || (constraints && needsRecords(constraints)))) {
      const meant = { request, constraints: constraints ?? unread(snapshot, request, q), destination };
      const { held, ...stated } = await productsHeld(deps, input, { ...meant, limit: page.limit });
      if (held) return recordsFound(deps, input, { ...meant, ...stated, page }, held);
      constraints = stated.constraints;
    }
    const meant = constraints ? withRead(snapshot, request, constraints) : { request, beside: {} as Beside };
    const found = isName ? NOTHING : await productsFound(snapshot, meant.request, page, meant.beside);
    const hits = found.hits.slice(0, page.limit);
    const products = await snapshot.products(
      hits.map(({ product }) => product),
      input.signal,
    );
    const shown = await results(deps, products, meant.request, {
      q: request.q ?? '',
      cheap: meant.beside.cheap,
    });
    const last = found.hits.length > page.limit ? hits.at(-1) : undefined;
    return {
      kind: 'json',
      body: {
        results: shown.map((result, at) => (hits[at]?.alike ? { ...result, alike: true } : result)),
        total: found.total,
        total_more: found.more,
        understood: constraints && understoodSearch(constraints, snapshot.currency),
        match: null,
        note:
          detail ??
          (constraints && found.total === 0 && found.beside === undefined && !found.lacks
            ? await noteOf(deps, { request, constraints, destination }, input.signal)
            : null) ??
          (found.beside === undefined ? null : besideNote(found.beside)) ??
          (found.total === 0 ? lackingNote(missingOf(found), found.more) : null),
        unknown_words: found.unknown,
        read_as: found.readAs,
        facets: found.facets && facetRecords(found.facets),
        next_cursor: last ? page.next(positionOf(last, products.at(-1) as Product)) : null,
      },
    };
  },
};

/** Ids, links and a known seller's skus are nothing to search by as words; digits may be a part number. */
function namesOneThing(snapshot: Snapshot, q: string): boolean {
  const reference = readReference(snapshot, q);
  if (reference.kind === 'seller_sku') return snapshot.sellers().some(({ id }) => id === reference.seller);
  return reference.kind === 'id' || reference.kind === 'link';
}
