import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ColumnKey } from '../pipelines/domain/column_key.ts';
import type { FeedProfile } from '../pipelines/domain/feed_profile.ts';
import type { InputKind } from '../pipelines/domain/inputs/kinds.ts';
import type { LearnedPrices } from '../pipelines/domain/price_axes.ts';
import type { VerdictCuts } from '../pipelines/domain/price_context.ts';
import { DamagedFileError, parseJson } from './damage.ts';
import type { FeedPrices } from './price_correction.ts';
import type { CategoryFacts, MatchCalibration, SellerFacts } from './reads/snapshot.ts';
import type { RunPart } from './run_part.ts';
import { type BlobStore, POINTER_KEY } from './store.ts';
import type { TableName } from './tables.ts';

/**
 * The format of a warehouse. Raise it with whatever reads keys, texts or titles otherwise than they were stored; the
 * number alone makes every command ask for `commerce-index rebuild`, and the rebuild write all that is derived anew.
 */
export const WAREHOUSE_FORMAT = 2;

/** A snapshot of another format than this program's: an older one can be rebuilt, a newer one needs its program. */
export class WarehouseFormatError extends Error {
  constructor(snapshotId: string, found: number) {
    const advice = found > WAREHOUSE_FORMAT ? 'update the program' : 'run `commerce-index rebuild`';
    super(
      `snapshot ${snapshotId} has format ${found}, this program reads format ${WAREHOUSE_FORMAT}; ${advice}`,
    );
    this.name = 'WarehouseFormatError';
  }
}

/** One immutable file of a table. */
export interface Part {
  /** Key in the store. */
  key: string;
  rows: number;
  bytes: number;
}

/** The run that a feed's live rows are of. */
export interface CurrentRun {
  run_id: string;
  /** Where they are staged; not the run's own stage once they have been read anew. */
  stage_id: string;
  as_of: string;
  by_as_of: boolean;
  listings: number;
  /** As in `Run`. */
  staging?: number;
  /** The feed's own run, where supplements are laid over it: then the run named here may be a supplement's. */
  base?: BaseRun;
}

/** A run of a feed's own, without what is laid over it. */
export type BaseRun = Omit<CurrentRun, 'base'>;

/** Where one feed stands in a snapshot. */
export interface FeedState {
  /** Dense number of the feed, given once and kept: the `feed_no` of the tables. */
  feed_no: number;
  seller: string;
  feed: string;
  /** False once the feed has left the configuration: its listings are no longer in the index. */
  configured: boolean;
  /** Null until its first run is published. */
  current: CurrentRun | null;
  /** How its files are written, as its accepted runs told; absent in manifests from before it was kept. */
  profile?: FeedProfile;
  interval_minutes: number;
  /** Stretches without observation, epoch seconds. */
  gaps: { from: number; to: number }[];
  /** Those of them from before its first observation, of the feed that its listings came from. */
  inherited_gaps?: { from: number; to: number }[];
  /** Numbers of the feeds that listings moved to or from: their series are rebuilt together. */
  moved_with?: number[];
  /** What people said of its prices. Absent where they said nothing. */
  prices?: FeedPrices;
}

/** Where one feed of an input other than offers stands in a snapshot. */
export interface InputState {
  /** The seller or brand that publishes it. */
  seller: string;
  feed: string;
  kind: InputKind;
  /** Its newest accepted run. */
  current: { run_id: string; as_of: string; rows: number; stage_id?: string; by_as_of?: boolean };
  /** What is usual of the listings it is laid over, as its accepted runs told; of supplements. */
  profile?: FeedProfile;
}

/** The newest run of a feed's own: where supplements are laid over it, not theirs. */
export function ownRun<Of extends { run_id: string; as_of: string; base?: BaseRun }>(
  current: Of,
): Of | BaseRun {
  return current.base ?? current;
}

/** A published run as manifests of earlier programs list it. */
export interface PublishedRun {
  run_id: string;
  seller: string;
  feed: string;
  as_of: string;
  /** Where its rows are staged; not the run's own stage once they have been read anew. */
  stage_id: string;
  by_as_of: boolean;
  /** As in `Run`. */
  staging?: number;
}

export interface Audit {
  name: string;
  /** Rows that break the rule; 0 passes. */
  violations: number;
}

/**
 * A snapshot: every table as a list of immutable files, most of them shared with earlier snapshots, and the
 * small facts that are read whole. Written as `snapshots/<id>/manifest.json`.
 */
