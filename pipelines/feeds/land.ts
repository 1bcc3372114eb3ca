import { glob, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { DataFolder } from '../../warehouse/folder.ts';
import type { FeedSettings } from '../domain/settings/feed_settings.ts';
import type { MarketSettings } from '../domain/settings/market_settings.ts';
import type { SellerSettings } from '../domain/settings/publisher_settings.ts';
import { blocksOf } from './blocks.ts';
import { FeedError } from './error.ts';
import type { Fetcher } from './fetch.ts';
import { storeStream } from './file.ts';
import type { Pages } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
import type { FeedLimits, Landed, LandedFile, PreviousFetch, Progress } from './landed.ts';
import { asOfColumn, asOfFromName } from './observed.ts';
import { readHead } from './prepare.ts';

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
  return /^https?:\/\//i.test(options.feed.url) ? landRemote(options) : landFiles(options);
}

async function landRemote(options: LandOptions): Promise<Landed[]> {
  const { feed, limits, signal, previous } = options;
  const started = performance.now();
  const { pages } = FORMATS[feed.format];
  const paged = pages?.has(new URL(feed.url)) === true;
  // The client takes a tenth of a short command's time to load, and files of this machine need none.
  const { Fetcher: Client } = await import('./fetch.ts');
  await using fetcher = new Client({
    limits,
    headers: feed.headers,
    signal,
    previous: paged ? undefined : previous,
  });
  const files = paged ? await landPages(fetcher, pages, options) : await landPage(fetcher, feed.url, options);
  if (files.length === 0 && paged) throw new FeedError('empty', `${feed.url} has no product`);
  if (files.length === 0) return [];
  const name = nameIn(feed.url);
  const pattern = namePattern(feed);
  const as_of = options.asOf ?? (pattern === undefined ? options.fetchedAt : asOfFromName(name, pattern));
  return [{ as_of, files, seconds: (performance.now() - started) / 1000 }];
}

/** The file that an address names, decoded; as it stands where its percent signs are no code (`/100%.csv`). */
function nameIn(url: string): string {
  const name = basename(new URL(url).pathname);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

async function landPage(fetcher: Fetcher, url: string, options: LandOptions): Promise<LandedFile[]> {
  const { folder, seller, limits, signal, onProgress } = options;
  const file = await fetcher.get(url, async ({ body, ...validators }) => {
    const stored = await storeStream(body, {
      folder,
      seller: seller.id,
      extension: extension(new URL(url).pathname),
      maxBytes: limits.feed_bytes,
      name: url,
      signal,
      onBytes: (bytes) => onProgress?.({ step: 'land', bytes }),
    });
    return { ...stored, name: url, ...validators };
  });
  return file === null ? [] : [file];
}

/** Page after page, until one is empty, or repeats the one before (a server that does not page). */
async function landPages(fetcher: Fetcher, pages: Pages, options: LandOptions): Promise<LandedFile[]> {
  const files: LandedFile[] = [];
  for (let page = 1; page <= pages.most; page++) {
    const { href } = pages.address(new URL(options.feed.url), page);
    const [file] = await landPage(fetcher, href, options);
    if (!file || file.sha256 === files.at(-1)?.sha256) return files;
    if (pages.isEmpty(await smallText(options.folder.path(file.path)))) return files;
    files.push(file);
    const bytes = files.reduce((sum, { bytes: each }) => sum + each, 0);
    if (bytes > options.limits.feed_bytes) {
      throw new FeedError(
        'too_large',
        `${options.feed.url} has more than ${options.limits.feed_bytes} bytes (limits.feed_bytes)`,
      );
    }
  }
  throw new FeedError('too_large', `${options.feed.url} has more than ${pages.most} pages`);
}

/** The text of a page, or the begin of a long one. */
async function smallText(path: string): Promise<string> {
  const bytes = await readHead(path, 4096);
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  // An empty page is smaller than the block, so it is whole and can be unpacked.
  return packed && bytes.length < 4096 ? gunzipSync(bytes).toString() : bytes.toString();
}

function namePattern(feed: FeedSettings): string | undefined {
  return feed.as_of !== undefined && asOfColumn(feed.as_of) === null ? feed.as_of : undefined;
}

async function landFiles(options: LandOptions): Promise<Landed[]> {
  const { feed } = options;
  const paths = await localPaths(feed.url);
  if (paths.length === 0) throw new FeedError('not_found', `no file matches ${feed.url}`);
  const pattern = namePattern(feed);
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
  const stored = await storeStream(blocksOf(path), {
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
