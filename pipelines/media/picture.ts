import sharp, { type Sharp } from 'sharp';
import { RENDITION_WIDTHS, RENDITIONS, type Rendition, renditionWidth } from '../domain/media.ts';
import { EDGES, FIELDS, type Fingerprint, fingerprintOf } from '../domain/picture/fingerprint.ts';
import {
  MEASURED_SIDE,
  measurePicture,
  type PictureMeasures,
  TEXT_SIDE,
} from '../domain/picture/measures.ts';
import type { Pixels } from '../domain/picture/pixels.ts';
import { MediaError } from './media_error.ts';

// One picture at a time and thread: several are worked at side by side, and nothing is met twice.
sharp.concurrency(1);
sharp.cache(false);

/** A picture as it is kept: true size, what it looks like, and its renditions as WebP. */
export interface ReadPicture {
  /** Of the original, upright. */
  width: number;
  height: number;
  measures: PictureMeasures;
  fingerprint: Fingerprint;
  renditions: Record<Rendition, Buffer>;
}

export interface PictureLimits {
  /** Width times height of the original. */
  pixels: number;
}

/** Fewer on either side show nothing: tracking pixels, spacers. */
const LEAST_SIDE = 32;
/** Longest side of a WebP file. */
const MOST_SIDE = 16_383;
const WHITE = { r: 255, g: 255, b: 255 };
const WEBP = { quality: 80, effort: 2 };

/**
 * Decodes a picture once, upright, in sRGB, on white where it is transparent, without its metadata, and makes all of it
 * from that. Throws MediaError.
 */
export async function readPicture(bytes: Buffer, limits: PictureLimits): Promise<ReadPicture> {
  const options = { limitInputPixels: limits.pixels, failOn: 'warning', sequentialRead: true } as const;
  const { width, height, inks } = await trueSize(bytes, limits);
  const full = await pixelsOf(
    sharp(bytes, options)
      .autoOrient()
      .toColourspace('srgb')
      .flatten({ background: WHITE })
      .resize({ width: RENDITION_WIDTHS.full, withoutEnlargement: true }),
  );
  // Measured while libvips writes: the one is JavaScript, the other is not.
  const [renditions, seen] = await Promise.all([renditionsOf(full, width), look(full)]);
  const { edges, fields, measures } = seen;
  const fingerprint = fingerprintOf(edges, fields, { aspect: width / height, inks });
  return { width, height, measures, fingerprint, renditions };
}

interface Seen {
  edges: Pixels;
  fields: Pixels;
  measures: PictureMeasures;
}

/** Scales a picture to all that is measured of it. Its brightness is made once: that costs more than the scaling. */
async function look(full: Pixels): Promise<Seen> {
  const grey = await pixelsOf(raw(full).greyscale());
  const [measured, brightness, edges, fields] = await Promise.all([
    pixelsOf(within(full, MEASURED_SIDE)),
    pixelsOf(within(grey, TEXT_SIDE).greyscale()),
    pixelsOf(
      raw(grey)
        .resize({ ...EDGES, fit: 'fill' })
        .greyscale(),
    ),
    pixelsOf(raw(full).resize({ ...FIELDS, fit: 'fill' })),
  ]);
  return { edges, fields, measures: measurePicture(measured, brightness) };
}

/** Width and height as one sees it, before anything is unpacked, and whether it is in inks. */
async function trueSize(
  bytes: Buffer,
  limits: PictureLimits,
): Promise<{ width: number; height: number; inks: boolean }> {
  const {
    pages = 1,
    autoOrient,
    space,
  } = await decoded(() => sharp(bytes, { limitInputPixels: false, failOn: 'warning' }).metadata());
  const { width, height } = autoOrient;
  if (pages > 1) throw new MediaError('animated', `it has ${pages} frames or pages`);
  if (width * height > limits.pixels)
    throw new MediaError(
      'too_many_pixels',
      `it unpacks into ${width} x ${height} pixels, more than ${limits.pixels} (media.pixels)`,
    );
  if (Math.min(width, height) < LEAST_SIDE)
    throw new MediaError(
      'too_small',
      `it has ${width} x ${height} pixels, fewer than ${LEAST_SIDE} on a side`,
    );
  if (height * Math.min(1, RENDITION_WIDTHS.full / width) > MOST_SIDE)
    throw new MediaError('too_many_pixels', `it is ${height} pixels high, more than a rendition can be`);
  return { width, height, inks: space === 'cmyk' };
}

async function renditionsOf(full: Pixels, originalWidth: number): Promise<Record<Rendition, Buffer>> {
  const byWidth = new Map<number, Buffer>();
  let from = full;
  // From the widest down, each from the one before: half of a half is a quarter, and a quarter of the work.
  for (const rendition of RENDITIONS.toReversed()) {
    const width = renditionWidth(rendition, originalWidth);
    if (byWidth.has(width)) continue;
    if (width < from.width) from = await pixelsOf(raw(from).resize({ width }));
    byWidth.set(width, await raw(from).webp(WEBP).toBuffer());
  }
  return Object.fromEntries(
    RENDITIONS.map((rendition) => [rendition, byWidth.get(renditionWidth(rendition, originalWidth))]),
  ) as Record<Rendition, Buffer>;
}

function raw({ data, width, height, channels }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

function within(pixels: Pixels, side: number): Sharp {
  return raw(pixels).resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
}

async function pixelsOf(image: Sharp): Promise<Pixels> {
  const { data, info } = await decoded(() =>
    image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  const { width, height, channels } = info;
  if (channels !== 1 && channels !== 3)
    throw new MediaError('damaged', `it has ${channels} channels, where colours have 3`);
  return { data, width, height, channels };
}

/** What libvips cannot read is the picture's fault. */
async function decoded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    throw new MediaError('damaged', `it cannot be decoded: ${reason}`, { cause: error });
  }
}
