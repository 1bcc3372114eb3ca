import { type Static, Type } from 'typebox';
import type { OfferFilter } from '../../warehouse/text/offers.ts';
import type { Operation } from '../http/operation.ts';
import { ATTRIBUTE_QUERY, attributeConditions, attributeFilter } from '../search/attribute_filter.ts';
import { requireCategory } from '../search/category_filter.ts';
import { attributeRecords, categorical, FacetRecord, priceRecord } from '../search/facet_record.ts';
import { requireSellers } from './referenced_product.ts';
import { Amount, Currency, nullable, SellerFilter } from './schema.ts';

const query = Type.Object(
  {
    category: Type.Optional(
      Type.String({
        description: 'Taxonomy node from /v1/categories; what is below it counts too. Without it everything.',
      }),
    ),
    seller: SellerFilter,
    in_stock: Type.Optional(
      Type.Boolean({ description: 'true: only offers currently purchasable; false: all.' }),
    ),
    max_price: Type.Optional(
      Amount('Minor units; filters landed cost, or the price where delivery is unknown.'),
    ),
  },
  ATTRIBUTE_QUERY,
);

export const facets: Operation = {
  group: 'catalogue',
  id: 'listFacets',
  method: 'GET',
  path: '/v1/facets',
  summary: 'What the products of a category can be narrowed by',
  description:
    'Price, brand, seller and every attribute that tells products of the category apart, the most telling first. The filters are those of GET /v1/search and counted alike: a value’s `products` is the `total` of the search that adds it.',
  scope: 'read',
  cost: 1,
  query,
  response: Type.Object({
    category: nullable(Type.String()),
    products: Type.Integer({ description: 'Products that pass.' }),
    currency: Currency,
    facets: Type.Array(FacetRecord),
  }),
  cacheable: true,
  errors: ['not_found'],
  async run({ snapshot }, { query: given }) {
    const asked = given as Static<typeof query>;
    requireSellers(snapshot, asked.seller ?? [], 'seller');
    const category =
      asked.category === undefined ? null : requireCategory(snapshot, asked.category, 'category');
    const filter: OfferFilter & { category?: string } = {
      ...(asked.seller === undefined ? {} : { sellers: asked.seller }),
      ...(asked.in_stock ? { in_stock: true } : {}),
      ...(asked.max_price === undefined ? {} : { max_price_minor: asked.max_price }),
      ...(await attributeFilter(snapshot, attributeConditions(given))),
      ...(category === null ? {} : { category }),
    };
    const browser = await snapshot.browser();
    const known = await snapshot.attributeValues();
    const { total, counts, costs, values, countWhere } = browser.facets(filter, known);
    const found = [
      priceRecord(costs),
      categorical('brand', 'Brand', counts.brands),
      categorical('seller', 'Seller', counts.sellers),
      categorical('in_stock', 'In stock', [{ value: 'true', products: counts.in_stock }]),
      ...attributeRecords(values, total, countWhere),
    ];
    return {
      kind: 'json',
      body: {
        category,
        products: total,
        currency: snapshot.currency,
        facets: found.filter((facet) => facet !== null && (facet.values?.length ?? 1) > 0),
      },
    };
  },
};
