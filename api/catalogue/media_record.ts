import { type Static, Type } from 'typebox';
import type { Product } from '../../pipelines/domain/listing.ts';
import {
  formatMediaId,
  MEDIA_ROLES,
  RENDITION_WIDTHS,
  RENDITIONS,
  type Rendition,
  renditionFile,
  renditionWidth,
} from '../../pipelines/domain/media.ts';
import { MediaIndex } from '../../warehouse/reads/media_index.ts';
import { type ProductMedia, primaryMedia, productMedia } from '../../warehouse/reads/product_media.ts';
import type { Deps } from '../http/deps.ts';
import { altOf } from './media_alt.ts';
import { nullable, oneOf, recordOf } from './schema.ts';

const Renditions = <T extends Parameters<typeof Type.Partial>[0]>(schema: T) => Type.Partial(schema);

/** A media item as the contract has it. */
export const MediaRecord = recordOf('MediaItem', {
  media_id: Type.String({ description: '`med_…`, for ever the same picture.' }),
  role: oneOf(MEDIA_ROLES, 'Told from the picture itself and its place, never taken from a seller.'),
  url: Type.String({ description: 'The largest rendition, or the video, at the service’s own address.' }),
  renditions: Renditions(
    Type.Object(
      Object.fromEntries(
        RENDITIONS.map((name) => [
          name,
          Type.String({
            description: `WebP, ${RENDITION_WIDTHS[name]} pixels wide, or as wide as the original where that is less.`,
          }),
        ]),
      ),
    ),
  ),
  rendition_widths: Renditions(
    Type.Object(Object.fromEntries(RENDITIONS.map((name) => [name, Type.Integer()])), {
      description: 'The width in pixels that each rendition really has: none is enlarged.',
    }),
  ),
  width: Type.Integer({ description: 'True pixels of the best original, upright.' }),
  height: Type.Integer({ description: 'The same.' }),
  variant_ids: Type.Array(Type.String(), { description: 'The variants that it shows.' }),
  alt: Type.String(),
  sellers: Type.Array(Type.String(), { description: 'Who lists it.' }),
  inherited_from: nullable(
    Type.String({
      description:
        'The product whose primary picture stands in, where the variant asked for has none of its own.',
    }),
  ),
});
export type MediaRecordValue = Static<typeof MediaRecord>;

/** Address of a primary picture's smallest rendition. */
export const Thumb = nullable(
  Type.String({ description: 'Address of the primary picture, 200 pixels wide; null where there is none.' }),
);

/** The address of a rendition below `cdn_url`. */
function renditionUrl(cdnUrl: string, content: string, rendition: Rendition): string {
  return `${cdnUrl}/${content}/${renditionFile(rendition)}`;
}

/** Finds the media of products, as answers show them. */
export interface MediaFinder {
  of: (product: Product) => ProductMedia[];
  /** The thumb of a variant, or of the product where null or where the variant has none of its own. */
  thumb: (product: Product, variantId: string | null) => string | null;
}

/** What is held of the media of a snapshot, ready to be asked. */
export async function mediaFinder({
  snapshot,
  cdn_url,
}: Pick<Deps, 'snapshot' | 'cdn_url'>): Promise<MediaFinder> {
  const index = await snapshot.hold(MediaIndex.open);
  const known = new Map<Product, ProductMedia[]>();
  const of = (product: Product) => {
    const media = known.get(product) ?? productMedia(product, index);
    known.set(product, media);
    return media;
  };
  return {
    of,
    thumb: (product, variantId) => {
      const primary = primaryMedia(of(product), variantId);
      return primary && renditionUrl(cdn_url, primary.content, 'thumb');
    },
  };
}

/** Shows a media item; `only` keeps one rendition. */
export function mediaRecord(
  item: ProductMedia,
  {
    product,
    cdn_url,
    only,
    inherited_from,
  }: { product: Product; cdn_url: string; only?: Rendition | undefined; inherited_from: string | null },
): MediaRecordValue {
  const shown = RENDITIONS.filter((name) => only === undefined || name === only);
  const renditions = item.role === 'video' ? [] : shown;
  return {
    media_id: formatMediaId(item.media_key),
    role: item.role,
    url:
      item.role === 'video'
        ? `${cdn_url}/${item.content}/video.${item.format}`
        : renditionUrl(cdn_url, item.content, 'full'),
    renditions: Object.fromEntries(
      renditions.map((name) => [name, renditionUrl(cdn_url, item.content, name)]),
    ),
    rendition_widths: Object.fromEntries(renditions.map((name) => [name, renditionWidth(name, item.width)])),
    width: item.width,
    height: item.height,
    variant_ids: item.variant_ids,
    alt: altOf(product, item.variant_ids),
    sellers: item.sellers,
    inherited_from,
  };
}
