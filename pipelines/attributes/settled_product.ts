import type { Product } from '../domain/listing.ts';
import { type ProductAttributes, settleAttributes } from './settle.ts';

/** By record, of which all variants and offers are looked at. */
const known = new WeakMap<Product, ProductAttributes>();

/** What the listings of a product that is read settle of it. */
export function settledProduct(product: Product): ProductAttributes {
  const settled = known.get(product) ?? settleAttributes(product.listings);
  known.set(product, settled);
  return settled;
}
