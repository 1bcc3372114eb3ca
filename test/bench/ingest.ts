import { execFile } from 'node:child_process';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BenchCatalogue, writeCatalogue } from './catalogue.ts';

const run = promisify(execFile);

interface Figures {
  seconds: number;
  cpu_seconds: number;
  peak_mib: number;
}

export interface IngestFigures extends Figures {
  /** Feeds are read two at a time, so `land` and `stage` add up to more than passes. */
  steps: Record<string, number>;
  new_changes: number;
  documents_written: number;
}

/** A bench script in a process of its own, so that its peak memory and processor time are its own. */
async function figures<T extends Figures>(script: string, ...args: string[]): Promise<T> {
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = await run(process.execPath, [path, ...args], { maxBuffer: 1 << 24 });
  return JSON.parse(stdout) as T;
}

/** One ingest of the catalogue by the embedded engine into this data folder. */
export function ingestOnce(
  { folder, sellers, listings }: BenchCatalogue,
  data: string,
  asOf: string,
): Promise<IngestFigures> {
  return figures('./ingest_once.ts', folder, data, asOf, String(sellers), String(listings));
}

/** First ingest and a second one with 2 % of the prices changed, each between two measures of the floor. */
export async function benchIngest(catalogue: BenchCatalogue, data: string): Promise<void> {
  await rm(data, { recursive: true, force: true });
  await writeCatalogue(catalogue);
  const { size } = await stat(join(catalogue.folder, 'seller_0.csv'));
  console.log(
    `\nIngest: ${catalogue.listings} listings of ${catalogue.sellers} sellers, about ${Math.round((size * catalogue.sellers) / 1e6)} MB of CSV`,
  );
  await benchOne('first ingest', catalogue, data, '2026-01-01T00:00:00.000Z', 6);
  await writeCatalogue(catalogue, 0.02);
  await benchOne('second ingest, 2 % repriced', catalogue, data, '2026-01-03T00:00:00.000Z', 3);
}

async function benchOne(
  name: string,
  catalogue: BenchCatalogue,
  data: string,
  asOf: string,
  bar: number,
): Promise<void> {
  const floor = () => figures<Figures>('./floor_once.ts', catalogue.folder);
  const before = await floor();
  const ours = await ingestOnce(catalogue, data, asOf);
  const after = await floor();
  const wall = (before.seconds + after.seconds) / 2;
  const cpu = (before.cpu_seconds + after.cpu_seconds) / 2;
  const steps = Object.entries(ours.steps).map(([step, seconds]) => `${step} ${seconds.toFixed(2)}`);
  console.log(
    `${name}: ${ours.seconds.toFixed(2)} s, floor ${before.seconds.toFixed(2)} and ${after.seconds.toFixed(2)} s, ratio ${(ours.seconds / wall).toFixed(2)} (at most ${bar}); ` +
      `processor time ${ours.cpu_seconds.toFixed(1)} s, floor ${cpu.toFixed(1)} s, ratio ${(ours.cpu_seconds / cpu).toFixed(2)}`,
  );
  console.log(
    `  peak memory ${Math.round(ours.peak_mib)} MiB; change points ${ours.new_changes}; documents ${ours.documents_written}; steps ${steps.join(', ')}`,
  );
}
