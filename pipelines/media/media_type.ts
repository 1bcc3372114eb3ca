/** Formats that are taken, by the media type that they are served as. */
export const MEDIA_TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
  tiff: 'image/tiff',
  mp4: 'video/mp4',
  webm: 'video/webm',
} as const;
export type MediaFormat = keyof typeof MEDIA_TYPES;

/** Types that say nothing of what they carry. */
const SAYS_NOTHING = ['', 'application/octet-stream', 'binary/octet-stream', 'application/x-download'];

/** Whether something that a server calls so may be a picture or video: its bytes decide then. */
export function mayBeMedia(contentType: string | undefined): boolean {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (SAYS_NOTHING.includes(type)) return true;
  return /^(?:image|video)\//.test(type) && type !== 'image/svg+xml';
}

/**
 * The format of a file by its first bytes, or null for anything else. Only what passes here is handed to a decoder:
 * SVG, PDF and scripts never are.
 */
export function formatOf(bytes: Uint8Array): MediaFormat | null {
  const text = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (text(0, 8) === '\u0089PNG\r\n\u001a\n') return 'png';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'gif';
  if (/^(?:II\*\0|MM\0\*)$/.test(text(0, 4))) return 'tiff';
  if (text(0, 4) === '\u001aE\u00df\u00a3' && text(0, 64).includes('webm')) return 'webm';
  if (text(4, 8) !== 'ftyp') return null;
  const brand = text(8, 12);
  if (/^avi[fs]$/.test(brand)) return 'avif';
  return /^(?:isom|iso[2-9]|mp4[12]|avc1|dash|M4V |mmp4|MSNV)$/.test(brand) ? 'mp4' : null;
}
