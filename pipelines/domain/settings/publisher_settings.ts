import type { Static } from 'typebox';
import type { InputKind } from '../inputs/kinds.ts';
import { FeedSchema, isOfOffers, kindOf } from './feed_settings.ts';
import { Type } from './schema.ts';
import { closed, literals } from './schema_parts.ts';

export const SELLER_KINDS = ['retailer', 'brand_storefront', 'marketplace_seller'] as const;
export const ACCESSES = ['direct_api', 'merchant_feed'] as const;

const ShippingSchema = Type.Object(
  {
    cost: Type.String({
      pattern: '^\\d+(\\.\\d+)?$',
      description: 'Delivery cost of one item, major units.',
    }),
    free_over: Type.Optional(
      Type.String({ pattern: '^\\d+(\\.\\d+)?$', description: 'Price from which delivery is free.' }),
    ),
  },
  { ...closed, description: 'What delivery costs where a feed does not say.' },
);

export type ShippingSettings = Static<typeof ShippingSchema>;

export const SellerSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'What its offers are known by, for ever; of a marketplace_seller with mp_ before it.',
    }),
    name: Type.String({ minLength: 1, description: 'As people read it.' }),
    kind: literals(SELLER_KINDS, 'Where several sellers name a product, a brand’s own name comes first.'),
    access: literals(ACCESSES, 'How its offers come here; answers pass it on.'),
    feeds: Type.Array(FeedSchema, { minItems: 1, description: 'At least one of offers.' }),
    shipping: Type.Optional(ShippingSchema),
  },
  closed,
);
export type SellerSettings = Static<typeof SellerSchema>;

export const BrandSchema = Type.Object(
  {
    id: Type.String({
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'Unlike every seller’s: its runs go by it.',
    }),
    name: Type.String({ minLength: 1, description: 'The brand as listings name it.' }),
    feeds: Type.Array(FeedSchema, { minItems: 1, description: 'Of kinds that brands publish.' }),
  },
  { ...closed, description: 'A brand that publishes lists of its own.' },
);
export type BrandSettings = Static<typeof BrandSchema>;

/** Everybody who publishes feeds: the sellers, and the brands as if they were some. */
export function publishersOf({
  sellers,
  brands = [],
}: {
  sellers: readonly SellerSettings[];
  brands?: readonly BrandSettings[];
}): SellerSettings[] {
  return [
    ...sellers,
    ...brands.map((brand) => ({ ...brand, kind: 'brand_storefront', access: 'merchant_feed' }) as const),
  ];
}

/** The sellers with those of their feeds that bring offers. */
export function withOffers(sellers: readonly SellerSettings[]): SellerSettings[] {
  return sellers.map((seller) =>
    seller.feeds.every(isOfOffers) ? seller : { ...seller, feeds: seller.feeds.filter(isOfOffers) },
  );
}

/** A feed that brings another input than offers. */
export interface InputFeed {
  publisher: string;
  /** What the publisher is called: a brand, as listings name it. */
  name: string;
  feed: string;
  kind: InputKind;
  /** The feed that it supplements; of supplemental feeds. */
  supplements?: string;
}

/** The feeds that bring other inputs than offers. */
export function inputFeeds(publishers: readonly SellerSettings[]): InputFeed[] {
  return publishers.flatMap(({ id, name, feeds }) =>
    feeds.flatMap((feed) => {
      const kind = kindOf(feed);
      const { supplements } = feed;
      return kind === 'offers'
        ? []
        : [{ publisher: id, name, feed: feed.name, kind, ...(supplements !== undefined && { supplements }) }];
    }),
  );
}
