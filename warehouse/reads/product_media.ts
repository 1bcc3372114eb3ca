import type { Listing, Product, Variant } from '../../pipelines/domain/listing.ts';
import { MEDIA_ROLES, type MediaRole, roleInPlace } from '../../pipelines/domain/media.ts';
import { isLive } from '../../pipelines/domain/offer.ts';
import { colorFit } from '../../pipelines/domain/picture/palette.ts';
import { COLOR_WORDS } from '../../pipelines/text/languages.ts';
import { termsOf } from '../../pipelines/text/words.ts';
import type { HeldMedia, MediaIndex } from './media_index.ts';

/** A media item of a product. */
export interface ProductMedia extends HeldMedia {
  /** In its place among the product's pictures. */
  role: MediaRole;
  /** The variants that it shows, in the product's order. */
  variant_ids: string[];
  /** Sellers whose listings name it, in order. */
  sellers: string[];
  /** The first place that a listing gives it. */
  place: number;
}

/** The addresses that a listing names, its main picture first; a video stands at the place 0 of its own. */
function addressesOf({ image_url, image_urls, video_url }: Listing): [address: string, place: number][] {
  const pictures = [...new Set([...(image_url === null ? [] : [image_url]), ...image_urls])];
  const named = pictures.map((address, place): [string, number] => [address, place]);
  return video_url === null ? named : [...named, [video_url, 0]];
}

/** The media of a product, those of one role together, best first. Listings that are gone count where no other is left. */
export function productMedia(product: Product, index: MediaIndex): ProductMedia[] {
  const live = product.listings.filter(isLive);
  const items = new Map<
    bigint,
    { held: HeldMedia; place: number; variants: Set<string>; sellers: Set<string> }
  >();
  for (const listing of live.length > 0 ? live : product.listings)
    for (const [address, place] of addressesOf(listing)) {
      const held = index.find(address);
      if (!held) continue;
      const item = items.get(held.media_key);
      if (item) item.place = Math.min(item.place, place);
      const { variants, sellers } = item ?? { variants: new Set(), sellers: new Set() };
      variants.add(listing.variant_id);
      sellers.add(listing.seller);
      if (!item) items.set(held.media_key, { held, place, variants, sellers });
    }
  const shown = [...items.values()].map(({ held, place, variants, sellers }) => ({
    ...held,
    place,
    variant_ids: shownVariants(product.variants, variants, held.colors),
    sellers: [...sellers].toSorted(),
  }));
  const leading = shown.filter(({ role, place }) => role === 'primary' && place === 0);
  const isLed = (variantId: string) => leading.some((one) => one.variant_ids.includes(variantId));
  return shown
    .map((one) => ({ ...one, role: roleInPlace(one.role, one.place, one.variant_ids.every(isLed)) }))
    .toSorted(compareMedia);
}

/** What is shown first for a variant, or for the product: its best primary picture, else that of the product. */
export function primaryMedia(media: readonly ProductMedia[], variantId: string | null): ProductMedia | null {
  const primaries = media.filter(({ role }) => role === 'primary');
  return (
    primaries.find(({ variant_ids }) => variantId !== null && variant_ids.includes(variantId)) ??
    primaries[0] ??
    null
  );
}

function compareMedia(a: ProductMedia, b: ProductMedia): number {
  return (
    MEDIA_ROLES.indexOf(a.role) - MEDIA_ROLES.indexOf(b.role) ||
    a.place - b.place ||
    b.sellers.length - a.sellers.length ||
    b.width * b.height - a.width * a.height ||
    (a.media_key < b.media_key ? -1 : 1)
  );
}

/**
 * Which variants a picture shows: those whose listings name it, but where these differ in colour, and some fit what is
 * seen better than others, only those: shops list all pictures of an article with each of its variants.
 */
function shownVariants(
  variants: readonly Variant[],
  named: ReadonlySet<string>,
  seen: readonly string[],
): string[] {
  const candidates = variants
    .filter(({ variant_id }) => named.has(variant_id))
    .map((variant) => ({ id: variant.variant_id, colors: colorsOf(variant) }));
  const ids = candidates.map(({ id }) => id);
  const [main] = seen;
  if (main === undefined || new Set(candidates.map(({ colors }) => colors.join())).size < 2) return ids;
  const fits = candidates.map(({ colors }) => Math.max(0, ...colors.map((color) => colorFit(color, main))));
  const best = Math.max(...fits);
  return best === 0 ? ids : ids.filter((_, nth) => fits[nth] === best);
}

/** Names of the colours that a variant states, or else has in its title. */
function colorsOf({ attributes, title }: Variant): string[] {
  const stated = Object.entries(attributes).find(([key]) => key.endsWith('.color'))?.[1];
  return termsOf(stated ?? title).flatMap((word) => COLOR_WORDS.get(word) ?? []);
}
