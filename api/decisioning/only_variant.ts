import type { Product } from '../../pipelines/domain/listing.ts';

/** By record and variant: what is read of a variant's record is kept with it, and asked for in each look of a decision. */
const known = new WeakMap<Product, Map<string, Product>>();

/** A product with one of its variants and that one's listings alone. */
export function onlyVariant(product: Product, variant_id: string): Product {
  const own = known.get(product) ?? new Map<string, Product>();
  known.set(product, own);
  const only = own.get(variant_id) ?? {
    ...product,
    variants: product.variants.filter((variant) => variant.variant_id === variant_id),
    listings: product.listings.filter((listing) => listing.variant_id === variant_id),
  };
  own.set(variant_id, only);
  return only;
}
