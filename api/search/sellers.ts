import { Type } from 'typebox';
import { medianAgeMinutes } from '../../pipelines/domain/provenance.ts';
import { ACCESSES, SELLER_KINDS } from '../../pipelines/domain/settings/publisher_settings.ts';
import { nullable, oneOf, recordOf } from '../catalogue/schema.ts';
import type { Operation } from '../http/operation.ts';

const SellerRecord = recordOf('Seller', {
  id: Type.String(),
  name: Type.String(),
  kind: oneOf(SELLER_KINDS),
  access: oneOf(ACCESSES),
  products: Type.Integer({ description: 'Products indexed.' }),
  identity: oneOf(['gtin', 'brand+title'], '`gtin` where at least half of its listings have a valid GTIN.'),
  median_age_minutes: nullable(
    Type.Integer({
      description: 'Age of the data of half of its listings; null before its first feed was read.',
    }),
  ),
});

export const sellers: Operation = {
  group: 'search',
  id: 'listSellers',
  method: 'GET',
  path: '/v1/sellers',
  summary: 'Seller directory',
  scope: 'read',
  cost: 1,
  response: Type.Object({ sellers: Type.Array(SellerRecord) }),
  run({ snapshot, now }) {
    const now_ms = now().getTime();
    return {
      kind: 'json',
      body: {
        sellers: snapshot.sellers().map((seller) => ({
          id: seller.id,
          name: seller.name,
          kind: seller.kind,
          access: seller.access,
          products: seller.products,
          identity:
            seller.listings > 0 && seller.listings_with_gtin * 2 >= seller.listings ? 'gtin' : 'brand+title',
          median_age_minutes: medianAgeMinutes(seller.feeds, now_ms),
        })),
      },
    };
  },
};
