import { createReadStream } from 'node:fs';
import { glob, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DataFolder } from '../../warehouse/folder.ts';
import type { FeedSettings, MarketSettings, SellerSettings } from '../domain/configuration.ts';
import { FeedError } from './error.ts';
import { storeStream } from './file.ts';
import type { FeedLimits, Landed, LandedFile, PreviousFetch, Progress } from './landed.ts';
import { asOfColumn, asOfFromName } from './observed.ts';

export interface LandOptions {
  folder: DataFolder;
  seller: SellerSettings;
  feed: FeedSettings;
  market: MarketSettings;
  limits: FeedLimits;
  /** Of the last run of this feed, for conditional requests. */
  previous?: PreviousFetch | undefined;
  /** Overrides the observation time, ISO 8601. */
  asOf?: string | undefined;
  /** ISO 8601; the observation time of what names none. */
  fetchedAt: string;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Brings a feed into the landing folder: one entry for each observation time, oldest first. An empty list means
 * that the server answered 304: not modified since the previous fetch. Throws FeedError.
 */
export async function landFeed(options: LandOptions): Promise<Landed[]> {
  return landFiles(options);
}

async function landFiles(options: LandOptions): Promise<Landed[]> {
  const { feed } = options;
  const paths = await localPaths(feed.url);
  if (paths.length === 0) throw new FeedError('not_found', `no file matches ${feed.url}`);
  const pattern = feed.as_of !== undefined && asOfColumn(feed.as_of) === null ? feed.as_of : undefined;
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const asOf =
      options.asOf ?? (pattern === undefined ? options.fetchedAt : asOfFromName(basename(path), pattern));
    groups.set(asOf, [...(groups.get(asOf) ?? []), path]);
  }
  const landed: Landed[] = [];
  for (const [asOf, group] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const started = performance.now();
    const files: LandedFile[] = [];
    for (const path of group) files.push(await landFile(path, options));
    landed.push({ as_of: asOf, files, seconds: (performance.now() - started) / 1000 });
  }
  return landed;
}

async function landFile(
  path: string,
  { folder, seller, limits, signal, onProgress }: LandOptions,
): Promise<LandedFile> {
  const name = basename(path);
  const stored = await storeStream(createReadStream(path, { highWaterMark: 1 << 20 }), {
    folder,
    seller: seller.id,
    extension: extension(name),
    maxBytes: limits.feed_bytes,
    name,
    signal,
    onBytes: (bytes) => onProgress?.({ step: 'land', bytes }),
  });
  return { ...stored, name };
}

/** `.csv.gz` of a name; empty when it has none that is plain. */
export function extension(name: string): string {
  return /(?:\.[a-z0-9]{1,8}){1,2}$/i.exec(name)?.[0].toLowerCase() ?? '';
}

export async function localPaths(url: string): Promise<string[]> {
  const isFile = await stat(url).then(
    (entry) => entry.isFile(),
    () => false,
  );
  if (isFile) return [url];
  const paths: string[] = [];
  for await (const path of glob(url)) paths.push(path);
  return paths.sort();
}
