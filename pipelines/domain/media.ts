/** What a media item shows, as the contract names it; in the order in which answers list them. */
export const MEDIA_ROLES = ['primary', 'gallery', 'detail', 'lifestyle', 'size_chart', 'video'] as const;
export type MediaRole = (typeof MEDIA_ROLES)[number];

/** Widths of the renditions in pixels; a picture that is narrower is never enlarged. */
export const RENDITION_WIDTHS = { thumb: 200, card: 400, detail: 800, full: 1600 } as const;
export type Rendition = keyof typeof RENDITION_WIDTHS;
export const RENDITIONS = Object.keys(RENDITION_WIDTHS) as Rendition[];

/** The width that a rendition of an original of this width has. */
export function renditionWidth(rendition: Rendition, originalWidth: number): number {
  return Math.min(RENDITION_WIDTHS[rendition], originalWidth);
}

/** The name of a rendition's file in the folder of its content. */
export const renditionFile = (rendition: Rendition): string => `${rendition}.webp`;

/**
 * The role of a picture where it is named: what looks like a primary picture, but never comes first with any seller
 * while another one does, is a further view of the article. `firstPosition` is the earliest place that a listing gives
 * it, 0 for its main picture.
 */
export function roleInPlace(role: MediaRole, firstPosition: number, hasFirst: boolean): MediaRole {
  return role === 'primary' && firstPosition > 0 && hasFirst ? 'gallery' : role;
}

/** Key of the item that begins with this content (SHA-256, hexadecimal): its first eight bytes. */
export const mediaKeyOf = (content: string): bigint => BigInt(`0x${content.slice(0, 16)}`);

/** `med_0123456789abcdef` from a key. */
export const formatMediaId = (key: bigint): string => `med_${key.toString(16).padStart(16, '0')}`;
