import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { CategoryFacts, MatchCalibration, SellerFacts } from './reads/snapshot.ts';
import { type BlobStore } from './store.ts';
import type { TableName } from './tables.ts';

/** One immutable file of a table. */
export interface Part {
  /** Key in the store. */
  key: string;
  rows: number;
  bytes: number;
}

/** Where one feed stands in a snapshot. */
export interface FeedState {
  /** Dense number of the feed, given once and kept: the `feed_no` of the tables. */
  feed_no: number;
  seller: string;
  feed: string;
  /** False once the feed has left the configuration: its listings are no longer in the index. */
  configured: boolean;
  /** Null until its first run is published. */
  current: { run_id: string; stage_id: string; as_of: string; by_as_of: boolean; listings: number } | null;
  interval_minutes: number;
  /** Stretches without observation, epoch seconds. */
  gaps: { from: number; to: number }[];
}

/** A run that a snapshot holds. */
export interface PublishedRun {
  run_id: string;
  seller: string;
  feed: string;
  as_of: string;
  stage_id: string;
  by_as_of: boolean;
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
  format: 1;
  snapshot_id: string;
  previous: string | null;
  /** Names the sellers and market it was made with. */
  configuration: string;
  published_at: string;
  as_of: string;
  market: { country: string; currency: string; locale: string };
  feeds: FeedState[];
  runs: PublishedRun[];
  tables: Partial<Record<TableName, Part[]>>;
  sellers: SellerFacts[];
  categories: CategoryFacts[];
  counts: { listings: number; live_listings: number; variants: number; products: number };
  /** Absent in manifests from before it was kept. */
  calibration?: MatchCalibration;
  /** Names what people had said of matches. Absent in manifests from before they could. */
  decisions?: string;
  /** Store key of the model that titles are weighed by; absent until one is learned. */
  matcher?: { model: string };
  /** Model that the products' vectors are of, or were to be of where it failed. Absent in manifests from before it could be chosen. */
  embedder?: string;
  audits: Audit[];
}

export function manifestKey(snapshotId: string): string {
  return `snapshots/${snapshotId}/manifest.json`;
}

/** The manifest that the pointer names, or null before the first publication. */
export async function currentManifest(
  store: BlobStore,
): Promise<{ pointer: string; manifest: Manifest } | null> {
  const pointer = await store.pointer();
  if (pointer === null) return null;
  const { snapshot_id } = JSON.parse(pointer) as { snapshot_id: string };
  return { pointer, manifest: await readManifest(store, snapshot_id) };
}

export async function readManifest(store: BlobStore, snapshotId: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(await store.local(manifestKey(snapshotId)), 'utf8')) as Manifest;
  if (manifest.format !== 1)
    throw new Error(
      `snapshot ${snapshotId} has format ${String(manifest.format)}, this program reads format 1; run \`commerce-index rebuild\``,
    );
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
