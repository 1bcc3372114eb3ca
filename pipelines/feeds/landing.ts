import { readdir, stat } from 'node:fs/promises';
import type { DataFolder } from '../../warehouse/folder.ts';
import type { FeedRuns } from '../../warehouse/known_runs.ts';
import type { Run } from '../../warehouse/run.ts';
import { isDated, isRemote, newObservations } from './due.ts';
import { FeedError } from './error.ts';
import { type LandOptions, landFeed } from './land.ts';
import type { Landed } from './landed.ts';

/** Clocks of two machines may differ by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** A time given by hand must be one the feed can have been seen at, and the feed's only one. */
function checkAsOf({ asOf, seller, feed, fetchedAt }: LandOptions): void {
  if (asOf === undefined) return;
  const name = `${seller.id}/${feed.name}`;
  if (feed.as_of !== undefined)
    throw new FeedError(
      'settings',
      `${name} tells its own observation times (as_of: ${feed.as_of}), so none can be given by hand`,
    );
  if (Date.parse(asOf) > Date.parse(fetchedAt) + CLOCK_TOLERANCE_MS)
    throw new FeedError(
      'settings',
      `${asOf} lies in the future; everything read until then would be late for ${name}`,
    );
}

/**
 * Brings in what a feed has that no run holds yet; `runs` are this feed's. A dated local feed lands its new
 * files, or with `all` every file; a remote one is asked whether it changed; any other is read as it stands. Throws
 * FeedError.
 */
export async function landUpdates(options: LandOptions, runs: FeedRuns, all: boolean): Promise<Landed[]> {
  checkAsOf(options);
  const byHand = options.asOf !== undefined;
  if (isDated(options.feed) && !all && !byHand) return landNew(options, runs);
  if (!isRemote(options.feed) || byHand) return landFeed(options);
  return landChanged(options, runs);
}

/** Only the files of a dated feed that no run holds yet. */
async function landNew(options: LandOptions, runs: FeedRuns): Promise<Landed[]> {
  const landed: Landed[] = [];
  const observations = await newObservations(options.feed, runs);
  if (observations.length === 0 && runs.latest.length === 0) return landFeed(options);
  for (const { as_of, paths } of observations) {
    const parts: Landed[] = [];
    for (const url of paths)
      parts.push(
        ...(await landFeed({ ...options, feed: { ...options.feed, url }, asOf: as_of ?? undefined })),
      );
    const [first] = parts;
    if (first)
      landed.push({
        ...first,
        files: parts.flatMap((part) => part.files),
        seconds: parts.reduce((sum, part) => sum + part.seconds, 0),
      });
  }
  return landed;
}

/** Asks whether the feed changed; if not, its offers still stand so, and the same bytes are an observation anew. */
async function landChanged(options: LandOptions, runs: FeedRuns): Promise<Landed[]> {
  const last = runs.latest.toSorted((a, b) => (a.staged_at < b.staged_at ? -1 : 1)).at(-1);
  const file = last && (await landedFile(options.folder, last));
  if (!file) return landFeed(options);
  const landed = await landFeed({ ...options, previous: file });
  if (landed.length > 0 || options.feed.as_of !== undefined) return landed;
  return [{ as_of: options.fetchedAt, files: [file], seconds: 0 }];
}

/** The file that a run was staged from, while it is still there. */
async function landedFile(folder: DataFolder, run: Run): Promise<Landed['files'][number] | undefined> {
  const { sha256, name, bytes, etag, last_modified } = run.source;
  const names = await readdir(folder.landing(run.seller)).catch(() => []);
  const found = names.find((candidate) => candidate.startsWith(sha256));
  if (found === undefined || (await stat(folder.path('landing', run.seller, found))).size !== bytes)
    return undefined;
  const path = `landing/${run.seller}/${found}`;
  return { path, name, sha256, bytes, ...(etag && { etag }), ...(last_modified && { last_modified }) };
}