export interface Manifest {
  format: number;
  snapshot_id: string;
  previous: string | null;
  /** Names the sellers and market it was made with. */
  configuration: string;
  published_at: string;
  as_of: string;
  /** `verdict_cuts` are absent in manifests from before they could be set. */
  market: { country: string; currency: string; locale: string; verdict_cuts?: VerdictCuts };
  feeds: FeedState[];
  /** The feeds of other inputs that were published. Absent where there are none. */
  inputs?: InputState[];
  /** What became of every run so far, oldest part first. Absent in manifests from before there was a log. */
  run_log?: RunPart[];
  /** The published runs in manifests from before there was a log. */
  runs?: PublishedRun[];
  tables: Partial<Record<TableName, Part[]>>;
  sellers: SellerFacts[];
  categories: CategoryFacts[];
  /** What spellings of sellers became, by spelling: ids that were given out. Absent in manifests from before there was one taxonomy. */
  category_redirects?: Record<string, string>;
  counts: { listings: number; live_listings: number; variants: number; products: number };
  /** Absent in manifests from before it was kept. */
  calibration?: MatchCalibration;
  /** Which axes bear on price. Absent in manifests from before it was learned. */
  price_axes?: LearnedPrices;
  /** What sellers' own columns are, as the configuration says or the catalogue shows. Absent where nothing is known of any. */
  columns?: ColumnKey[];
  /** Names what people had said of matches. Absent in manifests from before they could. */
  decisions?: string;
  /** Store key of the model that titles are weighed by; absent until one is learned. */
  matcher?: { model: string };
  /** Model that the products' vectors are of, or were to be of where it failed. Absent in manifests from before it could be chosen. */
  embedder?: string;
  audits: Audit[];
  /** The last run of the media step that brought something. */
  media_run?: MediaRun;
}

/** What a run of the media step came to. */
export interface MediaRun {
  /** ISO 8601 UTC: when it began. */
  at: string;
  seconds: number;
  /** Addresses that listings name, and how many of them were asked for. */
  addresses: number;
  asked: number;
  /** HTTP requests made. */
  requests: number;
  /** Items, files that are held, and the bytes of their renditions, when it ended. */
  items: number;
  files: number;
  bytes: number;
  /** Files that it took. */
  taken: number;
  /** Reject code to addresses that it asked for; those rejected are in the table `media_sources`. */
  rejected_by: Record<string, number>;
}

export function manifestKey(snapshotId: string): string {
  return `snapshots/${snapshotId}/manifest.json`;
}

/** What to do about a pointer, or the manifest it names, that cannot be read. */
export const REPAIR =
  'run `commerce-index doctor --repair`, which finds the newest whole snapshot and points to it';

/** A manifest and the text of the pointer that names it. */
export interface PointedManifest {
  pointer: string;
  manifest: Manifest;
}

/** The manifest that the pointer names, or null before the first publication. Throws WarehouseFormatError. */
export async function currentManifest(store: BlobStore): Promise<PointedManifest | null> {
  return pointedManifest(store, readManifest);
}

/** The same for who can do with an older format too; throws WarehouseFormatError for a newer one. */
export async function currentOrOlderManifest(store: BlobStore): Promise<PointedManifest | null> {
  return pointedManifest(store, readOlderManifest);
}

async function pointedManifest(
  store: BlobStore,
  read: (store: BlobStore, snapshotId: string) => Promise<Manifest>,
): Promise<PointedManifest | null> {
  const pointer = await store.pointer();
  if (pointer === null) return null;
  const { snapshot_id } = parseJson<{ snapshot_id?: string }>(pointer, POINTER_KEY, REPAIR);
  if (snapshot_id === undefined) throw new DamagedFileError(POINTER_KEY, 'it names no snapshot', REPAIR);
  return { pointer, manifest: await read(store, snapshot_id) };
}

/** A snapshot's manifest; throws WarehouseFormatError for one of another format. */
export async function readManifest(store: BlobStore, snapshotId: string): Promise<Manifest> {
  const manifest = await readOlderManifest(store, snapshotId);
  if (manifest.format !== WAREHOUSE_FORMAT) throw new WarehouseFormatError(snapshotId, manifest.format);
  return manifest;
}

/** A snapshot's manifest in this format or an older one; throws WarehouseFormatError for a newer one. */
export async function readOlderManifest(store: BlobStore, snapshotId: string): Promise<Manifest> {
  const key = manifestKey(snapshotId);
  const text = await store.readText(key);
  if (text === null) throw new DamagedFileError(key, 'it is missing', REPAIR);
  const manifest = parseJson<Manifest>(text, key, REPAIR);
  if (!Number.isInteger(manifest.format))
    throw new DamagedFileError(key, 'it is no manifest of a snapshot', REPAIR);
  if (manifest.format > WAREHOUSE_FORMAT) throw new WarehouseFormatError(snapshotId, manifest.format);
  return manifest;
}

/** Stores the manifest; the snapshot is complete, but nobody sees it until the pointer moves. */
export async function writeManifest(store: BlobStore, manifest: Manifest, draftPath: string): Promise<void> {
  await writeFile(draftPath, `${JSON.stringify(manifest, null, 1)}\n`);
  await store.put(draftPath, manifestKey(manifest.snapshot_id));
}

export function pointerText(manifest: Manifest): string {
  return `${JSON.stringify({ snapshot_id: manifest.snapshot_id, published_at: manifest.published_at })}\n`;
}

/** Sixteen hexadecimal digits that name something by its inputs. */
export function nameOf(...inputs: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16);
}
