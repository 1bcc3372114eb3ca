import type { Listing, Product, Variant } from '../../pipelines/domain/listing.ts';

/** Assembles a product from its listings, the one that names it first; later ones fill in what it does not say. */
export function assembleProduct(listings: Listing[]): Product {
  const naming = listings[0];
  if (!naming) throw new Error('a product without listings cannot be assembled');
  const variants = new Map<string, Variant>();
  for (const listing of listings) {
    const gtin = listing.gtin_conflict ? null : listing.gtin;
    const variant = variants.get(listing.variant_id);
    if (!variant)
      variants.set(listing.variant_id, {
        variant_id: listing.variant_id,
        gtin,
        title: listing.title,
        attributes: { ...listing.attributes },
        axes: listing.axes,
      });
    else {
      variant.gtin ??= gtin;
      variant.attributes = { ...listing.attributes, ...variant.attributes };
    }
  }
  const primary = variants.get(naming.variant_id) as Variant;
  const sameVariant = listings.filter((listing) => listing.variant_id === naming.variant_id);
  return {
    product_id: naming.product_id,
    gtin: primary.gtin,
    brand: first(listings, (listing) => listing.brand),
    title: naming.title,
    category: first(listings, (listing) => listing.category),
    attributes: Object.assign({}, ...sameVariant.toReversed().map((listing) => listing.attributes)) as Record<
      string,
      string
    >,
    variants: [...variants.values()],
    listings,
  };
}

function first<T>(listings: readonly Listing[], read: (listing: Listing) => T | null): T | null {
  for (const listing of listings) {
    const value = read(listing);
    if (value !== null) return value;
  }
  return null;
}
