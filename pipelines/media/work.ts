import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { contentFolder } from '../../warehouse/media_files.ts';
import type { BlobStore } from '../../warehouse/store.ts';
import { mediaKeyOf, RENDITIONS, renditionFile } from '../domain/media.ts';
import type { Fingerprint } from '../domain/picture/fingerprint.ts';
import { pictureRole } from '../domain/picture/role.ts';
import { mp4Size, webmSize } from '../domain/video_size.ts';
import type { Downloader, Validators } from './download.ts';
import { MediaError, type MediaReject } from './media_error.ts';
import { formatOf, type MediaFormat } from './media_type.ts';
import { type PictureLimits, readPicture } from './picture.ts';

/** An address to be asked for. */
export interface DueAddress extends Validators {
  address: string;
  place: number;
  /** What was found there the last time. */
  content: string | null;
  attempts: number;
}

/** A file that was taken, ready to be a row of the table `media` once its item is known. */
export interface TakenMedia {
  content: string;
  own_key: bigint;
  format: MediaFormat;
  width: number;
  height: number;
  bytes: number;
  kept_bytes: number;
  role: string;
  colors: string[];
  fingerprint: Fingerprint | null;
}

/** What came of an address. `content` null with a code: nothing is there that can be shown. */
export interface Outcome extends Validators {
  due: DueAddress;
  content: string | null;
  /** Null where it is unchanged or known already. */
  taken: TakenMedia | null;
  code: MediaReject | null;
  detail: string | null;
}

export interface WorkSettings {
  downloader: Downloader;
  store: BlobStore;
  /** Folder of this run for files being written. */
  scratch: string;
  limits: PictureLimits;
  /** Contents whose files lie in the store. */
  kept: ReadonlySet<string>;
  /** Contents that this run takes or has taken. */
  taking: Map<string, Promise<TakenMedia>>;
  /** Takes a turn at decoding: few pictures are unpacked at once. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Gets one address and keeps what is there. Never throws but when called off: what is wrong is the outcome. */
export async function workAddress(due: DueAddress, settings: WorkSettings): Promise<Outcome> {
  const nothing = { due, taken: null, etag: due.etag, last_modified: due.last_modified };
  try {
    const got = await settings.downloader.get(due.address, due);
    if (got === null) return { ...nothing, content: due.content, code: null, detail: null };
    const { bytes, etag, last_modified } = got;
    const content = createHash('sha256').update(bytes).digest('hex');
    const taken = await takeOnce(content, bytes, due, settings);
    return { due, content, taken, code: null, detail: null, etag, last_modified };
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    return { ...nothing, content: due.content, code: error.code, detail: error.message };
  }
}

/** Takes a content unless it is known; one that several addresses hold is worked at for the first of them alone. */
async function takeOnce(
  content: string,
  bytes: Buffer,
  due: DueAddress,
  settings: WorkSettings,
): Promise<TakenMedia | null> {
  if (settings.kept.has(content)) return null;
  const begun = settings.taking.get(content);
  if (begun) {
    await begun;
    return null;
  }
  const taking = settings.inTurn(() => take(content, bytes, due, settings));
  settings.taking.set(content, taking);
  return taking;
}

async function take(
  content: string,
  bytes: Buffer,
  due: DueAddress,
  settings: WorkSettings,
): Promise<TakenMedia> {
  const format = formatOf(bytes);
  if (format === null)
    throw new MediaError('not_media', `${due.address} holds no picture or video, but ${shown(bytes)}`);
  const own = { content, own_key: mediaKeyOf(content), format, bytes: bytes.length };
  if (format === 'mp4' || format === 'webm')
    return { ...own, ...(await takeVideo(content, { bytes, format }, settings)) };
  const picture = await readPicture(bytes, settings.limits);
  const kept_bytes = await keep(
    content,
    RENDITIONS.map((rendition) => [renditionFile(rendition), picture.renditions[rendition]]),
    settings,
  );
  const { width, height, measures, fingerprint } = picture;
  return {
    ...own,
    width,
    height,
    kept_bytes,
    role: pictureRole(measures),
    colors: measures.colors,
    fingerprint,
  };
}

/** A video is kept as it came: nothing is decoded but what it says of its size. */
async function takeVideo(
  content: string,
  { bytes, format }: { bytes: Buffer; format: 'mp4' | 'webm' },
  settings: WorkSettings,
): Promise<Omit<TakenMedia, 'content' | 'own_key' | 'format' | 'bytes'>> {
  const size = format === 'mp4' ? mp4Size(bytes) : webmSize(bytes);
  if (!size)
    throw new MediaError('damaged', `it is ${format} and no part of it says how large its pictures are`);
  const kept_bytes = await keep(content, [[`video.${format}`, bytes]], settings);
  return { ...size, kept_bytes, role: 'video', colors: [], fingerprint: null };
}

/** Stores the files of a content; returns their bytes. */
async function keep(
  content: string,
  files: readonly (readonly [name: string, bytes: Buffer])[],
  { scratch, store }: WorkSettings,
): Promise<number> {
  const folder = join(scratch, content);
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const [name, file] of files) {
    const draft = join(folder, name);
    await writeFile(draft, file);
    await store.put(draft, `${contentFolder(content)}/${name}`);
    bytes += file.length;
  }
  return bytes;
}

/** The begin of a text, or of other bytes in hexadecimal, for a message. */
function shown(bytes: Buffer): string {
  const head = bytes.subarray(0, 24).toString('latin1');
  return bytes.length === 0
    ? 'nothing'
    : /^[\t\n\r -~]*$/.test(head)
      ? JSON.stringify(head)
      : `bytes ${bytes.subarray(0, 8).toString('hex')}`;
}
